import { alpha2Of } from '../../lib/country-codes.ts'
import { UNIT_CODES } from './unit-codes.ts'

/** Tax type identifiers and what they stand for (contract 2.11). Not every processor supports 13 and 14. */
const TAX_TYPES: Record<string, string> = {
  '00': 'Unknown',
  '01': 'Federal/National Sales Tax',
  '02': 'State Sales Tax',
  '03': 'City Sales Tax',
  '04': 'Local Sales Tax',
  '05': 'Municipal Sales Tax',
  '06': 'Other Tax',
  '10': 'Value Added Tax',
  '11': 'Goods and Services Tax',
  '12': 'Provincial Sales Tax',
  '13': 'Harmonized Sales Tax',
  '14': 'Quebec Sales Tax',
  '20': 'Room Tax',
  '21': 'Occupancy Tax',
  '22': 'Energy Tax',
  ' ': 'Not supported',
}

/** The brands that carry Level 3 data. Visa's fields are variant A of the contract (2.11), Mastercard's variant B. */
export type Brand = 'visa' | 'mc'

export const BRANDS: readonly unknown[] = ['visa', 'mc'] satisfies Brand[]

/** Says what is wrong with a value, given as text; null when it fits. */
type Check = (text: string) => string | null

/** One field of Level 3 data: who has it, who must send it, what it may hold. */
export interface Column {
  brands: readonly Brand[]
  required: readonly Brand[]
  check: Check
}

const BOTH: readonly Brand[] = ['visa', 'mc']
const VISA: readonly Brand[] = ['visa']
const MC: readonly Brand[] = ['mc']

const optional = (brands: readonly Brand[], check: Check): Column => ({ brands, required: [], check })
const required = (brands: readonly Brand[], check: Check): Column => ({ brands, required: brands, check })

/** A number that is not negative: at most so many digits before the point, and after it. */
function number(digits: number, decimals: number): Check {
  const pattern = new RegExp(`^\\d{1,${digits}}(\\.\\d{1,${decimals}})?$`)
  const says = `must be a number of at most ${digits} digits before and ${decimals} after the point.`
  return text => (pattern.test(text) ? null : says)
}

function characters(most: number, least = 1): Check {
  const exactly = `should contain ${most} characters.`
  const says = least === most ? exactly : `should contain at most ${most} characters.`
  return text => (text.length >= least && text.length <= most ? null : says)
}

function oneOf(codes: readonly string[]): Check {
  return text => (codes.includes(text) ? null : `must be one of ${codes.map(code => `"${code}"`).join(', ')}.`)
}

/** Three letters or digits. */
const country: Check = text =>
  characters(3, 3)(text) ?? (alpha2Of(text) === null ? 'must be a country of ISO 3166: SWE or 752.' : null)

const words: Check = text => {
  if (text.length > 26) return 'should contain at most 26 characters.'
  return /^[A-Za-z0-9 ]+$/.test(text) ? null : 'must contain letters, digits and spaces only.'
}

/** Callers write the codes in small letters too. */
const unit: Check = text => (UNIT_CODES.has(text.toUpperCase()) ? null : 'is not a unit of measure code.')

const shortDate: Check = text => {
  const says = 'must be a date of the form yymmdd.'
  if (!/^\d{6}$/.test(text)) return says
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number)
  try {
    Temporal.PlainDate.from({ year: 2000 + year!, month: month!, day: day! }, { overflow: 'reject' })
    return null
  } catch {
    return says
  }
}

/** The fields beside the line items. */
export const HEADER: Record<string, Column> = {
  tax_exempt: optional(BOTH, oneOf(['0', '1'])),
  sales_tax: optional(BOTH, number(10, 2)),
  national_tax: optional(BOTH, number(10, 2)),
  merchant_vat_registration: optional(VISA, characters(20)),
  customer_vat_registration: optional(VISA, characters(13)),
  summary_commodity_code: optional(VISA, characters(4)),
  freight_amount: optional(BOTH, number(12, 2)),
  duty_amount: optional(BOTH, number(12, 2)),
  shipto_zip_code: optional(BOTH, characters(10)),
  shipfrom_zip_code: optional(BOTH, characters(10)),
  destination_country_code: optional(BOTH, country),
  unique_vat_ref_number: optional(VISA, characters(15)),
  order_date: optional(VISA, shortDate),
  tax_amount: optional(BOTH, number(9, 2)),
  tax_rate: required(VISA, number(4, 2)),
  transaction_discount_amount: optional(BOTH, number(12, 2)),
}

/** The fields of a line item. */
export const LINE: Record<string, Column> = {
  commodity_code: required(VISA, characters(12)),
  description: required(BOTH, words),
  product_code: required(BOTH, characters(12)),
  quantity: required(BOTH, number(4, 4)),
  unit_code: required(BOTH, unit),
  unit_cost: required(BOTH, number(12, 4)),
  tax_amount: required(BOTH, number(9, 2)),
  tax_rate: required(BOTH, number(2, 2)),
  discount_amount: optional(BOTH, number(12, 2)),
  other_tax_amount: optional(VISA, number(12, 2)),
  alternate_tax_id: optional(MC, characters(15)),
  tax_type_applied: optional(MC, characters(4)),
  debit_credit: optional(MC, oneOf(['D', 'C'])),
  discount_rate: optional(MC, number(5, 2)),
  tax_type_id: optional(MC, oneOf(Object.keys(TAX_TYPES))),
}

/** Line items a transaction may have at most (contract 4.11). */
export const MOST_LINES: Record<Brand, number> = { visa: 998, mc: 98 }
