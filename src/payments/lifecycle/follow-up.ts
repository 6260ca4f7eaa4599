import type { Settable } from '../../definition/resource.ts'
import type { Actor, UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { localDate } from '../../lib/local-date.ts'
import type { Money } from '../../lib/money.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import type { Processor, ProcessorRequest } from '../../ports/processor.ts'
import { location } from '../../resources/location/location.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import {
  type FollowUpAction,
  followUpAmount,
  followUpRefusal,
  type TransactionRow,
  transaction,
} from '../../resources/transaction/transaction.ts'
import { type Attempt, openAttempt } from './attempt.ts'
import { asRoot, type PaymentContext } from './payment-context.ts'
import { route } from './routing.ts'

/** What is asked of an earlier transaction: a new amount where the action has one, and what an approval sets besides. */
export interface Asked {
  amount: Money | null
  set: Settable<typeof transaction>
}

/** Step one of an action on a transaction: whether it is allowed is decided while the transaction is held. */
export function recordFollowUp(
  context: PaymentContext,
  actor: Actor,
  transaction_id: string,
  action: FollowUpAction,
  asked: Asked,
): Promise<{ attempt: Attempt; order: ProcessorRequest; processor: Processor }> {
  return context.store.transaction(asRoot(actor), async work => {
    const row = await work.lock(transaction, transaction_id)
    if (!row) throw notFound()
    const seconds = context.clock.seconds()
    const refusal = followUpRefusal(action, row, await isSameDay(work, row, seconds))
    if (refusal) throw invalidField('action', refusal)
    const amount = followUpAmount(action, row, asked.amount)
    if ('problem' in amount) throw invalidField('transaction_amount', amount.problem)
    const product = await work.one(producttransaction, row.product_transaction_id, 'product_transaction_id')
    if (row.payment_method === 'ach' && !product.debit_allow_void) {
      throw invalidField('action', 'Action void is not allowed for bank payments of this product.')
    }
    const processor = route(context.processors, product, action)
    // An event of its own, so that the books say who asked and when; it also ties the request's Idempotency-Key.
    await work.update(transaction, row, { doing: action }, { verb: 'started' })
    const attempt = await openAttempt(
      work,
      {
        id: newId(context.clock.now()),
        root_id: row.root_id,
        transaction_id: row.id,
        processor: product.processor,
        action,
        purpose: 'follow_up',
        original: row.reference,
        amount: amount.value,
        changes: asked.set,
      },
      context.retry_policy,
      seconds,
    )
    return { attempt, processor, order: followUpOrder(attempt) }
  })
}

/** A follow-up or a reversal as a processor gets it: it names its original and needs no account. */
export function followUpOrder(attempt: Attempt): ProcessorRequest {
  return {
    reference: attempt.id,
    action: attempt.action,
    amount: attempt.amount,
    original: attempt.original ?? undefined,
    allow_partial: false,
    initiation: 'merchant',
  }
}

async function isSameDay(work: UnitOfWork, row: TransactionRow, seconds: number): Promise<boolean> {
  const place = await work.maybe(location, row.location_id)
  return localDate(row.created_ts, place?.tz).equals(localDate(seconds, place?.tz))
}
