import { isPositive } from '../../lib/decimal.ts'
import { type Money, parseMoney } from '../../lib/money.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'
import { clean, filled, namedAmount, type Part } from './part.ts'

/** Line items that one request can carry. */
export const LINES_MAX = 30

interface Level3Parts {
  order: Part
  lineItems?: Part | undefined
  tax?: Part | undefined
  duty?: Part | undefined
  shipping?: Part | undefined
  taxExempt?: boolean | undefined
  shipFrom?: Part | undefined
}

type Data = Readonly<Record<string, unknown>>

/** Returns the Level 3 data of a payment (contract 2.11), by the part of the request each belongs to. */
export function level3Of({ level3 }: ProcessorRequest): Level3Parts {
  if (!level3) return { order: {} }
  const { data } = level3
  return {
    order: {
      discountAmount: decimal(data.transaction_discount_amount),
      purchaserVATRegistrationNumber: words(data.customer_vat_registration, 21),
      merchantVATRegistrationNumber: words(data.merchant_vat_registration, 21),
      vatInvoiceReferenceNumber: words(data.unique_vat_ref_number, 15),
      summaryCommodityCode: words(data.summary_commodity_code, 4),
      purchaseOrderDateUTC: dateOf(data.order_date),
    },
    lineItems: lineItems(data.line_items),
    tax: namedAmount(money(data.sales_tax ?? data.tax_amount), 'Sales tax'),
    duty: namedAmount(money(data.duty_amount), 'Duty'),
    shipping: namedAmount(money(data.freight_amount), 'Freight'),
    taxExempt: data.tax_exempt === undefined ? undefined : data.tax_exempt === '1',
    shipFrom: filled({ zip: words(data.shipfrom_zip_code, 20) }),
  }
}

function lineItems(lines: unknown): Part | undefined {
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > LINES_MAX) return undefined
  return { lineItem: (lines as Data[]).map(lineItem) }
}

/** Both brands' lines; what only one of them has is left out of the other's. */
function lineItem(line: Data): Part {
  const code = words(line.product_code, 12)
  return {
    itemId: code ?? 'ITEM',
    name: words(line.description, 31) ?? 'Item',
    quantity: decimal(line.quantity) ?? '1',
    unitPrice: decimal(line.unit_cost) ?? '0.00',
    taxable: isPositive(line.tax_amount),
    unitOfMeasure: words(line.unit_code, 12),
    taxRate: decimal(line.tax_rate),
    taxAmount: decimal(line.tax_amount),
    alternateTaxId: words(line.alternate_tax_id, 20),
    alternateTaxType: words(line.tax_type_id, 4),
    alternateTaxTypeApplied: words(line.tax_type_applied, 4),
    alternateTaxAmount: decimal(line.other_tax_amount),
    commodityCode: words(line.commodity_code, 15),
    productCode: code,
    discountRate: decimal(line.discount_rate),
    discountAmount: decimal(line.discount_amount),
  }
}

function words(value: unknown, most: number): string | undefined {
  return typeof value === 'string' ? clean(value, most) : undefined
}

/** A number that is not negative, with at most four decimals. */
function decimal(value: unknown): string | undefined {
  const text = String(value ?? '')
  return /^\d{1,12}(\.\d{1,4})?$/.test(text) ? text : undefined
}

function money(value: unknown): Money | undefined {
  return parseMoney(value) ?? undefined
}

/** YYMMDD as YYYY-MM-DD. */
function dateOf(value: unknown): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(String(value ?? '')) ?? []
  return year && `20${year}-${month}-${day}`
}
