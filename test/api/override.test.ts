import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { historyOf } from '../support/bank.ts'
import { changed, debitBody, paid, postTransaction, refusedOn, saleBody, transactionOf } from '../support/payments.ts'
import { resolveNow } from '../support/power-cut.ts'

/** `POST /v2/transactions/{id}/override`: a bank payment that its processor refuses until a manager approves it. */

const t = await testApp('override')
after(t.close)
const [mine] = t.merchants
const bank = mine.ach_product_transaction_id

/** A debit by telephone of the amount that the simulator wants a manager for. */
async function refused(over: Json = {}): Promise<Json> {
  const telephone = { ach_sec_code: 'TEL', check_number: '1001', transaction_amount: '16.63', ...over }
  const { status, body } = await postTransaction(t.api, debitBody(bank, telephone))
  assert.equal(status, 201)
  assert.deepEqual([body.transaction.status_id, body.transaction.reason_code_id], [301, 1663])
  return body.transaction
}
/** What is known of each request of a payment to its processor. */
async function states(id: string): Promise<string[]> {
  const found = await t.db.query<{ state: string }>('select state from attempt where transaction_id = $1 order by id', [
    id,
  ])
  return found.map(({ state }) => state)
}
const override = (id: string, api = t.api, headers: Record<string, string> = {}) =>
  api.post(`transactions/${id}/override`, undefined, headers)

test('override voids the refused payment and makes it again, from the same account and with all else as it was', async () => {
  const old = await refused({ description: 'Order 7', transaction_c1: 'kept', billing_zip: '32606' })
  const { status, body, text } = await override(old.id)
  assert.equal(status, 201, text)
  const { id, status_id, reason_code_id, transaction_amount, previous_transaction_id, ...made } = body.transaction
  assert.deepEqual([status_id, reason_code_id, transaction_amount, previous_transaction_id], [131, 1000, 16.63, old.id])
  for (const name of ['description', 'transaction_c1', 'last_four', 'ach_sec_code', 'check_number', 'order_num'])
    assert.equal(made[name], old[name], name)
  const before = await transactionOf(t, old.id)
  assert.deepEqual([before.status_id, before.auth_amount, before.transaction_amount], [201, '16.63', 0])
  assert.deepEqual([await historyOf(t, old.id), await historyOf(t, id)], [[301, 201], [131]])
  const events = await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [old.id])
  assert.ok(
    events.some(({ verb }) => verb === 'overridden'),
    JSON.stringify(events),
  )
  // The processor has one debit that it accepted.
  assert.deepEqual([await states(old.id), await states(id)], [['declined'], ['approved']])
})

test('override is made once, whoever asks at the same moment, and again under the same Idempotency-Key', async () => {
  const old = await refused()
  const key = { 'idempotency-key': 'manager-1' }
  const answers = await Promise.all([override(old.id), override(old.id), override(old.id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422])
  refusedOn(await override(old.id), 'status_id')
  const other = await refused()
  const first = await override(other.id, t.api, key)
  const second = await override(other.id, t.api, key)
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(second.body.transaction.id, first.body.transaction.id)
  const debits = await t.db.query(
    'select from transaction where previous_transaction_id = any($1) and status_id = 131',
    [[old.id, other.id]],
  )
  assert.equal(debits.length, 2)
  // What is voided by an override is replaced already.
  refusedOn(await t.api.post(`transactions/${other.id}/achupdate`, { transaction: {} }), 'status_id')
})

test('override is refused for cards, other classes, other refusals, approved payments and on another day', async () => {
  refusedOn(await override((await paid(t.api, saleBody())).id), 'ach_sec_code')
  const web = await postTransaction(t.api, debitBody(bank, { transaction_amount: '16.63' }))
  refusedOn(await override(web.body.transaction.id), 'ach_sec_code')
  const approved = await paid(t.api, debitBody(bank, { ach_sec_code: 'TEL', check_number: '1001' }))
  refusedOn(await override(approved.id), 'status_id')
  await changed(t.api, approved.id, { action: 'void' })
  refusedOn(await override(approved.id), 'status_id')
  const old = await refused()
  assert.equal((await override(old.id, t.stranger)).status, 404)
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  refusedOn(await override(old.id), 'created_ts')
  assert.equal((await transactionOf(t, old.id)).status_id, 301)
})

test('override whose outcome nobody knows is found out as any payment, and never made twice', async () => {
  const old = await refused()
  const { status, body } = await override(old.id, t.api, { 'tollgate-sandbox-fault': 'drop_after,hide:4' })
  assert.equal(status, 201)
  const { id, status_id, reason_code_id } = body.transaction
  assert.deepEqual([status_id, reason_code_id, await states(id)], [301, 1531, ['unknown']])
  refusedOn(await override(old.id), 'status_id')
  assert.equal((await transactionOf(t, old.id)).status_id, 201)
  // Who was told of a decline is not charged.
  await resolveNow(t)
  assert.deepEqual([(await transactionOf(t, id)).status_id, await states(id)], [301, ['reversed', 'approved']])
  assert.deepEqual(
    (await t.ledger(id)).map(({ action }) => action),
    ['debit', 'void'],
  )
})
