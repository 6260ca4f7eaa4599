import type { By } from '../definition/door.ts'
import type { Outcome } from '../ports/processor.ts'
import { type Attempt, askLater } from './attempt.ts'
import { takeBack } from './carry-out.ts'
import type { Life } from './life.ts'
import type { Entered } from './many.ts'
import { pauseAfter } from './patience.ts'
import { question } from './question.ts'
import { storeOutcome } from './store.ts'
import { storeOutcomes } from './store-many.ts'

/** An answer that waits to be stored. */
export interface Answered {
  attempt: Attempt
  product_transaction_id: string
  outcome: Outcome
}

/**
 * Steps two and three for many payments that were written down: all are sent at once, and answers are stored together as
 * they come. Nobody is told anything while nobody knows: an unknown outcome stays open until
 * the resolver has the truth. One that is late is not sent at all, because the resolver may already be asking about it.
 */
export async function sendAll(life: Life, by: By, { asks, latest_ms }: Entered): Promise<void> {
  const store = gathering<Answered>(answers => storeGroup(life, by, answers))
  await Promise.all(
    asks.map(async ({ attempt, product_transaction_id, processor, order }) => {
      if (performance.now() > latest_ms) return
      const outcome = await question(processor, order, life.patience)
      if (outcome.result === 'unknown') await askLater(life.db, attempt.id, pauseAfter(1, life.patience))
      else await store({ attempt, product_transaction_id, outcome })
    }),
  )
}

async function storeGroup(life: Life, by: By, answers: readonly Answered[]): Promise<void> {
  const stored = await storeOutcomes(life, by, answers)
  const known = new Set(stored.map(({ row }) => row.id))
  // Somebody else has ended these meanwhile; an approval of one that was given up is taken back.
  const others = answers.filter(({ attempt }) => !known.has(attempt.transaction_id))
  const late = await Promise.all(others.map(({ attempt, outcome }) => storeOutcome(life, by, attempt, outcome)))
  const all = [...stored, ...late]
  await Promise.all(all.map(({ row, reversal }) => (reversal ? takeBack(life, by, reversal, row) : null)))
}

const MOST_TOGETHER = 50

/** One writer at a time: what comes while it writes goes together in the next group. */
function gathering<T>(write: (group: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: { item: T; done: PromiseWithResolvers<void> }[] = []
  let writing = false
  const next = async (): Promise<void> => {
    writing = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(MOST_TOGETHER)
      await write(group.map(({ item }) => item)).then(
        () => group.map(({ done }) => done.resolve()),
        error => group.map(({ done }) => done.reject(error)),
      )
    }
    writing = false
  }
  return item => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!writing) void next()
    return done.promise
  }
}
