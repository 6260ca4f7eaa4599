import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { changed, closeBatch, paid, refundBody, saleBody } from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let product: string
before(async () => {
  t = await newMerchant()
  product = t.merchants[0].cc_product_transaction_id
})

const batches = async (query = ''): Promise<Json[]> =>
  (await t.api.get(`transactionbatches?${query}`)).body.transactionbatches

test('twenty first payments at once open one batch', async () => {
  assert.deepEqual(await batches(), [])
  const sales = await Promise.all(Array.from({ length: 20 }, () => paid(t.api, saleBody())))
  const open = await batches('is_open=1')
  assert.equal(open.length, 1)
  assert.deepEqual(new Set(sales.map(each => each.transaction_batch_id)), new Set([open[0].id]))
  const { created_ts, modified_ts, id, _links, ...shown } = open[0]
  assert.deepEqual(shown, {
    batch_num: 1,
    product_transaction_id: product,
    location_id: t.merchants[0].location_id,
    processing_status_id: 1,
    is_open: 1,
    batch_close_ts: null,
    settlement_file_name: null,
    batch_close_detail: null,
    total_sale_amount: '200.00',
    total_sale_count: 20,
    total_refund_amount: '0.00',
    total_refund_count: 0,
    total_void_amount: '0.00',
    total_void_count: 0,
    total_blind_refund_amount: '0.00',
    total_blind_refund_count: 0,
  })
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/transactionbatches/${id}`)
  assert.ok(created_ts && modified_ts)
  await closeBatch(t.api, id)
})

test('the next payment opens a batch of the next number, and the product follows', async () => {
  const sale = await paid(t.api, saleBody())
  assert.equal(sale.batch, '2')
  const { producttransaction } = (await t.api.get(`producttransactions/${product}`)).body
  assert.equal(producttransaction.current_batch, 2)
  const [open] = await batches('is_open=1')
  // The product counts its batches; ids may sort in another order than the batches were opened in.
  await t.db.run('update producttransaction set current_batch = 9999 where id = $1', [product])
  await closeBatch(t.api, open.id)
  assert.equal((await paid(t.api, saleBody())).batch, '1')
})

test('totals follow the money: voids leave the sales, refunds are told apart, changes count', async () => {
  const [old] = await batches('is_open=1')
  await closeBatch(t.api, old.id)
  await t.api.put(`producttransactions/${product}`, { producttransaction: { allow_blind_refund: true } })
  const voided = await paid(t.api, saleBody({ transaction_amount: '20.00' }))
  await changed(t.api, voided.id, { action: 'void' })
  const sale = await paid(t.api, saleBody({ transaction_amount: '30.00' }))
  await changed(t.api, sale.id, { action: 'partialreversal', transaction_amount: '25.00' })
  await paid(t.api, refundBody(sale.id, '5.00'))
  await paid(t.api, saleBody({ action: 'refund', transaction_amount: '7.00' }))
  const held = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '40.00' }))
  const idle = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '44.00' }))
  await changed(t.api, idle.id, { action: 'void' })
  await changed(t.api, held.id, { action: 'authcomplete', transaction_amount: '35.00' })
  await paid(t.api, saleBody({ transaction_amount: '5.00' }))
  const [batch] = await batches('is_open=1')
  const totals = Object.fromEntries(Object.entries(batch).filter(([name]) => name.startsWith('total_')))
  assert.deepEqual(totals, {
    total_sale_amount: '60.00',
    total_sale_count: 2,
    total_refund_amount: '5.00',
    total_refund_count: 1,
    total_void_amount: '20.00',
    total_void_count: 1,
    total_blind_refund_amount: '7.00',
    total_blind_refund_count: 1,
  })
})

test('batches are listed newest first, filtered, read and expanded, and changed by nobody', async () => {
  const all = await batches()
  assert.deepEqual(
    all.map(each => each.is_open),
    [1, 0, 0, 0],
  )
  assert.equal((await batches('processing_status_id=2')).length, 3)
  assert.equal((await batches(`product_transaction_id=${product}&is_open=0`)).length, 3)
  assert.equal((await batches('created_ts=today')).length, 4)
  const one = await t.api.get(`transactionbatches/${all[0].id}?expand=product_transaction`)
  assert.equal(one.body.transactionbatch.product_transaction.id, product)
  assert.equal((await t.stranger.get(`transactionbatches/${all[0].id}`)).status, 404)
  for (const method of ['post', 'delete'] as const) {
    assert.equal(
      (await t.api[method](method === 'post' ? 'transactionbatches' : `transactionbatches/${all[0].id}`)).status,
      405,
    )
  }
})

test('opening a batch is an event, and so are both steps of its settlement; payments joining it are not', async () => {
  const events = await t.db.query<{ verb: string; count: number }>(
    `select verb, count(*)::int as count from event
      where noun = 'transactionbatch' and root_id = $1 group by verb order by verb`,
    [t.merchants[0].location_id],
  )
  assert.deepEqual(events, [
    { verb: 'created', count: 4 },
    { verb: 'updated', count: 6 },
  ])
})

test('settled payments can be refunded, but not changed', async () => {
  const sale = await paid(t.api, saleBody())
  await closeBatch(t.api, sale.transaction_batch_id)
  const answer = await t.api.put(`transactions/${sale.id}`, { transaction: { action: 'void' } })
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['action']])
  const refund = refundBody(sale.id, '5.00')
  assert.equal((await paid(t.api, refund)).status_id, 111)
})
