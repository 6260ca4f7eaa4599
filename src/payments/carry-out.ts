import type { By } from '../definition/door.ts'
import type { Order, Processor } from '../ports/processor.ts'
import { type Attempt, askLater } from './attempt.ts'
import { followUpOrder } from './follow.ts'
import type { Life } from './life.ts'
import { pauseAfter } from './patience.ts'
import type { TransactionRow } from './payments.ts'
import { question } from './question.ts'
import { processorNamed } from './routing.ts'
import { storeOutcome, storeTold } from './store.ts'

/** Steps two and three for an attempt that is written down: ask, then store what came back, or that nobody knows. */
export async function carryOut(
  life: Life,
  by: By,
  attempt: Attempt,
  processor: Processor,
  order: Order,
): Promise<TransactionRow> {
  const outcome = await question(processor, order, life.patience)
  if (outcome.result === 'unknown') return storeTold(life, by, attempt)
  const { row, reversal } = await storeOutcome(life, by, attempt, outcome)
  return reversal ? takeBack(life, by, reversal, row) : row
}

/**
 * Takes back an approval that must not stand. Its attempt is written down, so if this fails the resolver goes on. The
 * reference stays the same however often it is sent: the money goes back once.
 */
export async function takeBack(life: Life, by: By, reversal: Attempt, row: TransactionRow): Promise<TransactionRow> {
  const processor = processorNamed(life.processors, reversal.processor)
  if (!processor) return row
  const outcome = await question(processor, followUpOrder(reversal), life.patience)
  if (outcome.result !== 'unknown') return (await storeOutcome(life, by, reversal, outcome)).row
  await askLater(life.db, reversal.id, pauseAfter(1, life.patience))
  return row
}
