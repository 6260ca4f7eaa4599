import assert from 'node:assert/strict'
import test from 'node:test'
import { ValidationError } from '../../packages/client/src/index.js'
import { authorizenetRoom } from '../contracts/authorizenet.fixture.ts'
import type { Json } from '../support/app.ts'
import { changed, paid, refundBody, transactionOf } from '../support/payments.ts'
import { resolveOnce } from '../support/power-cut.ts'
import { cardSale, connectedSite, NOON } from '../support/recurrings.ts'
import { refusal } from '../support/typed-client.ts'

const machine = () => Math.floor(Date.now() / 1000)
let seconds = machine
const room = await authorizenetRoom(() => seconds())
const { host } = room
const site = await connectedSite('authorizenet', room)
const { t } = site
const later = () => t.clock.seconds()
seconds = later
const last = () => host.book.entries.at(-1)!

test('a sale, a partial capture, a void and a refund', async () => {
  const sale = await paid(t.api, cardSale({ order_num: 'A-12' }))
  assert.deepEqual([sale.status_id, sale.reason_code_id, sale.auth_code.length], [101, 1000, 6])
  const id = last().id
  const hold = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '20.00' }))
  assert.equal(hold.status_id, 102)
  const captured = await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '15.00' })
  assert.deepEqual([captured.status_id, captured.transaction_amount], [101, 15])
  const voided = await paid(t.api, cardSale({ transaction_amount: '3.00' }))
  assert.equal((await changed(t.api, voided.id, { action: 'void' })).status_id, 201)
  assert.equal(last().status, 'voided')
  host.book.close()
  const refund = refundBody(sale.id, '4.00')
  assert.equal((await paid(t.api, refund)).status_id, 111)
  assert.deepEqual([last().status, last().settles, last().original_id], ['refundPendingSettlement', 400n, id])
})

test('G70 results of 3-D Secure in part are 422 with what is missing, and nothing is sent', async () => {
  const cavv = 'AAABBEg0VhI0VniQEjRWAAAAAAA='
  const xid = 'f38e6948-5388-41a6-bca4-b49723c19437'
  const sent = room.host.received.length
  const cases: [Json, string[]][] = [
    [{ cavv }, ['eci']],
    [{ xid }, ['cavv', 'eci']],
    [{ eci: '05' }, ['cavv']],
  ]
  for (const [given, missing] of cases) {
    const { status, fields } = await refusal(t.api.transactions.create(cardSale(given)), ValidationError)
    assert.deepEqual([status, Object.keys(fields)], [422, missing])
  }
  assert.equal(room.host.received.length, sent)
  assert.equal((await paid(t.api, cardSale({ eci: '07' }))).status_id, 101)
})

test('a decline is one, with its reason', async () => {
  host.book.verdicts.push('4')
  const { status_id, reason_code_id } = await paid(t.api, cardSale())
  assert.deepEqual([status_id, reason_code_id], [301, 1520])
})

test('a review that has ended is told by a webhook, and believed when it is asked about', async () => {
  host.book.review = 'FDSPendingReview'
  const { id } = await paid(t.api, cardSale({ transaction_amount: '9.60' }))
  host.book.review = null
  await t.db.run('update attempt set ask_ts = ask_ts + 3600 where id = $1', [id])
  const there = last().id
  host.book.decide(there, false)
  // What comes in from outside is dated by the machine's clock.
  seconds = machine
  const { headers, body } = host.webhook(there, 'net.authorize.payment.fraud.declined')
  seconds = later
  const send = (payload: string) =>
    t.app.http.inject({
      method: 'POST',
      url: `/processors/authorizenet/${t.merchants[0].cc_product_transaction_id}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  assert.equal((await send(body.replace('declined', 'approved'))).statusCode, 401)
  assert.equal((await send(body)).statusCode, 200)
  assert.equal((await send(body)).statusCode, 200)
  await t.app.payments.resolve()
  const { status_id, reason_code_id } = await transactionOf(t, id)
  assert.deepEqual([status_id, reason_code_id], [301, 1624])
})

test('a payment that is held for a review waits for it', async () => {
  host.book.review = 'FDSAuthorizedPendingReview'
  const { id, status_id } = await paid(t.api, cardSale({ transaction_amount: '9.50' }))
  host.book.review = null
  assert.equal(status_id, 0)
  await resolveOnce(t)
  assert.equal((await transactionOf(t, id)).status_id, 0)
  host.book.decide(last().id, true)
  await resolveOnce(t)
  assert.equal((await transactionOf(t, id)).status_id, 101)
})

test('the payments of a recurring name the first of their series', async () => {
  await site.make({ transaction_amount: '12.34' })
  await t.clock.moveTo(NOON + 60 * 86_400, t.app.worker)
  const sent = host.received
    .map(({ body }) => JSON.parse(body).createTransactionRequest?.transactionRequest)
    .filter(request => request?.amount === '12.34')
  assert.equal(sent.length, 2)
  assert.deepEqual(sent[0].processingOptions, { isFirstRecurringPayment: true })
  assert.deepEqual(sent[1].processingOptions, { isSubsequentAuth: true })
  const [first] = host.book.entries.filter(({ requested }) => requested === 1234n)
  assert.deepEqual(sent[1].subsequentAuthInformation, { originalNetworkTransId: first!.network_id })
})
