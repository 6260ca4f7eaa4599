import { systemCaller } from '../definition/caller.ts'
import type { By } from '../definition/door.ts'
import type { Found, Outcome, Processor } from '../ports/processor.ts'
import { type Attempt, askLater, isBelievable, takeDue } from './attempt.ts'
import { takeBack } from './carry-out.ts'
import { followUpOrder } from './follow.ts'
import type { Life } from './life.ts'
import { pauseAfter } from './patience.ts'
import { NEVER_SEEN, question } from './question.ts'
import { processorNamed } from './routing.ts'
import { orderOfRun, sendRunAgain } from './send-again.ts'
import { storeOutcome } from './store.ts'
import { takeWatched, WATCH_SECONDS, watch } from './watch.ts'

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

/** Asks about an attempt that was just written down, without waiting for the next round. */
export async function resolveNow(life: Life, attempt: Attempt): Promise<void> {
  await resolveOne(life, attempt)
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
  if (found.seen) return storeFound(life, by, attempt, found.outcome)
  if (attempt.purpose === 'reversal') return sendAgain(life, by, attempt, processor)
  // Too soon: an order that is still on its way would be given up and then carried out.
  if (!(await isBelievable(life.db, attempt))) return false
  const again = await orderOfRun(life, by, attempt, processor)
  if (again) return (await sendRunAgain(life, by, attempt, processor, again)) !== 'unknown'
  return giveUp(life, by, attempt, processor)
}

async function storeFound(life: Life, by: By, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  if (outcome.result === 'unknown') return false
  const { row, reversal } = await storeOutcome(life, by, attempt, outcome)
  if (reversal) await takeBack(life, by, reversal, row)
  return true
}

/**
 * An order that nobody has seen may still lie somewhere on its way. Before anybody is told that it did not happen the processor
 * promises never to carry it out; where it cannot promise, it is asked about for some days more.
 */
async function giveUp(life: Life, by: By, attempt: Attempt, processor: Processor): Promise<boolean> {
  const last = processor.ruleOut ? await processor.ruleOut(attempt.id).catch(() => null) : NOT_SEEN
  if (!last) return false
  if (last.seen) return storeFound(life, by, attempt, last.outcome)
  await storeOutcome(life, by, attempt, NEVER_SEEN)
  if (!processor.ruleOut) await watch(life.db, attempt.id, 0)
  return true
}

const NOT_SEEN: Found = { seen: false }

/**
 * Looks once more at orders that were given up at a processor which cannot rule them out. One that was approved after all is taken
 * back, as one that somebody was told about.
 */
export async function watchGivenUp(life: Life): Promise<void> {
  const { chunk, lease_seconds } = life.patience
  const due = await takeWatched(life.db, chunk, lease_seconds)
  await Promise.all(due.map(attempt => lookAgain(life, attempt)))
}

async function lookAgain(life: Life, attempt: Attempt & { looks: number }): Promise<void> {
  const processor = processorNamed(life.processors, attempt.processor)
  const by: By = { caller: systemCaller(attempt.root_id, 'resolver') }
  try {
    const found = processor && (await processor.find(attempt.id))
    if (found?.seen) await storeFound(life, by, attempt, found.outcome)
    if (found) await watch(life.db, attempt.id, found.seen ? WATCH_SECONDS.length : attempt.looks)
  } catch (error) {
    const message = (error as Error).message
    life.log.warn({ attempt: attempt.id, message }, 'an order that was given up could not be asked about')
  }
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
