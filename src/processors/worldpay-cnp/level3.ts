import { alpha2Of } from '../../lib/country-codes.ts'
import { isPositive, productCents } from '../../lib/decimal.ts'
import { parseMoney } from '../../lib/money.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'
import { truncated, type Written } from './xml.ts'

/** More line items than these the schema does not take. */
export const LEVEL3_LINES_MAX = 99

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns `enhancedData`: Level 2 (the customer's reference and the tax) or Level 3. Null where a request has neither.
 */
export function enhancedData(request: ProcessorRequest): Written | null {
  const { po_number, order_num, tax, level3 } = request
  const data: Fields = level3?.data ?? {}
  const written: (Written | null)[] = [
    ['customerReference', truncated(po_number, 17)],
    ['salesTax', cents(data.sales_tax) ?? (tax || null)],
    ['taxExempt', data.tax_exempt === undefined ? null : String(data.tax_exempt) === '1'],
    ['discountAmount', cents(data.transaction_discount_amount)],
    ['shippingAmount', cents(data.freight_amount)],
    ['dutyAmount', cents(data.duty_amount)],
    ['shipFromPostalCode', truncated(textOf(data.shipfrom_zip_code), 20)],
    ['destinationPostalCode', truncated(textOf(data.shipto_zip_code), 20)],
    ['destinationCountryCode', alpha2Of(textOf(data.destination_country_code) ?? '')],
    ['invoiceReferenceNumber', level3 ? truncated(textOf(data.unique_vat_ref_number) ?? order_num, 15) : null],
    ['orderDate', dateOf(textOf(data.order_date))],
    detailTax(data.tax_amount, data.tax_rate, null, data.merchant_vat_registration),
    isPositive(data.national_tax) ? detailTax(data.national_tax, null, '01', null) : null,
    ...lineItems(data.line_items),
  ]
  const has_something = written.some(element => element !== null && element[1] !== null && element[1] !== undefined)
  return has_something ? ['enhancedData', written] : null
}

/** Half of the lines would be wrong data: of more than fit none is sent. */
function lineItems(lines: unknown): (Written | null)[] {
  if (!Array.isArray(lines) || lines.length > LEVEL3_LINES_MAX) return []
  return lines.map((line: Fields, index) => {
    const total = productCents(line.quantity, line.unit_cost)
    const tax = cents(line.tax_amount)
    return [
      'lineItemData',
      [
        ['itemSequenceNumber', index + 1],
        ['itemDescription', truncated(textOf(line.description), 26)],
        ['productCode', truncated(textOf(line.product_code), 12)],
        ['quantity', textOf(line.quantity)],
        ['unitOfMeasure', truncated(textOf(line.unit_code)?.toUpperCase(), 12)],
        ['taxAmount', tax],
        ['lineItemTotal', total],
        ['lineItemTotalWithTax', total === null ? null : total + (tax ?? 0n)],
        ['itemDiscountAmount', cents(line.discount_amount)],
        ['commodityCode', truncated(textOf(line.commodity_code), 12)],
        ['unitCost', textOf(line.unit_cost)],
        detailTax(line.tax_amount, line.tax_rate, textOf(line.tax_type_id), line.alternate_tax_id),
      ],
    ]
  })
}

function detailTax(amount: unknown, rate: unknown, type: string | null, tax_id: unknown): Written | null {
  const taxAmount = cents(amount)
  if (taxAmount === null) return null
  return [
    'detailTax',
    [
      ['taxIncludedInTotal', true],
      ['taxAmount', taxAmount],
      ['taxRate', fractionOf(textOf(rate))],
      ['taxTypeIdentifier', type?.trim() || null],
      ['cardAcceptorTaxId', truncated(textOf(tax_id), 20)],
    ],
  ]
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** Returns minor units of an amount of the contract; null for none. */
function cents(value: unknown): bigint | null {
  return value === undefined || value === null ? null : parseMoney(value)
}

/** Returns a percentage as a fraction of at most five digits, as the schema counts them: 8.25 is 0.0825. */
function fractionOf(percent: string | null): string | null {
  const hundredths = percent === null ? null : parseMoney(percent)
  if (hundredths === null || hundredths < 0n || hundredths > 99_999n) return null
  const digits = hundredths.toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Returns `yymmdd` as a date; the century is ours. */
function dateOf(text: string | null): string | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  return year === undefined ? null : `20${year}-${month}-${day}`
}
