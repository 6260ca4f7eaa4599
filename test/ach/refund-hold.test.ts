import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { debit, goTo, historyOf, sendBack } from '../support/bank.ts'
import { paid, transactionOf } from '../support/payments.ts'

/** Refunds of bank debits that may still come back: accepted with a warning, and held for the days of the product. */

let t: TestApp
before(async () => {
  t = await testApp('ach_refund_hold')
})
after(() => t.close())

const refund = (previous_transaction_id: string, over: Json = {}) =>
  paid(t.api, {
    ...{ action: 'refund', payment_method: 'ach', previous_transaction_id, transaction_amount: '25.00' },
    ...over,
  })

test("a new product holds refunds of consumers' debits for five banking days; the answer says when one leaves", async () => {
  await goTo(t, '2027-03-01T10:00')
  const sent = await debit(t)
  await goTo(t, '2027-03-03T10:00')
  const { is_refundable, settle_date } = await transactionOf(t, sent.id, 'is_refundable')
  assert.deepEqual([is_refundable, settle_date], [true, '2027-03-03'])
  const held = await refund(sent.id)
  assert.deepEqual(
    [held.status_id, held.effective_date, held.verbiage],
    [131, '2027-03-11', 'ACCEPTED, LEAVES ON 2027-03-10, THE DEBIT CAN COME BACK UNTIL 2027-05-02'],
  )
  assert.equal((await transactionOf(t, sent.id, 'is_refundable')).is_refundable, false)
  await goTo(t, '2027-03-10T01:59')
  assert.equal((await transactionOf(t, held.id)).status_id, 131)
  await goTo(t, '2027-03-11T10:00')
  assert.deepEqual(await historyOf(t, held.id), [131, 132, 133, 134])
})

test('a debit that comes back meanwhile takes its refund with it', async () => {
  await goTo(t, '2027-03-15T10:00')
  const sent = await debit(t)
  await goTo(t, '2027-03-17T10:00')
  const held = await refund(sent.id)
  await goTo(t, '2027-03-19T10:00')
  await sendBack(t, sent.id, 'R10')
  assert.equal((await transactionOf(t, sent.id)).status_id, 331)
  await goTo(t, '2027-03-25T10:00')
  const stopped = await transactionOf(t, held.id)
  assert.deepEqual([stopped.status_id, stopped.reason_code_id], [136, 1668])
})

test('after the days of its product a refund leaves with the next file, and still warns', async () => {
  await goTo(t, '2027-04-01T10:00')
  const sent = await debit(t)
  await goTo(t, '2027-04-12T10:00')
  const quick = await refund(sent.id)
  assert.deepEqual([quick.effective_date, quick.verbiage], [null, 'ACCEPTED, THE DEBIT CAN COME BACK UNTIL 2027-06-04'])
  await goTo(t, '2027-04-13T10:00')
  assert.deepEqual((await historyOf(t, quick.id)).slice(0, 2), [131, 132])
})

test('a setting that changes meanwhile holds for refunds that are made afterwards', async () => {
  const path = `producttransactions/${t.merchants[0].ach_product_transaction_id}`
  await goTo(t, '2027-05-03T10:00')
  const [one, other] = [await debit(t), await debit(t, { account_number: '123456780' })]
  await goTo(t, '2027-05-05T10:00')
  const held = await refund(one.id)
  const changed = await t.api.put(path, { producttransaction: { velocity_settings: { refund_hold_days: 0 } } })
  assert.equal(changed.status, 200, changed.text)
  const quick = await refund(other.id)
  assert.deepEqual([held.effective_date, quick.effective_date], ['2027-05-13', null])
  await goTo(t, '2027-05-07T10:00')
  assert.deepEqual(
    [(await transactionOf(t, held.id)).status_id, (await transactionOf(t, quick.id)).status_id],
    [131, 134],
  )
})
