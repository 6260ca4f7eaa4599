import type { Row } from '../../definition/resource.ts'
import type { Money } from '../../lib/money.ts'
import type { producttransaction } from './producttransaction.ts'

/** Seconds for which a lower limit still counts after it was raised or switched off. */
const LOOSENED_SECONDS = 86_400

type Limits = Pick<
  Row<typeof producttransaction>,
  'refund_approval_amount' | 'refund_approval_was' | 'refund_approval_until_ts'
>

/**
 * The most that is refunded without a second person; null is no limit. A limit that was raised counts a day longer, so
 * that nobody can raise it, refund and lower it again unseen.
 */
export function refundLimit(product: Limits, seconds: number): Money | null {
  const { refund_approval_amount: now, refund_approval_was: was, refund_approval_until_ts: until } = product
  if (was === null || until === null || seconds >= until) return now
  return now === null || was < now ? was : now
}

/** What else a new limit sets: the limit that counts until tomorrow where the new one is higher. */
export function loosened(product: Limits, next: Money | null, seconds: number): Partial<Limits> {
  const held = refundLimit(product, seconds)
  if (held === null || (next !== null && next <= held)) return {}
  return { refund_approval_was: held, refund_approval_until_ts: seconds + LOOSENED_SECONDS }
}
