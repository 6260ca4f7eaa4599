import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { zoned } from '../../src/lib/local-date.ts'
import { type Json, testApp } from '../support/app.ts'
import { ownProduct } from '../support/payments.ts'

const t = await testApp('cutoffs')
after(t.close)
const [home] = t.merchants
const CARD = { account_number: '4111111111111111', exp_date: '1235' }

async function sale(product_transaction_id: string, transaction_amount: string): Promise<Json> {
  const transaction = { payment_method: 'cc', action: 'sale', location_id: home.location_id, ...CARD }
  const { body } = await t.api.post('transactions', {
    transaction: { ...transaction, product_transaction_id, transaction_amount },
  })
  assert.equal(body.transaction?.reason_code_id, 1000, JSON.stringify(body))
  return body.transaction
}

const batch = async (id: string): Promise<Json> => (await t.api.get(`transactionbatches/${id}`)).body.transactionbatch
const command = (id: string, name: string, body?: object) => t.api.post(`transactionbatches/${id}/${name}`, body)
const put = (id: string, action: string) => t.api.put(`transactions/${id}`, { transaction: { action } })
const advance = async (advance: string): Promise<Json> => {
  const { status, body } = await t.api.post('/sandbox/clock', { advance })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('an open batch is settled by itself at four in the morning of its location, and the timeline tells', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '12.00')
  const { body: place } = await t.api.get(`locations/${home.location_id}`)
  assert.equal((await batch(paid.transaction_batch_id)).is_open, 1)
  const { events } = await advance('P1D')
  const settled = await batch(paid.transaction_batch_id)
  assert.deepEqual([settled.processing_status_id, settled.is_open], [2, 0])
  const moment = zoned(settled.batch_close_ts, place.location.tz)
  assert.deepEqual([moment.hour, moment.minute, moment.second], [4, 0, 0])
  assert.match(settled.settlement_file_name, /^SIM-\d{8}-[0-9a-f]{24}\.csv$/)
  const told = events.filter((each: Json) => each.id === settled.id).map((each: Json) => each.event)
  assert.deepEqual(told, ['transactionbatch.updated', 'transactionbatch.updated'])
  assert.equal((await put(paid.id, 'void')).status, 422)
  const { body } = await t.api.get(`transactions/${paid.id}?expand=is_settled`)
  assert.equal(body.transaction.is_settled, true)
  assert.equal(body.transaction.settle_date, null, 'card payments have none: their batch tells')
})

test('a product has its own hour and zone, and can settle nothing by itself', async () => {
  const tokyo = await ownProduct(t, { tz: 'Asia/Tokyo', batch_settle_hour: 23 })
  const none = await ownProduct(t, { batch_auto_settle: 0 })
  const [there, here] = [await sale(tokyo, '13.00'), await sale(none, '14.00')]
  await advance('P1D')
  const settled = await batch(there.transaction_batch_id)
  assert.equal(settled.processing_status_id, 2)
  assert.equal(zoned(settled.batch_close_ts, 'Asia/Tokyo').hour, 23)
  await advance('P3D')
  assert.equal((await batch(here.transaction_batch_id)).processing_status_id, 1)

  assert.equal(
    (await t.api.put(`producttransactions/${none}`, { producttransaction: { batch_auto_settle: 1 } })).status,
    200,
  )
  await t.settle()
  assert.equal((await batch(here.transaction_batch_id)).is_open, 1, 'not at once, but at the next cut-off')
  await advance('P1D')
  assert.equal((await batch(here.transaction_batch_id)).processing_status_id, 2)
  assert.equal(
    (await t.api.put(`producttransactions/${none}`, { producttransaction: { batch_settle_hour: 24 } })).status,
    422,
  )
})

test('the cut-off follows the zone of the location, and the hour of the product, also of a batch that is open', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '15.00')
  const due = async () => {
    const [row] = await t.db.query<{ due_ts: number }>('select due_ts from transactionbatch where id = $1', [
      paid.transaction_batch_id,
    ])
    return row!.due_ts
  }
  const { body: before } = await t.api.get(`locations/${home.location_id}`)
  assert.equal(zoned(await due(), before.location.tz).hour, 4)
  await t.api.put(`producttransactions/${own}`, { producttransaction: { batch_settle_hour: 7 } })
  assert.equal(zoned(await due(), before.location.tz).hour, 7)
  await t.api.put(`locations/${home.location_id}`, { location: { tz: 'Pacific/Auckland' } })
  await t.settle()
  assert.equal(zoned(await due(), 'Pacific/Auckland').hour, 7)
  await t.api.put(`locations/${home.location_id}`, { location: { tz: before.location.tz } })
  await t.settle()
  assert.equal((await batch(paid.transaction_batch_id)).is_open, 1)
  await advance('P1D')
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 2)
})

test('a batch that was refused is tried again on three days, and then waits for a person', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '90200.11')
  await advance('P1D')
  const refused = await batch(paid.transaction_batch_id)
  assert.deepEqual(
    [refused.processing_status_id, refused.is_open, refused.batch_close_detail, refused.batch_close_ts],
    [3, 0, 'Blocked Terminal Error', null],
  )
  await advance('P10D')
  const tries = await t.db.query('select 1 from settlement where transactionbatch_id = $1', [refused.id])
  assert.equal(tries.length, 4)
  assert.equal((await batch(refused.id)).processing_status_id, 3)

  const again = await command(refused.id, 'reprocess')
  assert.equal(again.body.transactionbatch.processing_status_id, 4)
  assert.equal((await put(paid.id, 'void')).status, 200, 'what was refused has not left the house')
  await advance('P1D')
  const empty = await batch(refused.id)
  assert.deepEqual([empty.processing_status_id, empty.batch_close_detail], [6, 'No Transactions in Batch'])
})

test('a batch that failed once is settled at the next cut-off; one to be processed again also where nothing is settled by itself', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '6.30')
  await advance('P1D')
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 3)
  await advance('P1D')
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 2)

  const none = await ownProduct(t, { batch_auto_settle: 0 })
  const other = await sale(none, '6.30')
  assert.equal((await command(other.transaction_batch_id, 'settle')).body.transactionbatch.processing_status_id, 3)
  await advance('P2D')
  assert.equal((await batch(other.transaction_batch_id)).processing_status_id, 3)
  assert.equal((await command(other.transaction_batch_id, 'reprocess')).status, 200)
  await advance('P1D')
  assert.equal((await batch(other.transaction_batch_id)).processing_status_id, 2)
})

test('a batch of which a payment is being changed at its cut-off is looked at again every hour', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '16.00')
  await t.db.run(`update transaction set doing = 'void' where id = $1`, [paid.id])
  await advance('P1D')
  assert.equal((await batch(paid.transaction_batch_id)).is_open, 1)
  await t.db.run('update transaction set doing = null where id = $1', [paid.id])
  await advance('PT1H')
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 2)
})

test('an empty batch is closed without the processor at its cut-off, and the next payment opens another', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '17.00')
  assert.equal((await put(paid.id, 'void')).status, 200)
  await advance('P1D')
  const closed = await batch(paid.transaction_batch_id)
  assert.deepEqual([closed.processing_status_id, closed.is_open], [6, 0])
  assert.ok(closed.batch_close_ts)
  const next = await sale(own, '18.00')
  assert.equal(Number(next.batch), Number(paid.batch) + 1)
})

test('a person closes a batch without the processor: nothing of it is settled after that', async () => {
  const own = await ownProduct(t)
  const paid = await sale(own, '19.00')
  const closed = await command(paid.transaction_batch_id, 'forceclose', {
    transactionbatch: { batch_close_detail: 'Settled on the phone.' },
  })
  const { processing_status_id, is_open, batch_close_detail } = closed.body.transactionbatch
  assert.deepEqual([processing_status_id, is_open, batch_close_detail], [6, 0, 'Settled on the phone.'])
  for (const name of ['settle', 'reprocess', 'forceclose']) {
    const { status, body } = await command(paid.transaction_batch_id, name)
    assert.deepEqual([status, body.errors], [422, { id: ['Duplicate Batch (Already Closed)'] }], name)
  }
  await advance('P2D')
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 6)
  assert.equal((await put(paid.id, 'void')).status, 200, 'the processor has the last word on it')

  const open = await sale(own, '20.00')
  const { status, body } = await command(open.transaction_batch_id, 'reprocess')
  assert.deepEqual([status, body.errors], [422, { id: ['Batch was not refused.'] }])
})

test('clerks settle batches and do not give them up', async () => {
  const { body } = await t.clerk.post('transactions', {
    transaction: { payment_method: 'cc', action: 'sale', transaction_amount: '21.00', ...CARD },
  })
  const id = body.transaction.transaction_batch_id
  assert.equal((await t.clerk.post(`transactionbatches/${id}/forceclose`)).status, 403)
  assert.equal((await t.stranger.post(`transactionbatches/${id}/forceclose`)).status, 404)
  assert.equal((await t.clerk.post(`transactionbatches/${id}/settle`)).status, 200)
})
