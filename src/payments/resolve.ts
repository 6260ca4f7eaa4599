import { systemCaller } from '../definition/caller.ts'
import type { By } from '../definition/door.ts'
import type { Found, Processor } from '../ports/processor.ts'
import { type Attempt, askLater, isBelievable, takeDue } from './attempt.ts'
import { takeBack } from './carry-out.ts'
import { followUpOrder } from './follow.ts'
import type { Life } from './life.ts'
import { pauseAfter } from './patience.ts'
import { NEVER_SEEN, question } from './question.ts'
import { processorNamed } from './routing.ts'
import { storeOutcome } from './store.ts'

/**
 * Ends what was left open: attempts whose process died before the outcome was stored, and those whose outcome nobody could
 * learn. Only the processor's word ends one; as long as it cannot be asked, the attempt stays open and is asked about again.
 * Returns how many ended.
 */
export async function resolve(life: Life): Promise<number> {
  const due = await takeDue(life.db, life.patience.chunk, life.patience.lease_seconds)
  const ended = await Promise.all(due.map(attempt => resolveOne(life, attempt)))
  return ended.filter(Boolean).length
}

async function resolveOne(life: Life, attempt: Attempt): Promise<boolean> {
  const processor = processorNamed(life.processors, attempt.processor)
  try {
    if (processor && (await asked(life, attempt, processor))) return true
  } catch (error) {
    life.log.error({ attempt: attempt.id, message: (error as Error).message }, 'an outcome could not be resolved')
  }
  await askLater(life.db, attempt.id, pauseAfter(attempt.asks, life.patience))
  return false
}

async function asked(life: Life, attempt: Attempt, processor: Processor): Promise<boolean> {
  const by: By = { caller: systemCaller(attempt.root_id, 'resolver') }
  const found = await find(processor, attempt.id)
  if (!found) return false
  if (found.seen) {
    if (found.outcome.result === 'unknown') return false
    const { row, reversal } = await storeOutcome(life, by, attempt, found.outcome)
    if (reversal) await takeBack(life, by, reversal, row)
    return true
  }
  if (attempt.purpose === 'reversal') return sendAgain(life, by, attempt, processor)
  // Too soon: an order that is still on its way would be given up and then carried out.
  if (!(await isBelievable(life.db, attempt))) return false
  await storeOutcome(life, by, attempt, NEVER_SEEN)
  return true
}

/** Null when the processor cannot be asked: then nothing is known yet. */
async function find(processor: Processor, reference: string): Promise<Found | null> {
  try {
    return await processor.find(reference)
  } catch {
    return null
  }
}

/** Money that must go back is asked for until there is an answer, always under the same reference. */
async function sendAgain(life: Life, by: By, attempt: Attempt, processor: Processor): Promise<boolean> {
  const outcome = await question(processor, followUpOrder(attempt), life.patience)
  if (outcome.result === 'unknown') return false
  await storeOutcome(life, by, attempt, outcome)
  return true
}
