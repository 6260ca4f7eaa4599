import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { changed, closeBatch, saleBody as keyed, paid, refundBody } from '../support/payments.ts'
import { orderAtProcessor, resolveNow } from '../support/power-cut.ts'
import { recurringSite } from '../support/recurrings.ts'
import { approval, scriptedTerminal } from '../support/scripted-terminal.ts'
import { refusal } from '../support/typed-client.ts'

/**
 * A product changes its processor while payments are open. The simulator keeps a ledger for each account, so whatever
 * is sent to the wrong one is declined there.
 */
const device = scriptedTerminal()
const { t, make } = await recurringSite('changed_processor', { terminal: device })
const { cc_product_transaction_id: product } = t.merchants[0]

const saleBody = (over: Json = {}): Json => keyed({ exp_date: '1245', ...over })

async function change(set: Json): Promise<string> {
  await t.api.producttransactions.update(product, set)
  return accountNow()
}

async function accountNow(): Promise<string> {
  const text = 'select processor_account_id as id from producttransaction where id = $1'
  return (await t.db.query<{ id: string }>(text, [product]))[0]!.id
}

let next = 'zgate2'
/** Gives the product its other processor; returns the new account. */
function swap(): Promise<string> {
  const processor = next
  next = processor === 'zgate' ? 'zgate2' : 'zgate'
  return change({ processor })
}

const asking = (fault: string) => ({ 'tollgate-sandbox-fault': fault })

/** What of a payment is stored, and at which account. */
async function stored(id: string): Promise<Json> {
  const [row] = await t.db.query<Json>(
    `select t.status_id, t.outcome, t.processor_account_id as account, b.processor_account_id as batch_account, t.processor_reference
       from transaction t left join transactionbatch b on b.id = t.transaction_batch_id where t.id = $1`,
    [id],
  )
  return row
}

const batchOf = async (id: string): Promise<Json> => await t.api.transactionbatches.get(id)
const reportOf = async (id: string): Promise<Json> => (await t.api.transactionbatches.getReport(id)).report

test('the settings of an account make its next version, and nothing else does', async () => {
  const versions = () =>
    t.db.query<Json>(
      `select version, processor, settings ->> 'terminal_id' as terminal_id from processor_account
        where product_transaction_id = $1 order by version`,
      [product],
    )
  const first = await accountNow()
  assert.equal(first, product)
  assert.equal(await change({ title: 'Renamed', processor: 'zgate', terminal_id: '' }), first)
  const second = await change({ terminal_id: '0042' })
  assert.notEqual(second, first)
  assert.equal(await change({ terminal_id: '0042', batch_settle_hour: 5 }), second)
  assert.deepEqual(await versions(), [
    { version: 1, processor: 'zgate', terminal_id: null },
    { version: 2, processor: 'zgate', terminal_id: '0042' },
  ])
  const shown = await t.api.producttransactions.get(product)
  assert.ok(!('processor_account_id' in shown))
})

test('a processor that nobody knows is refused with the names there are', async () => {
  const unheard = { processor: 'unheard-of' } as Json
  const answer = await refusal(t.api.producttransactions.update(product, unheard))
  assert.equal(answer.status, 422)
  assert.deepEqual(answer.body.errors, {
    processor: ['Processor must be one of zgate, zgate2, zach, ach, fortisach, cash.'],
  })
})

test('an authorization is captured, and settled, at the account that authorised it', async () => {
  const before = await accountNow()
  const held = await paid(t.api, saleBody({ action: 'authonly' }))
  assert.equal((await stored(held.id)).account, before)
  const later = await swap()
  const own = await paid(t.api, saleBody({ transaction_amount: '11.00' }))
  const captured = await changed(t.api, held.id, { action: 'authcomplete', transaction_amount: '10.00' })
  assert.equal(captured.status_id, 101, captured.verbiage)
  const [first, second] = [await stored(held.id), await stored(own.id)]
  assert.deepEqual([first.batch_account, second.batch_account], [before, later])
  assert.ok(first.processor_reference?.startsWith('SIM'))
  for (const { transaction_batch_id } of [captured, own]) {
    await closeBatch(t.api, transaction_batch_id)
    assert.equal((await reportOf(transaction_batch_id)).reconciled, true)
  }
})

test('an unknown sale is asked about, and taken back, where it was sent', async () => {
  const { id } = await t.api.transactions.create(saleBody(), { headers: asking('drop_after,hide:4') })
  assert.equal((await stored(id)).outcome, 'unknown')
  await swap()
  await resolveNow(t)
  assert.deepEqual(
    (await t.ledger(id)).map(({ action, result }) => `${action} ${result}`),
    ['sale approved', 'void approved'],
  )
  assert.deepEqual(await orderAtProcessor(t, id), { held: 0, captured: 0, refunded: 0 })
  assert.equal((await stored(id)).outcome, 'declined')
})

test('a void and a refund go to the account of the sale', async () => {
  const to_void = await paid(t.api, saleBody())
  const to_refund = await paid(t.api, saleBody())
  const before = await accountNow()
  await swap()
  assert.equal((await changed(t.api, to_void.id, { action: 'void' })).status_id, 201)
  const refund = await paid(t.api, refundBody(to_refund.id, '4.00'))
  assert.equal(refund.status_id, 111, refund.verbiage)
  const { account, batch_account } = await stored(refund.id)
  assert.deepEqual([account, batch_account], [before, before])
})

test('each account has its open batch, numbered by product, and both are settled by the same timetable', async () => {
  const one = await paid(t.api, saleBody({ transaction_amount: '12.00' }))
  await swap()
  const other = await paid(t.api, saleBody({ transaction_amount: '13.00' }))
  assert.notEqual(one.transaction_batch_id, other.transaction_batch_id)
  const [before, later] = [await batchOf(one.transaction_batch_id), await batchOf(other.transaction_batch_id)]
  assert.equal(later.batch_num, before.batch_num + 1)
  assert.deepEqual([before.is_open, later.is_open], [1, 1])
  await t.api.request('POST', '/sandbox/clock', { body: { advance: 'P2D' } })
  for (const { id } of [before, later]) {
    assert.equal((await batchOf(id)).processing_status_id, 2)
    assert.equal((await reportOf(id)).reconciled, true)
  }
})

test('a batch whose settlement is unknown is asked about where it was sent', async () => {
  const { transaction_batch_id: id } = await paid(t.api, saleBody({ transaction_amount: '14.00' }))
  const answer = await t.api.transactionbatches.settle(id, { headers: asking('drop_after,hide:1') })
  assert.equal(answer.processing_status_id, 5)
  await swap()
  await resolveNow(t)
  assert.equal((await batchOf(id)).processing_status_id, 2)
  assert.equal((await reportOf(id)).reconciled, true)
})

test('a payment at a terminal belongs to the account that its run began with', async () => {
  const { location_id, terminal_id } = t.merchants[0]
  const before = await accountNow()
  const running = t.api.routertransactions.create({
    payment_method: 'cc',
    action: 'sale',
    location_id,
    terminal_id,
    transaction_amount: '9.90',
  })
  const { answer: say } = await device.next()
  await swap()
  say(approval({ amount: 990n }))
  await running
  const [sale] = await t.db.query<Json>('select id from transaction where terminal_id = $1', [terminal_id])
  const { account, batch_account } = await stored(sale.id)
  assert.deepEqual([account, batch_account], [before, before])
})

test('a recurring is charged at the new account, and its earlier charge refunded at the old one', async () => {
  const { id } = await make()
  const before = await accountNow()
  await t.api.request('POST', '/sandbox/clock', { body: { advance: 'P1M' } })
  const later = await swap()
  await t.api.request('POST', '/sandbox/clock', { body: { advance: 'P1M' } })
  const charges = await t.db.query<Json>('select id from transaction where recurring_id = $1 order by id', [id])
  assert.deepEqual(await Promise.all(charges.map(async each => (await stored(each.id)).account)), [before, later])
  const refund = await paid(t.api, refundBody(charges[0].id, '1.00'))
  assert.equal(refund.status_id, 111, refund.verbiage)
})
