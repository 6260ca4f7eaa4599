import type { Settable } from '../../definition/resource.ts'
import { addBankingDays, bankDate, nextBankingDay } from '../../lib/banking-day.ts'
import type { TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { Product } from '../lifecycle/routing.ts'

type Set = Settable<typeof transaction>

/** How a refund of a bank debit leaves. */
export interface RefundTerms {
  /** Columns it is stored with. */
  record: Set
  /** Columns it is given with its approval. */
  changes: Set
}

/** Banking days in which a debit of a company's account can come back (Nacha operating rules). */
const CORPORATE_DAYS = 2
/** Calendar days in which a consumer can have a debit sent back as not authorised (Nacha operating rules). */
const CONSUMER_DAYS = 60
const LONGEST_HOLD = 365

/**
 * Returns how a refund of a settled bank debit leaves. While the debit may come back, its money could go back twice:
 * the refund waits for the `refund_hold_days` of its product in banking days, those of a company for two at most, and
 * is rejected should the debit come back meanwhile. Until the last day on which the debit can come back, which may be
 * later, the refund says so in its `verbiage`.
 */
export function refundTerms(
  original: Pick<TransactionRow, 'payment_method' | 'settle_date' | 'ach_sec_code'>,
  { velocity_settings }: Pick<Product, 'velocity_settings'>,
  asked_date: string | null,
  seconds: number,
): RefundTerms {
  if (original.payment_method !== 'ach' || original.settle_date === null) return { record: {}, changes: {} }
  const is_corporate = original.ach_sec_code === 'CCD'
  const settled = Temporal.PlainDate.from(original.settle_date)
  const days = (velocity_settings as { refund_hold_days?: number | null }).refund_hold_days ?? 0
  const leaves = addBankingDays(settled, Math.min(days, is_corporate ? CORPORATE_DAYS : LONGEST_HOLD))
  const last = is_corporate ? addBankingDays(settled, CORPORATE_DAYS) : settled.add({ days: CONSUMER_DAYS })
  const today = bankDate(seconds)
  const is_held = Temporal.PlainDate.compare(today, leaves) < 0
  const can_return = Temporal.PlainDate.compare(today, last) <= 0
  // The night's file of the day it may leave on settles on the next banking day.
  const earliest = is_held ? nextBankingDay(leaves).toString() : null
  const effective_date = earliest !== null && (asked_date ?? '') < earliest ? earliest : null
  const says = [
    ...(effective_date === null ? [] : [`LEAVES ON ${leaves}`]),
    ...(can_return ? [`THE DEBIT CAN COME BACK UNTIL ${last}`] : []),
  ]
  return {
    record: effective_date === null ? {} : { effective_date },
    changes: says.length === 0 ? {} : { verbiage: `ACCEPTED, ${says.join(', ')}` },
  }
}
