import type { Effect } from '../../definition/rules.ts'
import { declinedTask } from '../../resources/recurring/recurring.ts'
import { REASON, type TransactionRow } from '../../resources/transaction/transaction.ts'

/** The contact of a recurring may be told that a payment was declined; whether that is wanted is asked by the task. */
export function declinedRun(before: TransactionRow | null, after: TransactionRow): Effect[] {
  if (after.recurring_id === null || after.outcome !== 'declined' || before?.outcome === 'declined') return []
  // What the merchant has to set up, or may not send, is none of the contact's business.
  if (after.reason_code_id === REASON.setup || after.reason_code_id === REASON.throttled) return []
  return [declinedTask.effect({ transaction_id: after.id }, { key: `${declinedTask.name}:${after.id}` })]
}
