import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { openLines } from '../../src/payments/lifecycle/lines.ts'
import { type PaymentContext, RETRY_POLICY } from '../../src/payments/lifecycle/payment-context.ts'
import { storeRun } from '../../src/payments/terminals/store-run.ts'
import { settleAtTerminal } from '../../src/payments/terminals/store-settlement.ts'
import { vaulting } from '../../src/payments/vault/vault.ts'
import type { TerminalResponse } from '../../src/ports/terminal.ts'
import { type RunRow, terminalrun } from '../../src/resources/terminalrun/terminalrun.ts'
import { type Json, testApp } from '../support/app.ts'
import { refusal } from '../support/typed-client.ts'

const t = await testApp('terminal_settle')
after(t.close)
const [home] = t.merchants

const run = (action: 'sale' | 'settle', transaction_amount?: string) =>
  t.api.routertransactions.create({
    payment_method: 'cc',
    location_id: home.location_id,
    terminal_id: home.terminal_id,
    action,
    transaction_amount,
  })
const keyed = (transaction_amount: string): Promise<Json> =>
  t.api.transactions.create({
    payment_method: 'cc',
    action: 'sale',
    transaction_amount,
    location_id: home.location_id,
    account_number: '4111111111111111',
    exp_date: '1235',
  })
const batch = (id: string): Promise<Json> => t.api.transactionbatches.get(id)

test('settling at a terminal ends as settling by request does: the product’s whole batch, with the processor’s file', async () => {
  const tapped = await run('sale', '12.00')
  const typed = await keyed('13.00')
  const id = typed.transaction_batch_id
  assert.equal(tapped.transaction_batch_id, id)

  const settled = await run('settle')
  assert.deepEqual([settled.type_id, settled.batch], [22, typed.batch])
  const closed = await batch(id)
  assert.deepEqual([closed.processing_status_id, closed.is_open, closed.total_sale_amount], [2, 0, '25.00'])
  const file = await t.as({}).get(`/sandbox/settlements/${closed.settlement_file_name}`)
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(file.headers['content-disposition']!, /attachment; filename\*=UTF-8''SIM-/)
  for (const each of [tapped, typed]) assert.ok(file.text.includes(each.id))
  const listed = await t.api.request('GET', '/sandbox/settlements')
  assert.deepEqual(
    listed.settlements.map(({ name, count, amount }: Json) => ({ name, count, amount })),
    [{ name: closed.settlement_file_name, count: 2, amount: '25.00' }],
  )
  assert.equal((await refusal(t.api.request('GET', '/sandbox/settlements/SIM-20260101-nothing.csv'))).status, 404)
  assert.equal((await refusal(t.api.request('GET', '/sandbox/settlements/..%2Fledger.jsonl'))).status, 404)
})

test('a terminal is not asked to close a batch that is empty, or of which a payment is being changed', async () => {
  const paid = await keyed('14.00')
  await t.db.run(`update transaction set doing = 'void' where id = $1`, [paid.id])
  const moving = await refusal(run('settle'))
  assert.deepEqual(
    [moving.status, moving.body.errors],
    [409, { batch: ['A payment of the batch is being changed; try again.'] }],
  )
  await t.db.run('update transaction set doing = null where id = $1', [paid.id])
  await t.api.transactions.update(paid.id, { action: 'void' })
  const empty = await refusal(run('settle'))
  assert.deepEqual([empty.status, empty.body.errors], [422, { batch: ['No Transactions in Batch'] }])
  assert.equal((await batch(paid.transaction_batch_id)).is_open, 1)
})

const actor = { caller: systemCaller(home.location_id, 'test') }
/** A gateway whose processor cannot be reached. */
const context: PaymentContext = {
  db: t.db,
  store: t.app.store,
  clock: t.clock,
  processors: {},
  retry_policy: RETRY_POLICY,
  lines: openLines({ clock: t.clock, log: { warn: () => undefined } }),
  vaulting: vaulting({ db: t.db, cipher: t.cipher, clock: t.clock }),
  log: { error: () => undefined, warn: () => undefined },
}

const begun = (over: Partial<RunRow> = {}): Promise<RunRow> =>
  t.app.store.insert(actor, terminalrun, {
    action: 'settle',
    location_id: home.location_id,
    terminal_id: home.terminal_id_without_signature,
    product_transaction_id: home.cc_product_transaction_id,
    processor_account_id: home.cc_product_transaction_id,
    details: {},
    request_mark: 'a request whose process may die',
    status: 'running',
    deadline_ts: t.clock.seconds() + 60,
    lease_until: 0,
    asks: 0,
    ...over,
  })

test('where a payment begins to be changed after the device has closed, the batch is settled a moment later by itself', async () => {
  const paid = await keyed('15.00')
  const id = paid.transaction_batch_id
  const { id: run_id } = await begun()
  await t.db.run(`update transaction set doing = 'void' where id = $1`, [paid.id])
  const response = { result: 'approved', host_reference: 'B9', amount: 1500n, count: 1 } as const
  const ended = await storeRun(context, actor, run_id, { kind: 'settle', response })
  assert.equal(ended.result, 'approved', 'what the device has done cannot be refused any more')
  assert.equal((await batch(id)).is_open, 1)
  await t.db.run('update transaction set doing = null where id = $1', [paid.id])
  await t.api.request('POST', '/sandbox/clock', { body: { advance: 'PT1M' } })
  assert.equal((await batch(id)).processing_status_id, 2)
})

test('a run that was interrupted after its batch was closed has succeeded, whatever the device tells afterwards', async () => {
  const paid = await keyed('16.00')
  const { id: run_id } = await begun()
  await settleAtTerminal(context, actor, run_id)
  await settleAtTerminal(context, actor, run_id)
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 5)
  const response = { result: 'failed', why: 'cancelled', text: 'ABORTED' } as const
  const ended = await storeRun(context, actor, run_id, { kind: 'settle', response })
  assert.equal(ended.result, 'approved')
  const transaction = await t.api.transactions.get(run_id)
  assert.deepEqual([transaction.batch, transaction.transaction_amount], [paid.batch, 16])

  await t.db.run('update settlement set ask_ts = 0')
  await t.app.payments.resolve()
  assert.equal((await batch(paid.transaction_batch_id)).processing_status_id, 2)
})

test('a batch that the processor refuses after its terminal has closed is refused as by request', async () => {
  const bad = await keyed('90520.11')
  await run('settle')
  const refused = await batch(bad.transaction_batch_id)
  assert.deepEqual([refused.processing_status_id, refused.batch_close_detail], [3, 'Batch Net Deposit is invalid.'])
})

test('G74 a device whose totals no column holds ends its settlement like any other', async () => {
  for (const amount of [-500n, 10_000_000_000n, 14_999_999_999_999_985_000n]) {
    await keyed('17.00')
    const { id: run_id } = await begun()
    const response = { result: 'approved', host_reference: 'B9', amount, count: 1 } as const
    const ended = await storeRun(context, actor, run_id, { kind: 'settle', response })
    assert.equal(ended.result, 'approved', String(amount))
  }
})

test('G74 an approval of an amount or with a tip that no column holds is stored with the amount that was asked for', async () => {
  const response: TerminalResponse = {
    ...{ result: 'approved', reason_code_id: 1000, verbiage: 'OK', response_message: '00 OK', auth_code: 'A1' },
    ...{ avs: null, avs_enhanced: null, cvv_response: null, host_reference: 'H1', device_reference: '1', token: null },
    ...{ card: null, emv_receipt_data: null, signature_png_base64: null },
    auth_amount: 999_999_999_999_999n,
    tip: 99_999_999_999_999n,
  }
  const { id } = await begun({ action: 'sale', transaction_amount: 1_000n })
  const ended = await storeRun(context, actor, id, { kind: 'payment', response })
  assert.equal(ended.result, 'approved')
  const { auth_amount, tip_amount } = await t.api.transactions.get(ended.transaction_id!)
  assert.deepEqual([auth_amount, tip_amount], ['10.00', null])
})
