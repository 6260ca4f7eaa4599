import type { Settable } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import type { Money } from '../../lib/money.ts'
import { invalid, invalidField, notFound, Refusal } from '../../lib/problem.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { surcharge } from '../../resources/surcharge/surcharge.ts'
import { surchargeTerms } from '../../resources/surcharge/surcharge-amount.ts'
import { partsProblems } from '../../resources/transaction/amount-parts.ts'
import { changedSurchargeProblems, type ProductSurcharge } from '../../resources/transaction/sent-surcharge.ts'
import {
  type FollowUpAction,
  followUpAmount,
  followUpRefusal,
  NOT_NOW,
  notNow,
} from '../../resources/transaction/transaction.states.ts'
import { type TransactionRow, transaction } from '../../resources/transaction/transaction.ts'
import { isSettled } from '../batches/batch.ts'
import { attemptInsert, newAttempt } from './attempt.ts'
import { originalOf } from './original.ts'
import { allowsPartial } from './outcome.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'
import { followUpRequest, level3OfCapture, type PendingRequest } from './processor-request.ts'
import { accountOf, type Place, type Product, route } from './routing.ts'

/** The input of an action: a new amount where the action has one, and columns that an approval sets besides. */
interface FollowUpInput {
  amount: Money | null
  set: Settable<typeof transaction>
  /** Where the action is meant for one state of the transaction alone. */
  when?: (row: TransactionRow) => boolean
}

/**
 * Stores the intent of an action on a transaction. Whether it is allowed is decided while the transaction is locked.
 */
export async function authoriseFollowUp(
  context: PaymentContext,
  actor: Actor,
  transaction_id: string,
  action: FollowUpAction,
  input: FollowUpInput,
): Promise<PendingRequest> {
  const pending = context.store.transaction(asRoot(actor), async work => {
    const row = await work.lock(transaction, transaction_id)
    if (!row) throw notFound()
    const seconds = context.clock.seconds()
    const place = await work.maybe(location, row.location_id)
    const facts = { same_day: isSameDay(row, place, seconds), settled: await isSettled(work, row) }
    const refusal = followUpRefusal(action, row, facts)
    if (refusal) throw invalidField('action', refusal)
    if (input.when?.(row) === false) throw invalidField('action', 'The transaction has gone on.')
    const product = await work.one(producttransaction, row.product_transaction_id, 'product_transaction_id')
    const asked = withoutNewSurcharge(row, product, input)
    const amount = followUpAmount(action, row, asked.amount)
    if ('problem' in amount) throw invalidField('transaction_amount', amount.problem)
    const problems = action === 'void' ? {} : partsProblems(asked.set, amount.value, row)
    if (row.surcharge_id && action !== 'void')
      Object.assign(
        problems,
        changedSurchargeProblems(await surchargeOfPayment(work, row, product), row, asked.set, amount.value),
      )
    if (Object.keys(problems).length > 0) throw invalid(problems)
    if (row.payment_method === 'ach' && !product.debit_allow_void) {
      throw invalidField('action', 'Action void is not allowed for bank payments of this product.')
    }
    const processor = route(context.processors, await accountOf(work, row), action)
    const attempt = newAttempt({
      id: newId(context.clock.now()),
      root_id: row.root_id,
      transaction_id: row.id,
      processor_account_id: row.processor_account_id,
      action,
      purpose: 'follow_up',
      original: row.reference,
      amount: amount.value,
      changes: asked.set,
    })
    // An event of its own, so that the audit trail has who requested it and when; it also ties the Idempotency-Key.
    const alongside = [attemptInsert([attempt], context.retry_policy, seconds)]
    const started = await work.update(transaction, row, { doing: action }, { verb: 'started', alongside })
    const allow_partial = action === 'authincrement' && allowsPartial(row, product)
    const level3 = action === 'authcomplete' ? await level3OfCapture(work, processor, row, asked.set) : {}
    const surcharge = action === 'authcomplete' ? surchargeOfCapture(row, asked.set) : undefined
    const request = { ...followUpRequest(attempt, originalOf(row), allow_partial), ...level3, surcharge }
    return { row: started, attempt, processor, request, known: { product, place } }
  })
  return pending.catch((error: unknown) => {
    // Its batch has closed between the look and the write: PostgreSQL refuses it and does not know the action.
    const is_late = error instanceof Refusal && error.problems?.action?.[0] === NOT_NOW
    throw is_late ? invalidField('action', notNow(action)) : error
  })
}

/** What was authorized without a surcharge is captured without one: its card may carry none. */
function withoutNewSurcharge(row: TransactionRow, product: Product, { amount, set }: FollowUpInput): FollowUpInput {
  const { surcharge_amount, ...others } = set
  if (row.surcharge_id) return { amount, set: surcharge_amount === null ? others : set }
  if (!product.surcharge_id || !set.surcharge_amount) return { amount, set }
  return { amount: amount && amount - set.surcharge_amount, set: { ...set, surcharge_amount: 0n } }
}

/** The networks want to be told what of the amount that is taken is surcharge, not only of what was held. */
function surchargeOfCapture(row: TransactionRow, set: FollowUpInput['set']): Money | undefined {
  return (set.surcharge_amount ?? row.surcharge_amount) || undefined
}

/** Returns the surcharge by which a payment was charged; null once that was deleted. */
async function surchargeOfPayment(
  work: UnitOfWork,
  row: TransactionRow,
  product: Product,
): Promise<ProductSurcharge | null> {
  const record = await work.maybe(surcharge, row.surcharge_id)
  const { tax_surcharge_config } = product
  return record && { terms: surchargeTerms(record, product), tax_surcharge_config, applies: true }
}

function isSameDay(row: TransactionRow, place: Place | null, seconds: number): boolean {
  return localDate(row.created_ts, place?.tz).equals(localDate(seconds, place?.tz))
}
