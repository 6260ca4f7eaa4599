import assert from 'node:assert/strict'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import type { Answer, Client, Json, TestApp } from './app.ts'

/** The required fields of a quick invoice, and whatever else is wanted. */
export function invoiceBody(location_id: string, over: Record<string, unknown> = {}): { quickinvoice: Json } {
  const required = {
    location_id,
    title: 'Garden work',
    due_date: '2030-01-31',
    item_list: { Mowing: 7.5, Hedge: '2.50' },
  }
  return { quickinvoice: { ...required, ...over } }
}

/** Creates a quick invoice of the first merchant and returns the record. */
export async function newInvoice(t: TestApp, over: Record<string, unknown> = {}, api: Client = t.api): Promise<Json> {
  const answer = await api.post('quickinvoices', invoiceBody(t.merchants[0].location_id, over))
  assert.equal(answer.status, 201, answer.text)
  return answer.body.quickinvoice
}

export async function readInvoice(t: TestApp, id: string, expand = ''): Promise<Json> {
  const answer = await t.api.get(`quickinvoices/${id}${expand ? `?expand=${expand}` : ''}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.quickinvoice
}

/** A card sale of the first merchant that belongs to no invoice unless the details say so. Amount in minor units. */
export function saleElsewhere(
  t: TestApp,
  amount: bigint,
  action: 'sale' | 'authonly' = 'sale',
  details: NewPayment['details'] = {},
): Promise<TransactionRow> {
  const [merchant] = t.merchants
  return t.app.payments.run(
    { caller: systemCaller(merchant.location_id, 'test') },
    {
      action,
      location_id: merchant.location_id,
      product_transaction_id: merchant.cc_product_transaction_id,
      amount,
      source: {
        kind: 'account',
        account: {
          payment_method: 'cc',
          account_number: '4111111111111111',
          exp_date: '0431',
          account_holder_name: 'Rosa Lindqvist',
        },
      },
      initiation: BY_CARDHOLDER,
      details,
    },
  )
}

/** The fields a 422 names. */
export function refused(answer: Answer): string[] {
  assert.equal(answer.status, 422, answer.text)
  return Object.keys(answer.body.errors)
}

/** The messages the sandbox kept for this recipient, oldest first. */
export async function outbox(t: TestApp, to: string): Promise<Json[]> {
  const answer = await t.api.get(`/sandbox/outbox?to=${encodeURIComponent(to)}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.messages
}
