import { openSchema } from './object-schema.ts'

const HEADER_WORDS: Readonly<Record<string, string>> = {
  tax_exempt: '1 where no tax is due.',
  sales_tax: 'The sales tax of the whole purchase.',
  national_tax: 'National or value added tax.',
  merchant_vat_registration: 'The VAT number of the merchant.',
  customer_vat_registration: 'The VAT number of the buyer.',
  summary_commodity_code: 'The class of goods of the whole purchase.',
  freight_amount: 'What shipping costs.',
  duty_amount: 'Import duty.',
  shipto_zip_code: 'Where the goods go.',
  shipfrom_zip_code: 'Where the goods come from.',
  destination_country_code: 'The country the goods go to: three letters, or the number, of ISO 3166.',
  unique_vat_ref_number: 'The number of the VAT invoice.',
  order_date: 'When it was ordered, yymmdd.',
  tax_amount: 'All tax of the purchase.',
  tax_rate: 'The rate of the tax in percent.',
  transaction_discount_amount: 'What was taken off the whole purchase.',
}

const LINE_WORDS: Readonly<Record<string, string>> = {
  commodity_code: 'The class of goods.',
  description: 'What it is.',
  product_code: 'What the merchant calls it.',
  quantity: 'How many.',
  unit_code: 'The unit of measure, such as EA, DZ or KGM.',
  unit_cost: 'What one costs.',
  tax_amount: 'The tax on this line.',
  tax_rate: 'The rate of the tax in percent.',
  discount_amount: 'What was taken off this line.',
  other_tax_amount: 'Further tax on this line.',
  alternate_tax_id: 'The tax number that the tax was reported under.',
  tax_type_applied: 'The kind of tax, as it is called where it is due.',
  debit_credit: 'D adds the line to the total, C takes it off.',
  discount_rate: 'The discount in percent.',
  tax_type_id: 'The kind of tax by its number, such as 02 State Sales Tax.',
}

function schemaOf(words: Readonly<Record<string, string>>) {
  const properties = Object.entries(words).map(([name, description]) => [
    name,
    { type: ['string', 'number', 'null'], description },
  ])
  return openSchema(Object.fromEntries(properties))
}

const { properties, ...header } = schemaOf(HEADER_WORDS)
const line_items = { type: 'array', items: schemaOf(LINE_WORDS), description: 'What was bought, line by line.' }

/** The schema of Level 3 data: the fields of either brand. */
export const LEVEL3_SCHEMA = { ...header, properties: { ...(properties as object), line_items } }
