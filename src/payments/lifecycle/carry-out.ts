import type { Actor } from '../../definition/store.ts'
import type { Processor, ProcessorRequest } from '../../ports/processor.ts'
import type { TransactionRow } from '../payments.ts'
import { type Attempt, pollLater } from './attempt.ts'
import { followUpOrder } from './follow-up.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome, recordUnknown } from './record-outcome.ts'
import { retryDelay } from './retry-policy.ts'
import { processorNamed } from './routing.ts'
import { submit } from './submit.ts'

/** Steps two and three for an attempt that is written down: ask, then store what came back, or that nobody knows. */
export async function submitAttempt(
  context: PaymentContext,
  actor: Actor,
  attempt: Attempt,
  processor: Processor,
  order: ProcessorRequest,
): Promise<TransactionRow> {
  const outcome = await submit(processor, order, context.retry_policy)
  if (outcome.result === 'unknown') return recordUnknown(context, actor, attempt)
  const { row, reversal } = await recordOutcome(context, actor, attempt, outcome)
  return reversal ? submitReversal(context, actor, reversal, row) : row
}

/**
 * Takes back an approval that must not stand. Its attempt is written down, so if this fails the resolver goes on. The
 * reference stays the same however often it is sent: the money goes back once.
 */
export async function submitReversal(
  context: PaymentContext,
  actor: Actor,
  reversal: Attempt,
  row: TransactionRow,
): Promise<TransactionRow> {
  const processor = processorNamed(context.processors, reversal.processor)
  if (!processor) return row
  const outcome = await submit(processor, followUpOrder(reversal), context.retry_policy)
  if (outcome.result !== 'unknown') return (await recordOutcome(context, actor, reversal, outcome)).row
  await pollLater(context.db, reversal.id, retryDelay(1, context.retry_policy))
  return row
}
