import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bankDate } from '../../src/lib/banking-day.ts'
import type { Booked } from '../hosts/worldpay-cnp/book.ts'
import { MERCHANT, worldpayHost } from '../hosts/worldpay-cnp/index.ts'
import {
  batchOf,
  ECHECK_RETURNS,
  interchangeOf,
  layDown,
  NET_SETTLED_SALES,
  reportText,
  returnedRow,
  returnsName,
  settledName,
  settledRow,
  toTransfer,
} from '../hosts/worldpay-cnp/reports.ts'
import { type Json, testApp } from '../support/app.ts'
import { historyOf } from '../support/bank.ts'
import { connectProducts } from '../support/connect-products.ts'
import { changed, debitBody, paid, refundBody, saleBody, transactionOf } from '../support/payments.ts'

/** Worldpay settles by itself and tells it in files: each night they are read and compared payment by payment. */
const host = await worldpayHost()
after(() => host.close())
const folder = mkdtempSync(join(tmpdir(), 'tollgate-reports-'))
after(() => rmSync(folder, { recursive: true }))
const t = await testApp('worldpay_reports', { retry_policy: { find_ms: [10], poll_ms: 500 } })
after(() => t.close())
const { password, ...shown } = MERCHANT
await connectProducts(t, {
  connector: 'worldpay-cnp',
  settings: { ...shown, url: host.address, reports: `file://${folder}` },
  secrets: { password },
})
const { compareNight } = t.app.payments.reconciliation
await compareNight()

const { merchant_id } = MERCHANT
const bank_product = t.merchants[0].ach_product_transaction_id
const today = (): Temporal.PlainDate => bankDate(t.clock.seconds())
const sale = (amount: string, over: Json = {}): Promise<Json> =>
  paid(t.api, saleBody({ exp_date: '1249', transaction_amount: amount, ...over }))
const debit = (amount: string): Promise<Json> =>
  paid(
    t.api,
    debitBody(bank_product, { routing: '011100012', account_number: '1099999003', transaction_amount: amount }),
  )
const open = async (): Promise<Json[]> =>
  await Array.fromAsync(t.api.discrepancies.list({ status: 'open', sort: 'id' }))
const kinds = async (): Promise<string[]> => (await open()).map(({ kind }) => kind)
const bookedOf = async (id: string): Promise<Booked> => {
  const [row] = await t.db.query<{ cnp: string }>('select processor_reference as cnp from transaction where id = $1', [
    id,
  ])
  return host.book.transactions.find(({ cnp_txn_id }) => cnp_txn_id === row!.cnp)!
}

/** Worldpay transfers what is due and returns the report of the day; its file is laid down by the caller. */
function transferred(day = today()): { day: Temporal.PlainDate; rows: Json[] } {
  const due = toTransfer(host.book.transactions)
  for (const each of due) each.is_settled = true
  return { day, rows: due.map(each => settledRow(each, { merchant_id, day })) }
}
const laySettled = ({ day, rows }: ReturnType<typeof transferred>): void =>
  layDown(folder, settledName(day), reportText(NET_SETTLED_SALES, rows), t.clock.seconds())
const layReturns = (...rows: Json[]): void =>
  layDown(folder, returnsName(today()), reportText(ECHECK_RETURNS, rows), t.clock.seconds())

async function night(): Promise<void> {
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  await t.db.run('update nightly_comparison set lease_until = 0')
  await compareNight()
}
const linesOf = (id: string): Promise<Json[]> =>
  t.db.query(
    `select processor_reference, batch, amount::int, fee::int, funding_reference from settled_payment where transaction_id = $1`,
    [id],
  )

test('each payment is settled once as the report says, which two products read: amount, batch, interchange, transfer', async () => {
  const whole = await sale('10.00')
  const hold = await sale('30.00', { action: 'authonly' })
  await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '25.00' })
  const voided = await sale('40.00')
  await changed(t.api, voided.id, { action: 'void' })
  const bank = await debit('12.00')
  await t.clock.moveTo(t.clock.seconds() + 3_600, t.app.worker)
  const report = transferred()
  laySettled(report)
  const refund = await paid(t.api, {
    ...refundBody(whole.id, '4.00'),
  })
  await night()
  laySettled(transferred())
  await night()
  assert.deepEqual(await open(), [])
  const expected: [id: string, amount: number, fee: string | null][] = [
    [whole.id, 1000, interchangeOf(1000n)],
    [hold.id, 2500, interchangeOf(2500n)],
    [bank.id, 1200, null],
    [refund.id, -400, interchangeOf(400n)],
  ]
  for (const [id, amount, fee] of expected) {
    const [line, more] = await linesOf(id)
    const day = id === refund.id ? report.day.add({ days: 1 }) : report.day
    const cents = fee && Math.round(Number(fee) * 100)
    const said = { batch: batchOf(day), amount, fee: cents, funding_reference: `${merchant_id} ${day}` }
    assert.deepEqual(line, { processor_reference: (await bookedOf(id)).cnp_txn_id, ...said })
    assert.equal(more, undefined)
  }
  assert.deepEqual(await linesOf(voided.id), [])
  const { status_id, settle_date } = await transactionOf(t, bank.id)
  assert.deepEqual([status_id, settle_date], [134, String(report.day)])
})

test('a debit that came back is charged back once, whichever file is read first', async () => {
  const [early, late] = [await debit('13.00'), await debit('14.00')]
  const report = transferred()
  // The return of one lies there before its settlement does.
  const day = today()
  layReturns(returnedRow(await bookedOf(early.id), { merchant_id, day, reason: 'R02' }))
  await night()
  laySettled(report)
  await night()
  assert.equal((await transactionOf(t, late.id)).status_id, 134)
  layReturns(
    returnedRow(await bookedOf(early.id), { merchant_id, day, reason: 'R02' }),
    returnedRow(await bookedOf(late.id), { merchant_id, day, reason: 'R10' }),
  )
  await night()
  await night()
  for (const [{ id }, reason] of [
    [early, 2102],
    [late, 2110],
  ] as const) {
    const { status_id, reason_code_id } = await transactionOf(t, id)
    assert.deepEqual([status_id, reason_code_id], [331, reason])
    assert.equal((await historyOf(t, id)).filter(each => each === 331).length, 1)
  }
  assert.deepEqual(await open(), [])
})

test('what came back and is not here, or with another amount, is told to a person until it is put right', async () => {
  const { id } = await debit('15.00')
  const day = today()
  const row = returnedRow(await bookedOf(id), { merchant_id, day, reason: 'R01' })
  const stranger = { ...row, 'Worldpay Payment ID': "'17", 'Merchant Transaction ID': 'by-hand' }
  layReturns({ ...row, 'Chargeback Amt': '14.00' }, stranger)
  await night()
  assert.equal((await transactionOf(t, id)).status_id, 131)
  const told = (await open()).map(({ kind, theirs, transaction_id }) => [kind, theirs, transaction_id])
  assert.deepEqual(told.toSorted(), [
    ['return_amount', 'R01 14.00', id],
    ['return_unmatched', 'R01 15.00', null],
  ])
  layReturns(row)
  await night()
  assert.equal((await transactionOf(t, id)).status_id, 331)
  assert.deepEqual(await kinds(), ['return_unmatched'])
})

test('a file that comes weeks late, twice or cut off: nothing is lost and nothing twice', async () => {
  const { id } = await debit('16.00')
  const report = transferred()
  await t.clock.moveTo(t.clock.seconds() + 20 * 86_400, t.app.worker)
  await compareNight()
  const text = reportText(NET_SETTLED_SALES, report.rows)
  layDown(folder, settledName(report.day), text.slice(0, -40), t.clock.seconds())
  const other = await debit('17.00')
  laySettled(transferred(today()))
  await night()
  const unread = (await open()).find(({ kind }) => kind === 'report_unreadable')
  assert.match(unread.theirs, new RegExp(`${settledName(report.day)} is not whole`))
  assert.equal((await transactionOf(t, other.id)).status_id, 134, 'the other file was read')
  assert.equal((await transactionOf(t, id)).status_id, 131)
  laySettled(report)
  layDown(folder, settledName(report.day).replace('_4711', '_4712'), text, t.clock.seconds())
  await night()
  assert.deepEqual([(await transactionOf(t, id)).status_id, await kinds()], [134, ['return_unmatched']])
  assert.equal((await linesOf(id)).length, 1)
})

test('a batch that no report has told a week after it was closed is a difference until one does', async () => {
  const before = await kinds()
  const late = await sale('18.00')
  const other = await sale('19.00')
  const report = transferred()
  for (let day = 0; day < 7; day += 1) await night()
  assert.deepEqual(await kinds(), before, 'reports come late, too')
  await night()
  await night()
  const [missing, ...more] = (await open()).filter(({ kind }) => kind === 'settlement_missing')
  assert.deepEqual([missing.ours, missing.theirs, more], ['2 approved, 37.00', null, []])
  const { transaction_batch_id } = await transactionOf(t, late.id)
  assert.equal(missing.transaction_batch_id, transaction_batch_id)
  laySettled({ ...report, rows: report.rows.filter(row => row['Settlement Amt'] !== '18.00') })
  await night()
  const [one] = (await open()).filter(({ kind }) => kind === 'settlement_missing')
  assert.deepEqual([one.id, one.ours], [missing.id, '1 approved, 18.00'])
  laySettled({ ...report, day: report.day.add({ days: 1 }) })
  await night()
  assert.deepEqual(await kinds(), before)
  assert.equal((await linesOf(other.id)).length, 1)
})
