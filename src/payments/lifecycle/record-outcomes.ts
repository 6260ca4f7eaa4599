import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { transaction } from '../../resources/transaction/transaction.ts'
import type { TransactionRow } from '../payments.ts'
import { postOutcomeIn } from '../posting/post-outcome.ts'
import { postingBatch } from '../posting/posting-batch.ts'
import { type Attempt, endAttempts, lockAttempts } from './attempt.ts'
import { type Consequence, concludeOrder } from './outcome.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'
import { isOpen, openReversal, type Stored, verbOf } from './record-outcome.ts'
import type { Product } from './routing.ts'
import type { Answered } from './send-all.ts'
import { truncateOutcome } from './truncate-outcome.ts'

interface Concluded {
  row: TransactionRow
  held: Attempt
  answer: Answered
  consequence: Consequence
}

/**
 * Step three for orders that were sent together: outcomes, events and batches in one transaction of the database. What
 * somebody else has stored meanwhile is left as it is. Answers what was stored here, with the reversals that have to follow.
 */
export async function recordOutcomes(
  context: PaymentContext,
  actor: Actor,
  answers: readonly Answered[],
): Promise<Stored[]> {
  const products = await productsOf(context, actor, answers)
  return context.store.transaction(asRoot(actor), async work => {
    const seconds = context.clock.seconds()
    const concluded = await conclude(work, answers, products, seconds)
    await endAttempts(
      work,
      concluded.map(({ held, answer, consequence }) => ({ id: held.id, state: consequence.state, ...answer.outcome })),
      seconds,
    )
    const open = postingBatch(work)
    await open.meet(concluded.map(({ row }) => row.contact_id))
    const stored: Stored[] = []
    for (const { row, held, consequence } of concluded) {
      const after = await postOutcomeIn(open, work, row, consequence.set, verbOf(row, held))
      stored.push({
        row: after,
        reversal: consequence.reverse ? await openReversal(context, work, held, seconds) : null,
      })
    }
    await open.close(seconds)
    return stored
  })
}

/** Locks all transactions, then all attempts, each in their order; and finds out what each answer makes of its transaction. */
async function conclude(
  work: UnitOfWork,
  answers: readonly Answered[],
  products: ReadonlyMap<string, Product>,
  seconds: number,
): Promise<Concluded[]> {
  const ids = answers.map(({ attempt }) => attempt.transaction_id).toSorted()
  await work.query('select from transaction where id = any($1) order by id for no key update', [ids])
  const rows = new Map((await work.all(transaction, { id: ids }, ids.length)).map(row => [row.id, row]))
  const attempts = await lockAttempts(
    work,
    answers.map(({ attempt }) => attempt.id),
  )
  const held = new Map(attempts.map(attempt => [attempt.id, attempt]))
  return answers.flatMap(answer => {
    const row = rows.get(answer.attempt.transaction_id)
    const attempt = held.get(answer.attempt.id)
    const product = row && products.get(row.product_transaction_id)
    if (!row || !attempt || !product) throw new Error(`attempt ${answer.attempt.id} has no transaction`)
    if (!isOpen(attempt)) return []
    const outcome = truncateOutcome(answer.outcome)
    const consequence = concludeOrder(row, attempt, outcome, product, seconds)
    return [{ row, held: attempt, answer: { ...answer, outcome }, consequence }]
  })
}

/** The products by their id; read outside the transaction, where they are remembered. */
async function productsOf(
  context: PaymentContext,
  actor: Actor,
  answers: readonly Answered[],
): Promise<Map<string, Product>> {
  const read = context.store.reader(asRoot(actor).caller)
  const ids = new Set(answers.map(({ product_transaction_id }) => product_transaction_id))
  const products = new Map<string, Product>()
  for (const id of ids) products.set(id, await read.one(producttransaction, id, 'product_transaction_id'))
  return products
}
