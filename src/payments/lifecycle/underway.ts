import { MACHINE_NOW } from '../../db/machine-now.ts'
import type { Actor } from '../../definition/store.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import type { Attempt } from './attempt.ts'
import { isOpen, type Underway } from './outcome.ts'
import { type PaymentContext, retryDelay } from './payment-context.ts'
import { lockingAttempts, truncateOutcome } from './record-outcome.ts'
import { COMMUNICATION_ERROR } from './submit.ts'

/**
 * Notes that a processor decides a request later. Nothing is reported as failed, and nothing is reversed for having
 * taken long. Returns the transaction as its caller is answered: what a payment waits for is stored, and an action on
 * one is answered as open, because the transaction itself is what it was before.
 */
export function noteUnderway(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  said: Underway,
): Promise<TransactionRow> {
  const outcome = truncateOutcome(said)
  return lockingAttempts(context, actor, [{ attempt }], async (work, [locked]) => {
    const { row, attempt: held } = locked!
    if (!isOpen(held)) return row
    const { verbiage, response_message, processor_reference } = outcome
    const seconds = context.clock.seconds()
    const changed = held.underway !== said.result
    const asked = [held.id, said.result, seconds, retryDelay(held.asks + 1, context.retry_policy), processor_reference]
    await work.query(UNDERWAY, asked)
    if (held.purpose === 'follow_up') return { ...row, ...COMMUNICATION_ERROR, verbiage, response_message }
    if (!changed || held.purpose !== 'order' || row.outcome !== 'pending') return row
    return work.update(transaction, row, { verbiage, response_message, processor_reference }, { verb: said.result })
  })
}

const UNDERWAY = `
update attempt
   set underway = $2, underway_ts = case when underway = $2 then underway_ts else $3 end, ask_ts = ${MACHINE_NOW} + $4,
       processor_reference = coalesce($5, processor_reference)
 where id = $1`
