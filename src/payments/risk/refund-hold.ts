import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { Product } from '../lifecycle/routing.ts'

/**
 * Why a bank debit cannot be refunded yet, or null: `refund_hold_days` of its product are counted in calendar days from the day it
 * settled (contract 2.15), so that nothing goes back that may still be returned.
 */
export function holdRefusal(
  original: Pick<TransactionRow, 'settle_date'>,
  { velocity_settings }: Pick<Product, 'velocity_settings'>,
  today: Temporal.PlainDate,
): string | null {
  const days = (velocity_settings as { refund_hold_days?: number | null }).refund_hold_days ?? 0
  if (days === 0 || original.settle_date === null) return null
  const from = Temporal.PlainDate.from(original.settle_date).add({ days: Math.min(days, LONGEST_DAYS) })
  if (Temporal.PlainDate.compare(today, from) >= 0) return null
  return `Action refund is possible from ${from} on: a bank debit of this product is held for ${days} days after it settled.`
}

/** Ten thousand years are as good as never, and still a date. */
const LONGEST_DAYS = 3_650_000
