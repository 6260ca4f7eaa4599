/** All amounts are U.S. dollars. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, type Json, testApp } from '../support/app.ts'
import { formAddress, payment } from '../support/hosted-form.ts'
import { paid, postTransaction, putTransaction, saleBody } from '../support/payments.ts'

const t = await testApp('currency')
after(() => t.close())
const { location_id } = t.merchants[0]

const NAMES = ['currency', 'currency_code', 'transaction_currency'] as const
const MUST = /must be USD: all amounts are U\.S\. dollars/

function refused({ status, body, text }: Answer, name: string): void {
  assert.equal(status, 422, text)
  assert.match(String(body.errors[name]), MUST)
}

test('G6 another currency is refused under every name, and nothing is charged', async () => {
  const records: Record<string, Json> = {
    quickinvoice: { location_id, title: 'Hedges', due_date: '2099-01-31', item_list: { Hedge: '500' } },
    paylink: { location_id, amount_due: '500' },
    recurring: { location_id, transaction_amount: '500', interval: 1, interval_type: 'm', start_date: '2099-01-31' },
  }
  const before = (await t.ledger()).length
  for (const name of NAMES) {
    refused(await postTransaction(t.api, saleBody({ transaction_amount: '500', [name]: 'JPY' })), name)
    for (const [noun, record] of Object.entries(records))
      refused(await t.api.post(`${noun}s`, { [noun]: { ...record, [name]: 'EUR' } }), name)
  }
  assert.equal((await t.ledger()).length, before)
})

test('G6 a capture or a refund in another currency is refused as well; dollars are taken by their name', async () => {
  const held = await paid(t.api, saleBody({ action: 'authonly', currency: 'USD' }))
  refused(
    await putTransaction(t.api, held.id, { action: 'authcomplete', transaction_amount: '10.00', currency: 'CAD' }),
    'currency',
  )
  assert.equal(
    (
      await putTransaction(t.api, held.id, {
        action: 'authcomplete',
        transaction_amount: '10.00',
        currency_code: 'usd',
      })
    ).status,
    200,
  )
  const refund = {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: held.id,
    transaction_amount: '1.00',
  }
  refused(await postTransaction(t.api, { ...refund, currency: 'GBP' }), 'currency')
})

test('G6 a hosted form for another currency does not open', async () => {
  const address = (over: Json) => formAddress(t, 'payform', payment(t, over))
  const answer = await t.app.http.inject({ url: address({ currency: 'EUR' }) })
  assert.equal(answer.statusCode, 422)
  assert.match(answer.body, MUST)
  assert.equal((await t.app.http.inject({ url: address({ currency: 'USD' }) })).statusCode, 200)
})
