import assert from 'node:assert/strict'
import type { Tollgate } from '../../packages/client/src/index.js'
import type { TransactionsExpand } from '../../packages/client/types/api.js'
import type { Database } from '../../src/db/database.ts'
import type { Answer, Client, Json, Refusal, Shop } from './app.ts'

/** Public test card numbers. */
export const VISA = '4111111111111111'
export const MASTERCARD = '5454545454545454'
export const AMEX = '371449635398431'

/** Of a bank account. */
export const ACCOUNT_NUMBER = '123456789'

/** A keyed card sale with the least that is needed. */
export function saleBody(over: Json = {}): Json {
  return {
    action: 'sale',
    payment_method: 'cc',
    account_number: VISA,
    exp_date: '1230',
    transaction_amount: '10.00',
    ...over,
  }
}

/** A debit of a person's checking account. */
export function debitBody(product_transaction_id: string, over: Json = {}): Json {
  return {
    action: 'debit',
    payment_method: 'ach',
    product_transaction_id,
    account_holder_name: 'Wilma Testperson',
    account_number: ACCOUNT_NUMBER,
    account_type: 'checking',
    routing: '072000326',
    ach_sec_code: 'WEB',
    transaction_amount: '25.00',
    ...over,
  }
}

/** A refund of an earlier card payment. */
export function refundBody(previous_transaction_id: string, transaction_amount: string): Json {
  return { action: 'refund', payment_method: 'cc', previous_transaction_id, transaction_amount }
}

export function postTransaction(api: Client, transaction: Json, headers?: Record<string, string>): Promise<Answer> {
  return api.post('transactions', { transaction }, headers)
}

export function putTransaction(
  api: Client,
  id: string,
  transaction: Json,
  headers?: Record<string, string>,
): Promise<Answer> {
  return api.put(`transactions/${id}`, { transaction }, headers)
}

/** Returns the payment, whatever its outcome. */
export function paid(api: Tollgate, transaction: Json): Promise<Json> {
  return api.transactions.create(transaction)
}

export function changed(api: Tollgate, id: string, transaction: Json): Promise<Json> {
  return api.transactions.update(id, transaction)
}

export function transactionOf({ api }: Shop, id: string, ...expand: TransactionsExpand[]): Promise<Json> {
  return api.transactions.get(id, { expand })
}

/** Closes a batch, has it settled and expects this of it: 2 settled, 3 not. */
export async function closeBatch(api: Tollgate, id: string, status: 2 | 3 = 2): Promise<Json> {
  const batch = await api.transactionbatches.settle(id)
  assert.equal(batch.processing_status_id, status)
  return batch
}

/** Expects a 422 on exactly these fields and returns the texts. */
export function refusedOn({ status, body }: Refusal, ...fields: string[]): Json {
  assert.equal(status, 422, JSON.stringify(body))
  assert.deepEqual(Object.keys(body.errors), fields)
  return body.errors
}

/** Makes another card product of the first merchant, whose batches nobody else fills; returns its id. */
export async function ownProduct(t: Shop, over: Json = {}): Promise<string> {
  const { producttransactions } = t.api
  const copy = await producttransactions.get(t.merchants[0].cc_product_transaction_id)
  return (await producttransactions.create({ ...copy, title: 'Own', ...over })).id
}

/** The sum of all approved entries in the processor's ledger, in minor units: money taken less money returned. */
export async function ledgerBalance(t: Shop): Promise<bigint> {
  const entries = await t.ledger()
  const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
  return entries.reduce((sum, each) => {
    if (each.result !== 'approved') return sum
    if (TAKES.includes(each.action)) return sum + cents(each.amount)
    return GIVES.includes(each.action) ? sum - cents(each.amount) : sum
  }, 0n)
}

const TAKES = ['sale', 'force', 'debit', 'authcomplete']
const GIVES = ['refund', 'credit']

/** Takes a bank payment the whole way to its settlement, step by step. */
export async function arrived(db: Database, id: string): Promise<void> {
  for (const status_id of [132, 133, 134])
    await db.run('update transaction set status_id = $2 where id = $1', [id, status_id])
}
