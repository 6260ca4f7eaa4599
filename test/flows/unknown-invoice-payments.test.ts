import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewPayment } from '../../src/payments/payments.ts'
import type { Json } from '../support/app.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { VISA } from '../support/payments.ts'
import {
  cardPayment,
  disturbedSite,
  gateway,
  lastRow,
  orderAtProcessor,
  rootActor,
  rowOf,
} from '../support/power-cut.ts'
import { refusal } from '../support/typed-client.ts'

const { t, line, processor, run, resolved } = await disturbedSite('unknown_world')

const CARD: NewPayment['source'] = {
  kind: 'account',
  account: { payment_method: 'cc', account_number: VISA, exp_date: '1299', account_holder_name: null },
}

/** A payment whose process dies after the processor has approved it. */
async function died(details: NewPayment['details'], over: Partial<NewPayment> = {}): Promise<string> {
  const dying = gateway(t, processor, 1)
  await assert.rejects(dying.run(rootActor(t), cardPayment(t, { source: CARD, details, ...over })), /power cut/)
  const { id, outcome } = await lastRow(t)
  assert.equal(outcome, 'pending')
  return id
}

async function newContact(): Promise<string> {
  const { location_id } = t.merchants[0]
  const { id } = await t.api.contacts.create({
    location_id,
    last_name: 'Lindqvist',
    email_trx_receipt: 1,
    email: 'rosa@example.com',
  })
  return id
}

/** Decades go by in this file. */
const LATE = '2099-01-31'

/** Years go by on the gateway's clock, with nothing done in them. */
async function jump(days: number): Promise<void> {
  await t.db.run('update sandbox_clock set ahead_ms = ahead_ms + $1', [days * 86_400_000])
  await t.clock.follow()
}

test('an invoice that expired or grew while its payment was unknown is paid by what is true', async () => {
  const item_list = { Mowing: '10.00' }
  const plain = await newInvoice(t, { due_date: LATE, item_list })
  const grown = await newInvoice(t, { due_date: LATE, item_list })
  const expiring = await newInvoice(t, { due_date: LATE, item_list, expire_date: '2030-02-28' })
  const ids: string[] = []
  for (const { id } of [plain, grown, expiring]) ids.push(await died({ quick_invoice_id: id }))
  await t.api.quickinvoices.update(grown.id, { item_list: { ...item_list, Hedge: '2.50' } })
  await jump(2000)
  await resolved()
  for (const id of ids)
    assert.deepEqual([(await rowOf(t, id)).status_id, (await orderAtProcessor(t, id)).captured], [101, 1000])
  for (const { id } of [plain, expiring]) assert.deepEqual(await standing(id), PAID)
  assert.deepEqual(await standing(grown.id), { status_id: 1, payment_status_id: 3, remaining_balance: '2.50' })
})

const PAID = { status_id: 2, payment_status_id: 2, remaining_balance: '0.00' }

async function standing(id: string): Promise<Json> {
  const { status_id, payment_status_id, remaining_balance } = await readInvoice(t, id)
  return { status_id, payment_status_id, remaining_balance }
}

test('an invoice is neither closed, lowered, given to another product nor deleted under a payment of unknown outcome', async () => {
  const { cc_product_transaction_id } = t.merchants[0]
  const ways: [field: string, status: number, change: (id: string) => Promise<unknown>][] = [
    ['status_id', 422, id => t.api.quickinvoices.update(id, { status_id: 2 })],
    ['item_list', 422, id => t.api.quickinvoices.update(id, { item_list: { Mowing: '9.99' } })],
    ['cc_product_transaction_id', 422, id => t.api.quickinvoices.update(id, { cc_product_transaction_id: null })],
    ['status_id', 409, id => t.api.quickinvoices.delete(id)],
  ]
  const invoice = await newInvoice(t, { due_date: LATE, item_list: { Mowing: '10.00' }, cc_product_transaction_id })
  const payment = await died({ quick_invoice_id: invoice.id })
  for (const [field, status, change] of ways) {
    const refused = await refusal(change(invoice.id))
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [status, [field]])
  }
  await resolved()
  assert.deepEqual([(await rowOf(t, payment)).status_id, await standing(invoice.id)], [101, PAID])
  await t.api.quickinvoices.delete(invoice.id)
  assert.equal((await t.api.transactions.get(payment)).quick_invoice_id, invoice.id)
})

test('an invoice that was paid in another way while its payment was unknown keeps what is true of both', async () => {
  const told = async (details: NewPayment['details'], over: Partial<NewPayment>) => {
    line.fault = 'drop_after,hide:9'
    const { id } = await run(cardPayment(t, { source: CARD, details, ...over }))
    line.fault = undefined
    return id
  }
  // Approved while nobody was told anything, and approved after its caller was told that it failed.
  for (const [unknown, status, paid_amount] of [
    [died, 101, 1400],
    [told, 301, 1000],
  ] as const) {
    const invoice = await newInvoice(t, { due_date: LATE, item_list: { Mowing: '10.00' }, allow_partial_pay: 1 })
    const payment = await unknown({ quick_invoice_id: invoice.id }, { amount: 400n })
    // What is attached closes nothing. That it comes to hold the whole amount does.
    const hold = await run(cardPayment(t, { source: CARD, action: 'authonly', amount: 600n }))
    await t.api.quickinvoices.addTransaction(invoice.id, { transaction_id: hold.id })
    assert.deepEqual(await standing(invoice.id), { status_id: 1, payment_status_id: 3, remaining_balance: '4.00' })
    await t.api.transactions.update(hold.id, { action: 'authincrement', transaction_amount: '10.00' })
    assert.deepEqual(await standing(invoice.id), PAID)
    assert.equal((await refusal(t.api.quickinvoices.delete(invoice.id))).status, 409)
    await resolved()
    assert.equal((await rowOf(t, payment)).status_id, status)
    assert.deepEqual(await standing(invoice.id), PAID)
    const [row] = await t.db.query('select paid_amount, pending_amount from quickinvoice where id = $1', [invoice.id])
    assert.deepEqual(row, { paid_amount, pending_amount: 0 })
  }
})

test('an invoice whose payments may come to more than it asks for can still be changed otherwise', async () => {
  const invoice = await newInvoice(t, { due_date: LATE, item_list: { Mowing: '10.00' }, allow_partial_pay: 1 })
  await died({ quick_invoice_id: invoice.id }, { amount: 400n })
  const paid = await run(cardPayment(t, { source: CARD }))
  await t.api.quickinvoices.addTransaction(invoice.id, { transaction_id: paid.id })
  assert.equal((await t.api.quickinvoices.update(invoice.id, { title: 'Lawn' })).title, 'Lawn')
  const lower = t.api.quickinvoices.update(invoice.id, { item_list: { Mowing: '9.00' } })
  assert.deepEqual(Object.keys((await refusal(lower)).body.errors), ['item_list'])
  await t.api.quickinvoices.update(invoice.id, { item_list: { Mowing: '13.00' } })
  await resolved()
  assert.deepEqual(await standing(invoice.id), PAID)
})

test('a contact that is gone keeps nobody from learning that its payment was approved, nor is an account kept for it', async () => {
  const contact_id = await newContact()
  const plain = await died({ contact_id })
  const saving = await died({ contact_id, save_account: true })
  await t.api.contacts.delete(contact_id)
  await resolved()
  for (const id of [plain, saving]) assert.equal((await rowOf(t, id)).status_id, 101)
})

test('a product that was switched off, and settings that changed, do not undo what was approved before', async () => {
  const { cc_product_transaction_id: product } = t.merchants[0]
  const set = (producttransaction: Json) => t.api.producttransactions.update(product, producttransaction)
  const id = await died({})
  await set({ active: 0 })
  await resolved()
  assert.equal((await rowOf(t, id)).status_id, 101)
  await set({ active: 1 })
})

test('a clock that jumps over decades while a payment, a refund and a void are unknown changes nothing about their end', async () => {
  const sale = await run(cardPayment(t, { source: CARD }))
  const other = await run(cardPayment(t, { source: CARD }))
  const refund = await died({}, { action: 'refund', source: null, refunds: sale, amount: 300n })
  await assert.rejects(
    gateway(t, processor, 1).follow(rootActor(t), other.id, 'void', { amount: null, set: {} }),
    /power cut/,
  )
  line.fault = 'drop_after,hide:9'
  const told = await run(cardPayment(t, { source: CARD, amount: 1100n }))
  line.fault = undefined
  await jump(365 * 30)
  await resolved()
  assert.deepEqual([(await rowOf(t, refund)).status_id, (await rowOf(t, sale.id)).refunded_amount], [111, 300])
  assert.equal((await rowOf(t, other.id)).status_id, 201)
  assert.deepEqual([(await rowOf(t, told.id)).status_id, (await orderAtProcessor(t, told.id)).captured], [301, 0])
})

test('an unknown void holds back its own sale, which is settled with the next batch or not at all', async () => {
  const sold = (amount: bigint) => run(cardPayment(t, { source: CARD, amount }))
  const [kept, voided, stays] = [await sold(2100n), await sold(2200n), await sold(2300n)]
  assert.equal(kept.transaction_batch_id, voided.transaction_batch_id)
  for (const [{ id }, fault] of [
    [voided, 'drop_after,hide:9'],
    [stays, 'drop_before,hide:9'],
  ] as const) {
    line.fault = fault
    await gateway(t, processor).follow(rootActor(t), id, 'void', { amount: null, set: {} })
  }
  line.fault = undefined
  const settle = (id: string) => t.api.transactionbatches.settle(id)
  assert.equal((await settle(kept.transaction_batch_id!)).processing_status_id, 2)
  await resolved()
  const [one, other] = [await rowOf(t, voided.id), await rowOf(t, stays.id)]
  assert.deepEqual([one.status_id, other.status_id], [201, 101])
  for (const { transaction_batch_id } of [one, other]) assert.notEqual(transaction_batch_id, kept.transaction_batch_id)
  assert.equal((await settle(other.transaction_batch_id!)).processing_status_id, 2)
})

test('a void and the settlement of its batch at the same moment have one winner, whatever gets lost on the way', async () => {
  for (const fault of ['drop_after,hide:2', 'drop_before', 'wander:20', 'drop_after,unseen:3']) {
    const sale = await run(cardPayment(t, { source: CARD, amount: 2300n }))
    line.fault = fault
    const [, settled] = await Promise.all([
      gateway(t, processor)
        .follow(rootActor(t), sale.id, 'void', { amount: null, set: {} })
        .catch(() => null),
      gateway(t, processor)
        .batches.settle(rootActor(t), sale.transaction_batch_id!)
        .catch(() => null),
    ])
    line.fault = undefined
    await resolved()
    await t.db.run(`update settlement set ask_ts = 0 where state = 'pending'`)
    await gateway(t, processor).resolve()
    const row = await rowOf(t, sale.id)
    const word = await orderAtProcessor(t, sale.id)
    assert.equal(row.captured_amount, word.captured, fault)
    const transaction = await t.api.transactions.get(sale.id, { expand: ['is_settled'] })
    const held_back = row.transaction_batch_id !== sale.transaction_batch_id
    assert.equal(transaction.is_settled, settled !== null && !held_back && row.status_id !== 201, fault)
  }
})
