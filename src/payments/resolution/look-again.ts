import { systemCaller } from '../../definition/caller.ts'
import type { Outcome } from '../../ports/processor.ts'
import { type Attempt, type AttemptRecord, decodeAttempt } from '../lifecycle/attempt.ts'
import { lookUp } from '../lifecycle/look-up.ts'
import { inquiryOf } from '../lifecycle/original.ts'
import { isDecided } from '../lifecycle/outcome.ts'
import { recordAndReverse } from '../lifecycle/payment.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { processorFor } from '../lifecycle/routing.ts'
import { recordReturned } from './returned.ts'

/**
 * Asks about a request that was finished, because its processor says that something has happened to it: a bank debit
 * came back, a review has ended, an order that was given up has arrived. What follows is decided like every outcome,
 * under the lock of the transaction (`decideOutcome`); mostly nothing. Throws where the processor cannot be reached.
 */
export async function lookAgain(context: PaymentContext, root_id: string, attempt_id: string): Promise<void> {
  const text = 'select * from attempt where id = $1 and root_id = $2'
  const [stored] = await context.db.query<AttemptRecord>(text, [attempt_id, root_id])
  if (!stored) return
  const attempt = decodeAttempt(stored)
  const processor = await processorFor(context, attempt)
  if (!processor) throw new Error(`the processor of attempt ${attempt_id} is not connected`)
  const account = attempt.processor_account_id
  const asked = await inquiryOf(context.db, attempt)
  const found = await lookUp(context, { account, processor, asked, ms: context.retry_policy.look_ms })
  if (!found) throw new Error(`the processor of attempt ${attempt_id} does not answer`)
  if (found.seen && isDecided(found.outcome)) await takeAgain(context, attempt, found.outcome)
}

/** Stores what a processor says now about a request that was finished. */
export async function takeAgain(context: PaymentContext, attempt: Attempt, outcome: Outcome): Promise<void> {
  const { root_id, transaction_id } = attempt
  await recordAndReverse(context, { caller: systemCaller(root_id, 'resolver') }, { attempt, outcome })
  if (outcome.returned) await recordReturned(context, root_id, transaction_id, outcome.returned)
}
