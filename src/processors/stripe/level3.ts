import { productCents, roundedCents, wholePieces } from '../../lib/decimal.ts'
import { minorNumber } from '../../lib/money.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'

type Params = Record<string, unknown>

/** https://docs.stripe.com/payments/payment-line-items */
export const LEVEL3_LINES_MAX = 200

/**
 * Returns what commercial cards are told of a purchase: order and purchase order number, tax (level 2), and the lines
 * of level 3. Sums that do not add up are left out by Stripe, not refused, because the payment matters more.
 */
export function level3Params(request: ProcessorRequest): Params {
  const { order_num, po_number, tax, level3 } = request
  const payment_details = said({ order_reference: wordOf(order_num), customer_reference: wordOf(po_number) })
  const lines = level3 ? linesOf(level3.data) : []
  const data = level3?.data ?? {}
  const discount = lines.some(line => 'discount_amount' in line) ? null : centsOf(data.transaction_discount_amount)
  const shipping = said({
    amount: centsOf(data.freight_amount) ?? undefined,
    from_postal_code: postalOf(data.shipfrom_zip_code),
    to_postal_code: postalOf(data.shipto_zip_code),
  })
  // The tax of the whole and that of lines exclude each other.
  const total_tax_amount = lines.length > 0 ? undefined : tax === undefined ? undefined : minorNumber(tax)
  const amount_details = said({
    ...(lines.length > 0 ? { line_items: lines } : {}),
    ...(total_tax_amount === undefined ? {} : { tax: { total_tax_amount } }),
    ...(discount ? { discount_amount: discount } : {}),
    ...(shipping ? { shipping } : {}),
  })
  return {
    ...(payment_details ? { payment_details } : {}),
    ...(amount_details ? { amount_details: { ...amount_details, enforce_arithmetic_validation: false } } : {}),
  }
}

function linesOf(data: Readonly<Record<string, unknown>>): Params[] {
  const lines = Array.isArray(data.line_items) ? (data.line_items as Record<string, unknown>[]) : []
  return lines.slice(0, LEVEL3_LINES_MAX).map(line => {
    const { quantity, unit_cost } = countOf(line)
    const discount_amount = centsOf(line.discount_amount)
    const commodity_code = wordOf(line.commodity_code)
    return {
      product_name: wordOf(line.description)?.slice(0, 26) ?? 'Item',
      product_code: wordOf(line.product_code)?.slice(0, 12) ?? 'ITEM',
      quantity,
      unit_cost,
      ...(line.unit_code ? { unit_of_measure: String(line.unit_code).slice(0, 12) } : {}),
      tax: { total_tax_amount: centsOf(line.tax_amount) ?? 0 },
      ...(discount_amount ? { discount_amount } : {}),
      ...(commodity_code ? { payment_method_options: { card: { commodity_code } } } : {}),
    }
  })
}

/** Stripe counts whole pieces at whole cents; anything else is one piece at the price of the line. */
function countOf({ quantity, unit_cost }: Record<string, unknown>): { quantity: number; unit_cost: number } {
  const whole = wholePieces(quantity, unit_cost)
  if (whole) return { quantity: minorNumber(whole.pieces), unit_cost: minorNumber(whole.cents) }
  return { quantity: 1, unit_cost: minorNumber(productCents(quantity, unit_cost) ?? 0n) }
}

function centsOf(value: unknown): number | null {
  const cents = roundedCents(value)
  return cents === null ? null : minorNumber(cents)
}

function wordOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

function postalOf(value: unknown): string | undefined {
  const text = wordOf(value)?.slice(0, 10)
  return text !== undefined && /^[A-Za-z0-9 -]+$/.test(text) ? text : undefined
}

function said(params: Params): Params | null {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
