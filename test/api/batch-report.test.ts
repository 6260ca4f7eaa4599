import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { parseCsv } from '../../src/lib/csv.ts'
import { type Json, testApp } from '../support/app.ts'
import { ownProduct } from '../support/payments.ts'
import { expectsFault } from '../support/server-faults.ts'

const t = await testApp('batch_report')
after(t.close)
const [home] = t.merchants
const VISA = { account_number: '4111111111111111', exp_date: '1235' }
const AMEX = { account_number: '371449635398431', exp_date: '1235' }

async function pay(product_transaction_id: string, transaction_amount: string, more: object = {}): Promise<Json> {
  const transaction = { payment_method: 'cc', action: 'sale', location_id: home.location_id, ...VISA }
  const { body } = await t.api.post('transactions', {
    transaction: { ...transaction, product_transaction_id, transaction_amount, ...more },
  })
  assert.equal(body.transaction?.reason_code_id, 1000, JSON.stringify(body))
  return body.transaction
}

const report = async (id: string): Promise<Json> => (await t.api.get(`transactionbatches/${id}/report`)).body.report
const settle = async (id: string): Promise<Json> => {
  const { body } = await t.api.post(`transactionbatches/${id}/settle`)
  assert.equal(body.transactionbatch.processing_status_id, 2, JSON.stringify(body))
  return body.transactionbatch
}

/** A settled batch of three payments, one of them voided before. */
async function settled(): Promise<{ batch: Json; paid: Json; other: Json }> {
  const own = await ownProduct(t, { allow_blind_refund: 1 })
  const paid = await pay(own, '10.00')
  const other = await pay(own, '7.50', AMEX)
  const voided = await pay(own, '99.00')
  await t.api.put(`transactions/${voided.id}`, { transaction: { action: 'void' } })
  return { batch: await settle(paid.transaction_batch_id), paid, other }
}

/** Changes a row behind the back of gateway and database. */
async function tamper(text: string, values: unknown[]): Promise<void> {
  await t.owner.transaction(async tx => {
    await tx.run("set local session_replication_role = 'replica'")
    await tx.run(text, values)
  })
}

test('a report tells what a batch holds and comes to, by card and action, before and after it is settled', async () => {
  const own = await ownProduct(t, { allow_blind_refund: 1 })
  const sale = await pay(own, '30.00', { order_num: 'A-1' })
  await pay(own, '20.00', AMEX)
  const voided = await pay(own, '9.00')
  await t.api.put(`transactions/${voided.id}`, { transaction: { action: 'void' } })
  await pay(own, '4.00', { action: 'refund' })
  await pay(own, '5.00', {
    action: 'refund',
    previous_transaction_id: sale.id,
    account_number: undefined,
    exp_date: undefined,
  })
  const held = await pay(own, '50.00', { action: 'authonly' })
  await t.api.put(`transactions/${held.id}`, { transaction: { action: 'authcomplete', transaction_amount: '45.00' } })
  const before = await report(sale.transaction_batch_id)
  assert.deepEqual([before.reconciled, before.mismatches, before.settlement_file_name], [null, [], null])
  const batch = await settle(sale.transaction_batch_id)
  const told = await report(batch.id)
  assert.deepEqual([told.reconciled, told.mismatches], [true, []])
  assert.equal(told.net_amount, '86.00')
  assert.equal(told.settlement_file_name, batch.settlement_file_name)
  assert.deepEqual(told.totals, [
    { account_type: 'amex', action: 'sale', count: 1, amount: '20.00' },
    { account_type: 'visa', action: 'sale', count: 2, amount: '75.00' },
    { account_type: 'visa', action: 'refund', count: 1, amount: '5.00' },
    { account_type: 'visa', action: 'void', count: 1, amount: '9.00' },
    { account_type: 'visa', action: 'blind_refund', count: 1, amount: '4.00' },
  ])
  assert.deepEqual(told.lines[0], {
    id: sale.id,
    created_ts: sale.created_ts,
    action: 'sale',
    account_type: 'visa',
    first_six: '411111',
    last_four: '1111',
    order_num: 'A-1',
    auth_code: sale.auth_code,
    amount: '30.00',
  })
  const csv = await t.api.get(`transactionbatches/${batch.id}/report?_format=csv`)
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  const rows = parseCsv(csv.text)
  assert.deepEqual(rows.at(-2), ['net', '', '', '', '', '', '', '', '', '6', '86.00'])
  assert.deepEqual(rows.at(-1)!.slice(0, 4), ['verdict', '', '', 'reconciled'])
  assert.equal((await t.api.get(`transactionbatches/${batch.id}/report?_format=xml`)).status, 422)
  assert.equal((await t.stranger.get(`transactionbatches/${batch.id}/report`)).status, 404)
})

/** Every amount of a payment, so that no rule about a single row finds it. */
const addTo = (id: string, cents: number): Promise<void> =>
  tamper(
    `update transaction set captured_amount = captured_amount + $2, authorized_amount = authorized_amount + $2,
            auth_amount = auth_amount + $2, transaction_amount = transaction_amount + $2 where id = $1`,
    [id, cents],
  )

test('an amount that was changed behind the gateway is found in the totals and in the file', async () => {
  const { batch, paid } = await settled()
  assert.equal((await report(batch.id)).reconciled, true)
  await addTo(paid.id, 1)
  const { reconciled, mismatches } = await report(batch.id)
  assert.equal(reconciled, false)
  assert.deepEqual(mismatches, [
    { what: 'total_sale_amount', transaction_id: null, ours: '17.50', theirs: '17.51' },
    { what: 'a payment is settled differently', transaction_id: paid.id, ours: '10.01', theirs: '10.00' },
    { what: 'net amount', transaction_id: null, ours: '17.51', theirs: '17.50' },
  ])
})

test('two changes that make up for each other are found', async () => {
  const { batch, paid, other } = await settled()
  await addTo(paid.id, 1)
  await addTo(other.id, -1)
  const { mismatches } = await report(batch.id)
  assert.deepEqual(
    mismatches.map((each: Json) => each.transaction_id),
    [paid.id, other.id],
  )
})

test('a payment that is gone, was voided afterwards or lies in another batch is found', async () => {
  const { batch, paid, other } = await settled()
  const elsewhere = await pay(await ownProduct(t, { allow_blind_refund: 1 }), '1.00')
  await tamper('update transaction set transaction_batch_id = $2 where id = $1', [
    paid.id,
    elsewhere.transaction_batch_id,
  ])
  await tamper(
    `update transaction set status_id = 201, captured_amount = 0, authorized_amount = 0, transaction_amount = 0,
            void_date = '2026-01-01' where id = $1`,
    [other.id],
  )
  const { mismatches } = await report(batch.id)
  assert.ok(
    mismatches.some(
      (each: Json) => each.what === 'a payment of another batch is settled' && each.transaction_id === paid.id,
    ),
  )
  assert.ok(
    mismatches.some(
      (each: Json) => each.transaction_id === other.id && each.ours === 'voided' && each.theirs === '7.50',
    ),
  )
  assert.equal((await report(elsewhere.transaction_batch_id)).reconciled, false)
})

test('totals of the batch itself that were changed are found, also while it is open', async () => {
  const own = await ownProduct(t, { allow_blind_refund: 1 })
  const paid = await pay(own, '3.00')
  await tamper('update transactionbatch set total_sale_count = 2 where id = $1', [paid.transaction_batch_id])
  assert.deepEqual((await report(paid.transaction_batch_id)).mismatches, [
    { what: 'total_sale_count', transaction_id: null, ours: '2', theirs: '1' },
  ])
})

test('a file that is gone or was touched is no agreement', async () => {
  expectsFault(503, "the processor's file was touched")
  expectsFault('a batch could not be compared', "the processor's file was touched")
  const { batch } = await settled()
  const path = join(t.home, 'processor', 'settlements', batch.settlement_file_name)
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('10.00', '11.00'))
  const touched = await t.api.get(`transactionbatches/${batch.id}/report`)
  assert.equal(touched.status, 503, touched.text)
  await rm(path)
  assert.deepEqual((await report(batch.id)).mismatches, [
    { what: 'the processor has no file of it', transaction_id: null, ours: batch.settlement_file_name, theirs: null },
  ])
  await writeFile(path, text)
  assert.equal((await report(batch.id)).reconciled, true)
})

test('a batch that we hold for refused although the processor has settled it is found', async () => {
  const { batch } = await settled()
  await tamper(`update settlement set state = 'error' where transactionbatch_id = $1`, [batch.id])
  const { mismatches } = await report(batch.id)
  assert.deepEqual(mismatches, [
    {
      what: 'the processor has settled what it had refused',
      transaction_id: null,
      ours: 'refused',
      theirs: batch.settlement_file_name,
    },
  ])
})

test('a clerk is shown the payments of his locations, and the totals of all', async () => {
  const child = home.child_cc_product_transaction_id
  const own = await t.clerk.post('transactions', {
    transaction: {
      payment_method: 'cc',
      action: 'sale',
      transaction_amount: '2.00',
      product_transaction_id: child,
      ...VISA,
    },
  })
  const { body } = await t.clerk.get(`transactionbatches/${own.body.transaction.transaction_batch_id}/report`)
  assert.deepEqual(
    body.report.lines.map((each: Json) => each.id),
    [own.body.transaction.id],
  )
  assert.equal(body.report.net_amount, '2.00')
})
