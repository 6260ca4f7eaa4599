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
import { orderOfRun, sendRunAgain } from './send-again.ts'
import { storeOutcome } from './store.ts'

/**
 * Ends what was left open: attempts whose process died before the outcome was stored, and those whose outcome nobody could
 * learn. Only the processor's word ends one; as long as it cannot be asked, the attempt stays open and is asked about again.
 * Returns how many ended.
 */
export async function resolve(life: Life): Promise<number> {
  const { chunk, lease_seconds } = life.patience
  let ended = 0
  for (;;) {
    const due = await takeDue(life.db, chunk, lease_seconds)
    const done = await Promise.all(due.map(attempt => resolveOne(life, attempt)))
    ended += done.filter(Boolean).length
    // Where much was left open, as after a crash in the middle of a long run, the next ones need not wait for the next round.
    if (due.length < chunk || !done.some(Boolean)) return ended
  }
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
  const again = await orderOfRun(life, by, attempt, processor)
  if (again) return (await sendRunAgain(life, by, attempt, processor, again)) !== 'unknown'
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
