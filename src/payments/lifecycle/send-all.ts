import type { Actor } from '../../definition/store.ts'
import type { Outcome } from '../../ports/processor.ts'
import { type Attempt, pollLater } from './attempt.ts'
import { submitReversal } from './carry-out.ts'
import type { Entered } from './many.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { retryDelay } from './retry-policy.ts'
import { submit } from './submit.ts'

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
export async function sendAll(context: PaymentContext, actor: Actor, { asks, latest_ms }: Entered): Promise<void> {
  const store = coalescer<Answered>(answers => storeGroup(context, actor, answers))
  await Promise.all(
    asks.map(async ({ attempt, product_transaction_id, processor, order }) => {
      if (performance.now() > latest_ms) return
      const outcome = await submit(processor, order, context.retry_policy)
      if (outcome.result === 'unknown') await pollLater(context.db, attempt.id, retryDelay(1, context.retry_policy))
      else await store({ attempt, product_transaction_id, outcome })
    }),
  )
}

async function storeGroup(context: PaymentContext, actor: Actor, answers: readonly Answered[]): Promise<void> {
  const stored = await recordOutcomes(context, actor, answers)
  const known = new Set(stored.map(({ row }) => row.id))
  // Somebody else has ended these meanwhile; an approval of one that was given up is taken back.
  const others = answers.filter(({ attempt }) => !known.has(attempt.transaction_id))
  const late = await Promise.all(others.map(({ attempt, outcome }) => recordOutcome(context, actor, attempt, outcome)))
  const all = [...stored, ...late]
  await Promise.all(all.map(({ row, reversal }) => (reversal ? submitReversal(context, actor, reversal, row) : null)))
}

const MOST_TOGETHER = 50

/** One writer at a time: what comes while it writes goes together in the next group. */
function coalescer<T>(write: (group: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
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
