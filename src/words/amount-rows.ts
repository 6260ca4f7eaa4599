import type { Money } from '../lib/money.ts'
import type { Words } from './words.ts'

/** What a payment was made of, in minor units. */
export interface PaidParts {
  /** With tax, tip and surcharge. */
  total: Money
  tax: Money | null
  tip_amount: Money | null
  surcharge: { label: string | null; amount: Money } | null
  /** Lines of the invoice that was paid. */
  items: readonly { label: string; amount: Money }[]
}

/**
 * Returns the lines of a receipt above its total: items where they are what was paid, the subtotal where something was
 * added to it, and what was added. None where the parts are more than the total: a hold that was raised and then voided
 * shows the amount of before and the parts of after.
 */
export function amountRows({ receipt, money }: Words, parts: PaidParts): [label: string, value: string][] {
  const { total, surcharge, items } = parts
  const added = [
    [receipt.tax, parts.tax ?? 0n],
    [receipt.tip, parts.tip_amount ?? 0n],
    [surcharge?.label || receipt.surcharge, surcharge?.amount ?? 0n],
  ] as const
  const shown = added.filter(([, amount]) => amount > 0n)
  const subtotal = total - shown.reduce((sum, [, amount]) => sum + amount, 0n)
  if (subtotal < 0n) return []
  const are_all = items.length > 0 && items.reduce((sum, { amount }) => sum + amount, 0n) === subtotal
  return [
    ...(are_all ? items.map(({ label, amount }): [string, string] => [label, money(amount)]) : []),
    ...(shown.length > 0 ? [[receipt.subtotal, money(subtotal)] as [string, string]] : []),
    ...shown.map(([label, amount]): [string, string] => [label, money(amount)]),
  ]
}
