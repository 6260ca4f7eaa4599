import assert from 'node:assert/strict'
import type { Database } from '../../src/db/database.ts'
import type { Answer, Client, Json, TestApp } from './app.ts'

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

/** Posts and expects a 201, whatever the outcome of the payment. */
export async function paid(api: Client, transaction: Json): Promise<Json> {
  const answer = await postTransaction(api, transaction)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.transaction
}

/** Puts and expects a 200. */
export async function changed(api: Client, id: string, transaction: Json): Promise<Json> {
  const answer = await putTransaction(api, id, transaction)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction
}

export async function transactionOf(t: TestApp, id: string, expand = ''): Promise<Json> {
  return (await t.api.get(`transactions/${id}${expand && `?expand=${expand}`}`)).body.transaction
}

/** Closes a batch, has it settled and expects this of it: 2 settled, 3 not. */
export async function closeBatch(api: Client, id: string, status: 2 | 3 = 2): Promise<Json> {
  const { body, text } = await api.post(`transactionbatches/${id}/settle`)
  assert.equal(body.transactionbatch?.processing_status_id, status, text)
  return body.transactionbatch
}

/** Expects a 422 on exactly these fields and returns the texts. */
export function refusedOn(answer: Answer, ...fields: string[]): Json {
  assert.equal(answer.status, 422, answer.text)
  assert.deepEqual(Object.keys(answer.body.errors), fields)
  return answer.body.errors
}

/** Makes another card product of the first merchant, whose batches nobody else fills; returns its id. */
export async function ownProduct(t: TestApp, over: Json = {}): Promise<string> {
  const { body } = await t.api.get(`producttransactions/${t.merchants[0].cc_product_transaction_id}`)
  const { id: _, created_ts: __, modified_ts: ___, _links, ...copy } = body.producttransaction
  const made = await t.api.post('producttransactions', { producttransaction: { ...copy, title: 'Own', ...over } })
  assert.equal(made.status, 201, made.text)
  return made.body.producttransaction.id
}

/** The sum of all approved entries in the processor's ledger, in minor units: money taken less money returned. */
export async function ledgerBalance(t: TestApp): Promise<bigint> {
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
