import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { ownProduct } from '../support/payments.ts'

let is_deaf = false
/** A processor whose answers about batches can be lost. */
const t = await testApp('settle', {
  processor: real => ({
    ...real,
    async settle(batch) {
      const closure = await real.settle!(batch)
      return is_deaf ? { result: 'unknown', message: 'lost' } : closure
    },
  }),
})
after(t.close)
const [home] = t.merchants
const CARD = { account_number: '4111111111111111', exp_date: '1235' }

async function sale(product_transaction_id: string, transaction_amount: string, more: object = {}): Promise<Json> {
  const transaction = { payment_method: 'cc', action: 'sale', location_id: home.location_id, ...CARD }
  const { body } = await t.api.post('transactions', {
    transaction: { ...transaction, product_transaction_id, transaction_amount, ...more },
  })
  assert.equal(body.transaction?.reason_code_id, 1000, JSON.stringify(body))
  return body.transaction
}

const settle = (id: string) => t.api.post(`transactionbatches/${id}/settle`)
const put = (id: string, action: string) => t.api.put(`transactions/${id}`, { transaction: { action } })

test('a settled sale can be refunded and not voided, and the next payment opens the next batch', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '10.00')
  const other = await sale(own, '25.00')
  const { status, body } = await settle(paid.transaction_batch_id)
  assert.equal(status, 200, JSON.stringify(body))
  const { processing_status_id, is_open, batch_close_ts, total_sale_amount } = body.transactionbatch
  assert.deepEqual(
    { processing_status_id, is_open, total_sale_amount },
    {
      processing_status_id: 2,
      is_open: 0,
      total_sale_amount: '35.00',
    },
  )
  assert.ok(batch_close_ts)
  const { body: shown } = await t.api.get(`transactions/${paid.id}?expand=is_settled,is_voidable,is_refundable`)
  assert.deepEqual(
    [shown.transaction.is_settled, shown.transaction.is_voidable, shown.transaction.is_refundable],
    [true, false, true],
  )
  assert.equal((await put(paid.id, 'void')).status, 422)
  const refund = await t.api.post('transactions', {
    transaction: {
      payment_method: 'cc',
      action: 'refund',
      location_id: home.location_id,
      previous_transaction_id: other.id,
      transaction_amount: '5.00',
    },
  })
  assert.equal(refund.status, 201, refund.text)
  assert.notEqual(refund.body.transaction.transaction_batch_id, paid.transaction_batch_id)
  assert.equal(Number(refund.body.transaction.batch), Number(paid.batch) + 1)
})

test('a batch is settled once; an empty one and one of nobody we know are refused', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '10.00')
  assert.equal((await settle(paid.transaction_batch_id)).status, 200)
  const again = await settle(paid.transaction_batch_id)
  assert.deepEqual([again.status, again.body.errors], [422, { id: ['Duplicate Batch (Already Closed)'] }])

  const voided = await sale(own, '11.00')
  assert.equal((await put(voided.id, 'void')).status, 200)
  const empty = await settle(voided.transaction_batch_id)
  assert.deepEqual([empty.status, empty.body.errors], [422, { id: ['No Transactions in Batch'] }])

  assert.equal((await settle('a'.repeat(24))).status, 404)
  assert.equal((await t.stranger.post(`transactionbatches/${paid.transaction_batch_id}/settle`)).status, 404)
})

test('a batch that the processor refuses says why, its payments can be voided, and it can be settled again', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '6.30')
  const { body } = await settle(paid.transaction_batch_id)
  assert.equal(body.transactionbatch.processing_status_id, 3)
  assert.equal(body.transactionbatch.batch_close_detail, 'Batch Rejected')
  assert.equal((await t.api.get(`transactions/${paid.id}?expand=is_settled`)).body.transaction.is_settled, false)
  const second = await settle(paid.transaction_batch_id)
  assert.equal(second.body.transactionbatch.processing_status_id, 2)

  const large = await sale(own, '90504.09')
  const refused = await settle(large.transaction_batch_id)
  assert.equal(refused.body.transactionbatch.processing_status_id, 3)
  assert.equal(refused.body.transactionbatch.batch_close_detail, 'Cardholder Account Number is invalid.')
})

test('of several requests to settle one batch one does it', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '10.00')
  const answers = await Promise.all(Array.from({ length: 6 }, () => settle(paid.transaction_batch_id)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status }) => [200, 409, 422].includes(status)))
  const rows = await t.db.query<{ state: string }>('select state from settlement where transactionbatch_id = $1', [
    paid.transaction_batch_id,
  ])
  assert.deepEqual(rows, [{ state: 'settled' }])
})

test('a payment that is being changed while its batch closes is moved to the next one, and the others are settled', async () => {
  const own = await ownProduct(t)
  const [kept, moved] = [await sale(own, '10.00'), await sale(own, '12.00')]
  await t.db.run(`update transaction set doing = 'void' where id = $1`, [moved.id])
  const { body } = await settle(kept.transaction_batch_id)
  const { processing_status_id, total_sale_amount, total_sale_count } = body.transactionbatch
  assert.deepEqual([processing_status_id, total_sale_amount, total_sale_count], [2, '10.00', 1])
  await t.db.run('update transaction set doing = null where id = $1', [moved.id])
  const { transaction } = (await t.api.get(`transactions/${moved.id}?expand=transaction_batch,is_settled`)).body
  assert.deepEqual([transaction.is_settled, transaction.batch], [false, String(Number(moved.batch) + 1)])
  assert.equal(transaction.transaction_batch.total_sale_amount, '12.00')
  assert.equal((await settle(transaction.transaction_batch_id)).body.transactionbatch.processing_status_id, 2)
})

test('a batch all of whose payments are being changed stays open', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '10.00')
  await t.db.run(`update transaction set doing = 'void' where id = $1`, [paid.id])
  assert.equal((await settle(paid.transaction_batch_id)).status, 409)
  await t.db.run('update transaction set doing = null where id = $1', [paid.id])
  assert.equal((await t.api.get(`transactionbatches/${paid.transaction_batch_id}`)).body.transactionbatch.is_open, 1)
  assert.equal((await settle(paid.transaction_batch_id)).status, 200)
})

test('a batch of which nobody knows is being processed, keeps its payments, and is asked about again', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '10.00')
  is_deaf = true
  const { body } = await settle(paid.transaction_batch_id)
  is_deaf = false
  assert.equal(body.transactionbatch.processing_status_id, 5)
  assert.equal((await put(paid.id, 'void')).status, 422)
  assert.equal((await settle(paid.transaction_batch_id)).status, 409)

  await t.db.run('update settlement set ask_ts = 0')
  assert.equal(await t.app.payments.resolve(), 1)
  const { body: later } = await t.api.get(`transactionbatches/${paid.transaction_batch_id}`)
  assert.equal(later.transactionbatch.processing_status_id, 2)
})

test('what the batches say adds up to their transactions', async () => {
  const rows = await t.db.query<{ id: string; told: number; sum: number }>(
    `select b.id, b.total_sale_amount as told,
            coalesce(sum(captured_amount) filter (where x.status_id = 101), 0)::bigint as sum
       from transactionbatch b left join transaction x on x.transaction_batch_id = b.id group by b.id, b.root_id`,
  )
  assert.ok(rows.length > 3)
  for (const { id, told, sum } of rows) assert.equal(told, sum, id)
})
