import { enqueue } from '../../db/jobs.ts'
import { systemCaller } from '../../definition/caller.ts'
import { newId } from '../../lib/id.ts'
import type { Outcome } from '../../ports/processor.ts'
import { notifiedTask } from '../accounts/notifications.ts'
import { type Attempt, type AttemptRecord, decodeAttempt } from '../lifecycle/attempt.ts'
import { lookUp } from '../lifecycle/look-up.ts'
import { inquiryOf } from '../lifecycle/original.ts'
import { isDecided } from '../lifecycle/outcome.ts'
import { recordAndReverse } from '../lifecycle/payment.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import { processorFor } from '../lifecycle/routing.ts'
import { recordReturned, recordTakenBack } from './taken-back.ts'

/**
 * Asks about a request that was finished, because its processor says that something has happened to it: a bank debit
 * came back, a refund has failed, a review has ended, an order that was given up has arrived. What follows is decided
 * under the lock of the transaction (`decideOutcome`, `decideTakenBack`); mostly nothing. Throws where the processor
 * cannot be reached.
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

/**
 * Has the resolver ask about requests that were approved, because what a processor lists says otherwise: what it has
 * taken back goes back within the night. Each is asked about once at a time.
 */
export async function lookAgainSoon(
  { db, clock }: Pick<PaymentContext, 'db' | 'clock'>,
  root_id: string,
  attempt_ids: readonly string[],
): Promise<void> {
  const seconds = clock.seconds()
  for (const attempt_id of attempt_ids) {
    const effect = notifiedTask.effect({ attempt_id }, { key: `${notifiedTask.name}:${attempt_id}` })
    await enqueue(db, effect, { id: newId(clock.now()), root_id, seconds, revive: 'job.failed_ts is not null' })
  }
}

/** Seconds until a request is asked about again whose payment was being changed. */
const LATER = 60

/** Stores what a processor says now about a request that was finished. */
export async function takeAgain(context: PaymentContext, attempt: Attempt, outcome: Outcome): Promise<void> {
  const { root_id, transaction_id } = attempt
  await recordAndReverse(context, { caller: systemCaller(root_id, 'resolver') }, { attempt, outcome })
  if (outcome.returned) return recordReturned(context, root_id, transaction_id, outcome.returned)
  if (outcome.result !== 'declined' || (await recordTakenBack(context, attempt, outcome)) !== 'later') return
  const run_at = context.clock.seconds() + LATER
  const effect = notifiedTask.effect({ attempt_id: attempt.id }, { run_at })
  await enqueue(context.db, effect, { id: newId(context.clock.now()), root_id, seconds: context.clock.seconds() })
}
