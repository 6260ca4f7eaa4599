import type { Queryable } from '../../db/database.ts'
import { momentOf } from '../../lib/id.ts'
import { isScheduled, type PaymentPlan } from './plan.ts'
import { leavesByFile } from './routing.ts'

/** Clocks differ, and that of a lost sandbox may have been ahead. Seconds. */
const MARGIN = 7 * 86_400

/**
 * Returns until when (Unix seconds) a gateway whose database was lost may have sent something that the restored one
 * does not know; null where none was restored.
 */
export async function lostUntil(db: Pick<Queryable, 'query'>): Promise<number | null> {
  const [row] = await db.query<{ until: number | null }>('select max(known_until_ts) as until from restoration')
  return row?.until ?? null
}

/**
 * Whether a lost gateway may have sent a payment under the reference that it is given here: only scheduled ones have a
 * reference that follows from their date. Asking is cheap, so it goes on for some days; what may lie in a file of the
 * lost gateway is held for a person, and only that.
 */
export function isDoubtful({ payment, funding, account }: PaymentPlan, until: number): boolean {
  const moment = isScheduled(payment) && payment.details.id ? momentOf(payment.details.id) : null
  if (moment === null) return false
  const is_by_file = funding.payment_method === 'ach' && leavesByFile(account)
  return moment <= (is_by_file ? until : until + MARGIN) * 1000
}
