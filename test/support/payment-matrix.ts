import assert from 'node:assert/strict'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { FollowUpAction } from '../../src/resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import type { Json, TestApp } from './app.ts'
import { bankPayment, cardPayment } from './power-cut.ts'

/** What the rows of a fault matrix need of the gateway they are tried at. */
export interface Tried {
  t: TestApp
  run(payment: NewPayment): Promise<TransactionRow>
  /** The same, until its processor has decided about it. */
  made(payment: NewPayment): Promise<TransactionRow>
  /** A sale that can be given back. */
  sold(): Promise<TransactionRow>
}

/** How a payment begins, and the status of its approval. */
export interface Beginning {
  action: string
  status_id: number
  make(tried: Tried): Promise<NewPayment> | NewPayment
}

async function refundOfSale({ t, sold }: Tried): Promise<NewPayment> {
  return cardPayment(t, { action: 'refund', source: null, refunds: await sold(), amount: 400n })
}

export const BEGINNINGS: Readonly<Record<string, Beginning>> = {
  sale: { action: 'sale', status_id: 101, make: ({ t }) => cardPayment(t) },
  authonly: { action: 'authonly', status_id: 102, make: ({ t }) => cardPayment(t, { action: 'authonly' }) },
  force: {
    action: 'force',
    status_id: 101,
    make: ({ t }) => cardPayment(t, { action: 'force', details: { auth_code: 'V12345' } }),
  },
  avsonly: { action: 'avsonly', status_id: 121, make: ({ t }) => cardPayment(t, { action: 'avsonly', amount: 0n }) },
  'blind refund': { action: 'refund', status_id: 111, make: ({ t }) => cardPayment(t, { action: 'refund' }) },
  'refund of a sale': { action: 'refund', status_id: 111, make: refundOfSale },
  debit: { action: 'debit', status_id: 131, make: ({ t }) => bankPayment(t, 'debit') },
  credit: { action: 'credit', status_id: 131, make: ({ t }) => bankPayment(t, 'credit') },
}

/** An action on a payment, and the status of the payment once it is approved. */
export interface FollowUp {
  action: FollowUpAction
  amount: bigint | null
  status_id: number
  first(tried: Tried): Promise<TransactionRow>
}

export const sale: FollowUp['first'] = ({ t, run }) => run(cardPayment(t))
const held: FollowUp['first'] = ({ t, run }) => run(cardPayment(t, { action: 'authonly' }))

export const FOLLOW_UPS: Readonly<Record<string, FollowUp>> = {
  'void of a sale': { action: 'void', amount: null, status_id: 201, first: sale },
  'void of an authorization': { action: 'void', amount: null, status_id: 201, first: held },
  'void of a refund': {
    action: 'void',
    amount: null,
    status_id: 201,
    first: async tried => tried.run(await refundOfSale(tried)),
  },
  'void of a debit': {
    action: 'void',
    amount: null,
    status_id: 201,
    first: ({ t, made }) => made(bankPayment(t, 'debit')),
  },
  authcomplete: { action: 'authcomplete', amount: 700n, status_id: 101, first: held },
  authincrement: { action: 'authincrement', amount: 1500n, status_id: 102, first: held },
  'partialreversal of an authorization': { action: 'partialreversal', amount: 600n, status_id: 102, first: held },
}

/**
 * What a caller is told of a payment: the truth, that it has failed though nobody knows, that it was not sent, or that
 * its processor decides later.
 */
export type Says = 'known' | 'told' | 'unsent' | 'open'

/** Returns the status and the outcome that are shown of a payment whose approval has a status of its own. */
export function shownAs(says: Says, status_id: number): [status_id: number, outcome: string] {
  if (says === 'open') return [0, 'pending']
  if (says === 'known') return [status_id, 'approved']
  return [301, says === 'told' ? 'unknown' : 'declined']
}

/** Lets the first merchant do everything the matrix does: give back to anybody, void debits, pay the same twice. */
export async function allowEverything(t: TestApp): Promise<void> {
  const product = { allow_blind_refund: 1, debit_allow_void: 1, dup_check_per_batch: 0 } as Json
  const { cc_product_transaction_id, ach_product_transaction_id } = t.merchants[0]
  for (const id of [cc_product_transaction_id, ach_product_transaction_id])
    await t.api.producttransactions.update(id, product)
}

/** Nothing is open, no money is held by anything, and every batch is the sum of its payments. */
export async function allIsSquare({ db }: TestApp): Promise<void> {
  const left = `select id from transaction where refund_pending_amount <> 0 or doing is not null or outcome in ('pending', 'unknown')`
  assert.deepEqual(await db.query(left), [])
  const wrong = `select b.id, b.total_sale_amount, s.sales from transactionbatch b,
    lateral (select coalesce(sum(captured_amount) filter (where status_id = 101), 0) as sales,
                    coalesce(sum(auth_amount) filter (where status_id = 111), 0) as refunds
               from transaction where transaction_batch_id = b.id) s
   where b.total_sale_amount <> s.sales or b.total_refund_amount + b.total_blind_refund_amount <> s.refunds`
  assert.deepEqual(await db.query(wrong), [])
}
