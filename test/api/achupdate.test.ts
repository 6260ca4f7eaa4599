import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { changed, debitBody, paid, refusedOn, saleBody } from '../support/payments.ts'

/** `POST /v2/transactions/{id}/achupdate`: a bank payment in place of one that was voided on its day. */

const t = await testApp('achupdate')
after(t.close)
const [mine] = t.merchants
const bank = mine.ach_product_transaction_id

async function voided(over: Json = {}): Promise<Json> {
  const debit = await paid(t.api, debitBody(bank, over))
  return changed(t.api, debit.id, { action: 'void' })
}
const update = (id: string, transaction: Json = {}, api = t.api) =>
  api.post(`transactions/${id}/achupdate`, { transaction })

test('achupdate a voided debit is made again with another amount, from the same account and with all else as it was', async () => {
  const old = await voided({ description: 'Order 7', transaction_c1: 'kept', transaction_amount: '43.90' })
  const { status, body, text } = await update(old.id, { transaction_amount: '34.09' })
  assert.equal(status, 201, text)
  const { id, status_id, type_id, transaction_amount, last_four, description, transaction_c1, ach_sec_code } =
    body.transaction
  assert.notEqual(id, old.id)
  assert.deepEqual([status_id, type_id, transaction_amount], [131, 50, 34.09])
  assert.deepEqual([last_four, description, transaction_c1, ach_sec_code], [old.last_four, 'Order 7', 'kept', 'WEB'])
  assert.equal(body.transaction.previous_transaction_id, old.id)
  assert.equal((await t.api.get(`transactions/${old.id}`)).body.transaction.status_id, 201)
})

test('achupdate takes the account from the line of a check, and the amount of before', async () => {
  const old = await voided({ transaction_amount: '12.34' })
  const { body, text } = await update(old.id, { track_data: 'T072000326T 987654321O 1001' })
  const { transaction_amount, last_four, check_number, routing } = body.transaction ?? assert.fail(text)
  assert.deepEqual([transaction_amount, last_four, check_number, routing], [12.34, '4321', '1001', '072000326'])
})

test('achupdate replaces a payment once, whoever asks at the same moment', async () => {
  const old = await voided()
  const answers = await Promise.all([1, 2, 3].map(cents => update(old.id, { transaction_amount: `1.0${cents}` })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422])
  const made = answers.find(({ status }) => status === 201)!.body.transaction
  refusedOn(await update(old.id), 'status_id')
  // What was voided in its turn makes room for another one.
  await changed(t.api, made.id, { action: 'void' })
  assert.equal((await update(old.id)).status, 201)
})

test('achupdate is refused for cards, for what is not voided, on another day, and for lines that name no account', async () => {
  refusedOn(await update((await paid(t.api, saleBody())).id), 'payment_method')
  refusedOn(await update((await paid(t.api, debitBody(bank))).id), 'status_id')
  const old = await voided()
  for (const track_data of ['T111111111T 1234567O', ';4111111111111111=2512?', 'x'])
    refusedOn(await update(old.id, { track_data }), 'track_data')
  refusedOn(await update(old.id, { transaction_amount: '0' }), 'transaction_amount')
  assert.equal((await update(old.id, {}, t.stranger)).status, 404)
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  refusedOn(await update(old.id), 'created_ts')
})
