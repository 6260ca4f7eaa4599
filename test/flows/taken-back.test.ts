import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { NO_RESPONSE_DATA, type Outcome } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { newInvoice, readInvoice, saleElsewhere } from '../support/invoices.ts'
import { madeUp } from '../support/made-up-connector.ts'
import { changed, closeBatch, ownProduct, paid, refundBody, saleBody, transactionOf } from '../support/payments.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { postbackShop } from '../support/postback-shop.ts'

/** What a processor takes back after it has said that it was done. */
const acme = madeUp()
const t = await testApp('taken_back', {
  connectors: { acme: acme.connector },
  config: { notice_email: 'operator@gateway.example' },
})
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await t.close()
})
const settings = { url: 'https://acme.example' }
const connect = (product: string) =>
  connectProducts(t, { connector: 'acme', settings, secrets: { key: 'key-one' } }, [product])
const product = t.merchants[0].cc_product_transaction_id
await connect(product)
await postbackShop(t, shop).configured({ resource: 'transaction', product_transaction_id: product })

const FAILED: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'declined',
  reason_code_id: 1622,
  verbiage: 'REFUND EXPIRED OR CANCELED CARD',
  decline_class: 'hard',
}
let events = 0

/** The processor declines a request that it had approved, and sends word of it. */
async function takeBack(reference: string, outcome: Partial<Outcome> = {}, of = product): Promise<void> {
  acme.found.set(reference, { seen: true, outcome: { ...FAILED, ...outcome } })
  events += 1
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `/processors/acme/${of}`,
    headers: { 'content-type': 'application/json', 'x-acme-key': 'key-one' },
    payload: JSON.stringify({ events: [{ id: `evt-${events}`, event: 'refund.failed', reference }] }),
  })
  assert.equal(answer.statusCode, 200)
  await t.settle()
}

const attempts = async (id: string): Promise<Json[]> => (await t.api.transactions.listAttempts(id)).attempts
const lastAttempt = async (id: string): Promise<Json> => (await attempts(id)).at(-1)!
const batchOf = async (id: string): Promise<Json> => t.api.transactionbatches.get(id)
const report = async (id: string): Promise<Json> =>
  (await t.api.request('GET', `/v2/transactionbatches/${id}/report`)).report
const differences = async (transaction_id: string): Promise<Json[]> =>
  (await Array.fromAsync(t.api.discrepancies.list({ status: 'open', sort: 'id' }))).filter(
    each => each.transaction_id === transaction_id,
  )

test('G1 a refund that fails after it succeeded is declined, and its sale can be refunded again', async () => {
  const sale = await paid(t.api, saleBody())
  const refund = await paid(t.api, refundBody(sale.id, '10.00'))
  assert.equal(refund.status_id, 111)
  const before = await batchOf(sale.transaction_batch_id)
  await takeBack(refund.id)
  const failed = await transactionOf(t, refund.id)
  assert.deepEqual(
    [failed.status_id, failed.reason_code_id, failed.verbiage, failed.transaction_batch_id],
    [301, 1622, 'REFUND EXPIRED OR CANCELED CARD', null],
  )
  const batch = await batchOf(sale.transaction_batch_id)
  assert.deepEqual(
    [
      before.total_refund_count,
      batch.total_refund_count,
      Number(before.total_refund_amount) - Number(batch.total_refund_amount),
    ],
    [1, 0, 10],
  )
  const [story] = await attempts(refund.id)
  assert.deepEqual([story!.state, typeof story!.taken_back_ts], ['declined', 'number'])
  const [found] = await differences(refund.id)
  assert.deepEqual(
    [found!.kind, found!.ours, found!.theirs],
    ['taken_back', 'refund approved 10.00', 'declined REFUND EXPIRED OR CANCELED CARD'],
  )
  const letters = await t.db.query(`select from outbox_message where reason = 'discrepancy.notice'`)
  assert.equal(letters.length, 1, 'the operator is mailed')
  const again = await paid(t.api, refundBody(sale.id, '10.00'))
  assert.equal(again.status_id, 111)
  await takeBack(refund.id)
  assert.equal((await transactionOf(t, again.id)).status_id, 111, 'the same word twice changes nothing')
})

test('G1 postback, audit trail and history say that an approval was taken back', async () => {
  const sale = await paid(t.api, saleBody())
  const refund = await paid(t.api, refundBody(sale.id, '4.00'))
  await takeBack(refund.id)
  const posted = shop.posted.filter(({ data }) => data.id === refund.id)
  assert.deepEqual(
    posted.map(({ body, data }) => `${body.type} ${data.status_id}`),
    ['CREATE 111', 'UPDATE 301'],
  )
  const verbs = await t.db.query<{ verb: string }>('select verb from event where record_id = $1 order by id', [
    refund.id,
  ])
  assert.deepEqual(verbs.map(({ verb }) => verb).toSorted(), ['created', 'started', 'taken_back', 'updated'])
  const { transaction_histories } = await transactionOf(t, refund.id, 'transaction_histories')
  assert.deepEqual(transaction_histories.map(({ status_id }: Json) => status_id).toSorted(), [111, 301])
})

test('G1 a void that did not happen leaves the sale as it was, in its batch or in the open one', async () => {
  const product_transaction_id = await ownProduct(t, { batch_auto_settle: 0 })
  await connect(product_transaction_id)
  const [open, closed] = [
    await paid(t.api, saleBody({ product_transaction_id })),
    await paid(t.api, saleBody({ product_transaction_id, transaction_amount: '12.00' })),
  ]
  await paid(t.api, saleBody({ product_transaction_id, transaction_amount: '13.00' }))
  for (const { id } of [open, closed]) assert.equal((await changed(t.api, id, { action: 'void' })).status_id, 201)
  const { reference } = await lastAttempt(open.id)
  await takeBack(reference, { reason_code_id: 1599, verbiage: 'REFUND UNKNOWN' }, product_transaction_id)
  const stands = await transactionOf(t, open.id)
  assert.deepEqual(
    [stands.status_id, stands.transaction_amount, stands.auth_amount, stands.void_date, stands.verbiage],
    [101, 10, '10.00', null, 'REFUND UNKNOWN'],
  )
  const { total_sale_count, total_void_count } = await batchOf(open.transaction_batch_id)
  assert.deepEqual([total_sale_count, total_void_count], [2, 1])
  await closeBatch(t.api, open.transaction_batch_id)
  await takeBack((await lastAttempt(closed.id)).reference, {}, product_transaction_id)
  const moved = await transactionOf(t, closed.id)
  assert.equal(moved.status_id, 101)
  assert.notEqual(moved.transaction_batch_id, open.transaction_batch_id)
  const [old, next] = [await batchOf(open.transaction_batch_id), await batchOf(moved.transaction_batch_id)]
  assert.deepEqual([old.total_sale_count, old.total_void_count, next.total_sale_count], [2, 0, 1])
  assert.deepEqual((await report(old.id)).mismatches, [])
  assert.equal((await paid(t.api, refundBody(closed.id, '12.00'))).status_id, 111)
})

test('G1 what was settled with its batch still counts there, and the books agree', async () => {
  const product_transaction_id = await ownProduct(t, { batch_auto_settle: 0 })
  await connect(product_transaction_id)
  const sale = await paid(t.api, saleBody({ product_transaction_id }))
  const other = await paid(t.api, saleBody({ product_transaction_id, transaction_amount: '30.00' }))
  const refund = await paid(t.api, refundBody(sale.id, '10.00'))
  const { id } = await closeBatch(t.api, sale.transaction_batch_id)
  await takeBack(refund.id, {}, product_transaction_id)
  await takeBack(other.id, { reason_code_id: 1599, verbiage: 'SETTLEMENT FAILED' }, product_transaction_id)
  assert.deepEqual(
    [(await transactionOf(t, refund.id)).status_id, (await transactionOf(t, other.id)).status_id],
    [301, 301],
  )
  const { net_amount, mismatches } = await report(id)
  assert.deepEqual([net_amount, mismatches], ['30.00', []])
  assert.deepEqual(
    await t.db.query(`select from discrepancy where transaction_batch_id = $1 and status = 'open'`, [id]),
    [],
  )
  assert.equal((await paid(t.api, refundBody(sale.id, '10.00'))).status_id, 111)
})

test('G1 an invoice asks for what is owed: closed again when a void failed, open again when its sale did', async () => {
  const invoice = await newInvoice(t, { auto_reopen: true })
  const sale = await saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: invoice.id })
  await changed(t.api, sale.id, { action: 'void' })
  const asked = await readInvoice(t, invoice.id)
  assert.deepEqual([asked.payment_status_id, asked.status_id, asked.remaining_balance], [1, 1, '10.00'])
  await takeBack((await lastAttempt(sale.id)).reference)
  const settled = await readInvoice(t, invoice.id)
  assert.deepEqual([settled.status_id, settled.remaining_balance], [2, '0.00'])
  await takeBack(sale.id, { reason_code_id: 1599, verbiage: 'SETTLEMENT FAILED' })
  assert.equal((await transactionOf(t, sale.id)).status_id, 301)
  const open = await readInvoice(t, invoice.id)
  assert.deepEqual([open.status_id, open.remaining_balance], [1, '10.00'])
})

test('G1 a partial refund that failed is free again on its invoice and its sale, the others stay', async () => {
  const invoice = await newInvoice(t)
  const sale = await saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: invoice.id })
  const first = await paid(t.api, refundBody(sale.id, '3.00'))
  const second = await paid(t.api, refundBody(sale.id, '2.00'))
  await takeBack(first.id)
  const [row] = await t.db.query('select refunded_amount, refund_pending_amount from transaction where id = $1', [
    sale.id,
  ])
  assert.deepEqual([Number(row!.refunded_amount), Number(row!.refund_pending_amount)], [200, 0])
  assert.equal((await transactionOf(t, second.id)).status_id, 111)
  assert.equal((await readInvoice(t, invoice.id)).remaining_balance, '2.00')
})

test('G1 a sale or an authorization that its processor voided or let expire is voided', async () => {
  const sale = await paid(t.api, saleBody())
  await takeBack(sale.id, { reason_code_id: 1609, verbiage: 'ALREADY VOIDED' })
  const hold = await paid(t.api, saleBody({ action: 'authonly' }))
  await takeBack(hold.id, { reason_code_id: 1658, verbiage: 'AUTHORIZATION EXPIRED' })
  for (const id of [sale.id, hold.id]) {
    const { status_id, transaction_amount, void_date } = await transactionOf(t, id)
    assert.deepEqual([status_id, transaction_amount, typeof void_date], [201, 0, 'string'])
  }
})

test('G1 what more has followed is listed for a person, and stays', async () => {
  const sale = await paid(t.api, saleBody())
  await paid(t.api, refundBody(sale.id, '1.00'))
  await takeBack(sale.id)
  assert.equal((await transactionOf(t, sale.id)).status_id, 101)
  assert.deepEqual(
    (await differences(sale.id)).map(({ kind }) => kind),
    ['order_result'],
  )
  const other = await paid(t.api, saleBody())
  const refund = await paid(t.api, refundBody(other.id, '10.00'))
  await changed(t.api, refund.id, { action: 'void' })
  const { reference } = await lastAttempt(refund.id)
  await paid(t.api, refundBody(other.id, '10.00'))
  await takeBack(reference)
  assert.equal((await transactionOf(t, refund.id)).status_id, 201, 'the sale was refunded by another refund since')
  assert.deepEqual(
    (await differences(refund.id)).map(({ kind }) => kind),
    ['order_result'],
  )
})

test('G1 a reversal that failed later is one that failed: a person is called, who may keep the payment', async () => {
  acme.next.outcome = { result: 'unknown', reason_code_id: 1531 }
  acme.lost = true
  const { id } = await paid(t.api, saleBody({ transaction_amount: '44.00' }))
  acme.lost = false
  const approved = { result: 'approved', reason_code_id: 1000, verbiage: 'APPROVED', auth_amount: 4400n } as const
  acme.found.set(id, { seen: true, outcome: { ...NO_RESPONSE_DATA, ...approved } })
  await t.db.run('update attempt set ask_ts = 0, believe_ts = 0 where id = $1', [id])
  await t.app.payments.resolve()
  const [order, reversal] = await attempts(id)
  assert.deepEqual([order!.state, reversal!.state, reversal!.purpose], ['reversed', 'approved', 'reversal'])
  await takeBack(reversal!.reference)
  const { status_id, is_stuck } = await transactionOf(t, id)
  assert.deepEqual([status_id, is_stuck], [301, true])
  assert.deepEqual(
    (await attempts(id)).map(({ state }) => state),
    ['approved', 'declined'],
  )
  const kept = await t.api.transactions.resolve(id, { resolution: 'kept', note: 'the customer was told' })
  assert.deepEqual([kept.status_id, kept.is_stuck, kept.auth_amount], [101, false, '44.00'])
})

test('G1 what is taken back while it is being voided is looked at again, without an error', async () => {
  const { id } = await paid(t.api, saleBody({ transaction_amount: '45.00' }))
  acme.next.outcome = { result: 'pending', reason_code_id: 1531 }
  await changed(t.api, id, { action: 'void' })
  await takeBack(id, { reason_code_id: 1609, verbiage: 'ALREADY VOIDED' })
  assert.equal((await transactionOf(t, id)).status_id, 101, 'the void decides')
  const { reference } = await lastAttempt(id)
  const voided = { ...NO_RESPONSE_DATA, result: 'approved', reason_code_id: 1000, verbiage: 'APPROVED' } as const
  acme.found.set(reference, { seen: true, outcome: voided })
  await t.db.run('update attempt set ask_ts = 0 where id = $1', [reference])
  await t.app.payments.resolve()
  await t.clock.moveTo(t.clock.seconds() + 120, t.app.worker)
  assert.deepEqual([(await transactionOf(t, id)).status_id, await differences(id)], [201, []])
})
