import assert from 'node:assert/strict'
import type { Tollgate } from '../../packages/client/src/index.js'
import type { QuickinvoicesExpand } from '../../packages/client/types/api.js'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { TransactionRow } from '../../src/resources/transaction/transaction.ts'
import type { Json, Refusal, Shop } from './app.ts'

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
export function newInvoice({ merchants, api }: Shop, over: Json = {}, by: Tollgate = api): Promise<Json> {
  return by.quickinvoices.create(invoiceBody(merchants[0].location_id, over).quickinvoice)
}

export function readInvoice({ api }: Shop, id: string, ...expand: QuickinvoicesExpand[]): Promise<Json> {
  return api.quickinvoices.get(id, { expand })
}

/** A card sale of the first merchant that belongs to no invoice unless the details say so. Amount in minor units. */
export function saleElsewhere(
  t: Shop,
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
export function refused({ status, body }: Refusal): string[] {
  assert.equal(status, 422, JSON.stringify(body))
  return Object.keys(body.errors)
}

/** The messages the sandbox kept for this recipient, oldest first. */
export async function outbox(t: Shop, to: string): Promise<Json[]> {
  return (await t.api.request('GET', '/sandbox/outbox', { query: { to } })).messages
}
