import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValidationError } from '../../packages/client/src/index.js'
import { worldpayRoom } from '../contracts/worldpay-cnp.fixture.ts'
import type { Booked } from '../hosts/worldpay-cnp/book.ts'
import type { Json } from '../support/app.ts'
import { changed, paid, refundBody } from '../support/payments.ts'
import { cardPayment, rootActor, rowOf } from '../support/power-cut.ts'
import { cardSale, connectedSite, NOON } from '../support/recurrings.ts'
import { refusal } from '../support/typed-client.ts'

const room = await worldpayRoom()
const site = await connectedSite('worldpay', room)
const { t } = site
const last = (): Booked => room.host.book.transactions.at(-1)!

test('a sale is approved with what Worldpay says of it, refunded in part and voided while it is not settled', async () => {
  const card = { account_number: '4457010000000009', cvv: '349', billing_street: '1 Main St.', billing_zip: '01803' }
  const sale = await paid(t.api, cardSale({ ...card, order_num: 'A-1 23' }))
  assert.deepEqual(
    [sale.status_id, sale.reason_code_id, sale.auth_code, sale.avs, sale.avs_enhanced, sale.cvv_response],
    [101, 1000, '11111', 'GOOD', 'X', 'M'],
  )
  assert.match(room.sent(), /<orderId>A-1 23<.*<addressLine1>1 Main St\.<.*<zip>01803</)
  const refund = await paid(t.api, refundBody(sale.id, '4.00'))
  assert.equal(refund.status_id, 111)
  assert.deepEqual([last().element, last().amount, last().on?.cnp_txn_id], ['credit', 400n, last().on?.cnp_txn_id])
  const other = await paid(t.api, cardSale({ transaction_amount: '11.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.deepEqual([last().element, last().on?.is_voided], ['void', true])
})

test('a refund whose payment is captured between reading and locking it names the capture', async () => {
  const { id } = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '31.00' }))
  const refunds = await rowOf(t, id)
  await changed(t.api, id, { action: 'authcomplete' })
  const refund = cardPayment(t, { action: 'refund', source: null, refunds, amount: 400n })
  const { status_id } = await t.app.payments.run(rootActor(t), refund)
  assert.deepEqual([status_id, last().element, last().on?.element], [111, 'credit', 'capture'])
})

test('G70 results of 3-D Secure in part are 422 with what is missing, and nothing is sent', async () => {
  const xid = 'f38e6948-5388-41a6-bca4-b49723c19437'
  const sent = room.host.received.length
  const cases: [Json, string[]][] = [
    [{ eci: '05' }, ['cavv']],
    [{ eci: '02', xid }, ['cavv']],
  ]
  for (const [given, missing] of cases) {
    const { status, fields } = await refusal(t.api.transactions.create(cardSale(given)), ValidationError)
    assert.deepEqual([status, Object.keys(fields)], [422, missing])
  }
  assert.equal(room.host.received.length, sent)
  assert.equal((await paid(t.api, cardSale({ xid, eci: '06' }))).status_id, 101)
  assert.match(room.sent(), /<authenticationTransactionId>f38e6948-5388-41a6-bca4-b49723c19437</)
})

test('G11 a capture for less holds nothing back, whoever releases the rest; of American Express it says so', async () => {
  for (const [account_number, left] of [
    ['4457010000000009', 0n],
    ['6011010000000003', 0n],
    ['375001000000005', 4000n],
  ] as const) {
    const sale = cardSale({ action: 'authonly', account_number, transaction_amount: '100.00' })
    const { id, status_id } = await paid(t.api, sale)
    assert.equal(status_id, 102)
    const held = last()
    const captured = await changed(t.api, id, { action: 'authcomplete', transaction_amount: '60.00' })
    assert.deepEqual([captured.status_id, captured.transaction_amount], [101, 60])
    assert.equal(held.amount - held.used, left, account_number)
    assert.equal((await paid(t.api, refundBody(id, '60.00'))).status_id, 111)
  }
})

test('G11 a release that is not answered fails no capture', async () => {
  const sale = cardSale({ action: 'authonly', account_number: '6011010000000003', transaction_amount: '70.00' })
  const { id } = await paid(t.api, sale)
  const held = last()
  held.type = 'VI'
  const captured = await changed(t.api, id, { action: 'authcomplete', transaction_amount: '60.00' })
  assert.deepEqual([captured.status_id, last().element, last().code], [101, 'authReversal', '111'])
})

test('an authorization is captured for less, another one is reversed', async () => {
  const hold = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '30.00' }))
  assert.equal(hold.status_id, 102)
  const captured = await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '25.00' })
  assert.deepEqual([captured.status_id, last().element, last().amount], [101, 'capture', 2500n])
  const capture = last()
  await paid(t.api, refundBody(hold.id, '25.00'))
  assert.equal(last().on, capture, 'a refund gives the capture back, not the authorization')
  const other = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '31.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.equal(last().element, 'authReversal')
})

test('a voice authorization keeps the code it came with, which Worldpay does not repeat', async () => {
  const forced = await paid(t.api, cardSale({ action: 'force', auth_code: 'VOICE1' }))
  assert.deepEqual([forced.status_id, forced.reason_code_id, forced.auth_code], [101, 1002, 'VOICE1'])
})

test('level 3 data that comes after an authorization goes with its capture', async () => {
  const hold = await paid(t.api, cardSale({ action: 'authonly', account_number: '4485271031055802', tax: '1.00' }))
  const line = { commodity_code: '55', description: 'Hedges', product_code: 'H1', quantity: '2', unit_code: 'EA' }
  const line_items = [{ ...line, unit_cost: '4.50', tax_amount: '1.00', tax_rate: '8.25' }]
  const level3_data = { tax_rate: '8.25', sales_tax: '1.00', line_items }
  await t.api.transactionlevel3s.create({ transaction_id: hold.id, level3_data })
  assert.equal((await changed(t.api, hold.id, { action: 'authcomplete' })).status_id, 101)
  assert.match(
    room.sent(),
    /^<capture .*<enhancedData><salesTax>100<.*<itemDescription>Hedges<.*<\/enhancedData><\/capture>$/,
  )
})

test('a decline has its reason, and the caller is told of a set-up issue where the profile is wrong', async () => {
  const declined = await paid(t.api, cardSale({ account_number: '4457010100000008' }))
  assert.deepEqual([declined.status_id, declined.reason_code_id], [301, 1616])
  const issue = await paid(t.api, cardSale({ transaction_amount: '70003.48' }))
  assert.deepEqual([issue.status_id, issue.reason_code_id], [301, 1540])
})

test('an approval that is not recorded at Worldpay yet is given back as soon as it is', async () => {
  room.host.book.early_voids = 2
  const resolved = async () => {
    await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
    await t.app.payments.resolve()
  }
  const address = { billing_street: '2 Main St.', billing_zip: '03038', auto_decline_street_override: 1 }
  const sale = await paid(t.api, cardSale({ ...address, account_number: '5112010000000003' }))
  const booked = room.host.book.transactions.findLast(({ element }) => element === 'sale')!
  assert.deepEqual([sale.status_id, sale.reason_code_id], [301, 1655])
  await resolved()
  const { is_stuck } = await t.api.transactions.get(sale.id)
  assert.deepEqual([booked.is_voided, is_stuck], [false, false])
  await resolved()
  assert.equal(booked.is_voided, true)
  const text = 'select purpose, state from attempt where transaction_id = $1 order by id'
  assert.deepEqual(await t.db.query(text, [sale.id]), [
    { purpose: 'order', state: 'reversed' },
    { purpose: 'reversal', state: 'approved' },
  ])
})

test('a recurring begins its series with the first payment, and sends the network id of that with the next', async () => {
  await site.make({ transaction_amount: '16.00' })
  await t.clock.moveTo(NOON + 60 * 86_400, t.app.worker)
  const charges = room.host.received.map(({ body }) => body).filter(body => body.includes('<amount>1600<'))
  assert.equal(charges.length, 2)
  assert.match(charges[0]!, /<orderSource>ecommerce<.*<processingType>initialRecurring</)
  assert.match(charges[1]!, /<orderSource>recurring<.*<originalNetworkTransactionId>63225578415568556365452427825</)
})
