import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { NO_RESPONSE_DATA, type Processor } from '../../src/ports/processor.ts'
import { asked } from '../contracts/processor.contract.ts'
import type { Json } from '../support/app.ts'
import { debit, goTo, sendBack } from '../support/bank.ts'
import { brief, discrepancySite, open } from '../support/discrepancies.ts'

const { t, bend, product, pay, compare, listed, ofBatch } = await discrepancySite('discrepancies_night')
const [home] = t.merchants
const { reconciliation } = t.app.payments
const DAY = 86_400

// Noon in New York: an account that is compared for the first time less than half a day before a night skips that one.
await t.clock.moveTo(Math.ceil(t.clock.seconds() / DAY) * DAY + 17 * 3600, t.app.worker)

/** Moves the clock over the hour at which nights are compared, and compares. */
async function night(days = 1): Promise<void> {
  await t.clock.moveTo(t.clock.seconds() + days * DAY, t.app.worker)
  await reconciliation.compareNight()
}

const unrecorded = async (reference: string) =>
  (await listed(`kind=order_unrecorded&reference=${reference}`)).map(({ status, ours, theirs, times_found }) => ({
    ...{ status, ours, theirs, times_found },
  }))

test('an order that only the processor has is found in the night after, counted once, and ends when it was taken back', async () => {
  const before = await pay(await product(), '10.00')
  await reconciliation.compareNight()
  await night()
  assert.deepEqual(await listed('status=open'), [])
  const ts = t.clock.seconds()
  const strange = { reference: 'never-ours', action: 'sale', amount: 500n, result: 'approved', ts } as const
  // The account that has the payment before.
  const isIts = async (real: Processor) => (await real.find(asked(before.id))).seen
  bend.requests = async (since, until, real) =>
    ts >= since && ts < until && (await isIts(real)) ? [strange] : real.requests!(since, until)
  // The gateway stood still for three days: the next night reaches back to where the last one ended.
  await night(3)
  const found = { ours: null, theirs: 'sale approved 5.00' }
  assert.deepEqual(await unrecorded('never-ours'), [{ status: 'open', ...found, times_found: 1 }])
  const [row] = await listed('reference=never-ours')
  assert.equal(row.product_transaction_id, before.product_transaction_id)
  bend.find = async () => ({ seen: true, outcome: approvedOutcome })
  await night()
  assert.deepEqual(await unrecorded('never-ours'), [{ status: 'open', ...found, times_found: 1 }])
  bend.find = async () => ({ seen: false })
  await night()
  assert.deepEqual(await unrecorded('never-ours'), [{ status: 'gone', ...found, times_found: 1 }])
  assert.equal((await Array.fromAsync(t.stranger.discrepancies.list())).length, 0)
})

const approvedOutcome = {
  ...NO_RESPONSE_DATA,
  result: 'approved',
  reason_code_id: 1000,
  verbiage: 'APPROVED',
} as const

test('an order that the processor never received, or knows with another amount or result, is found both ways', async () => {
  const own = await product()
  const lost = await pay(own, '11.00')
  const less = await pay(own, '12.00')
  const refused = await pay(own, '13.00')
  bend.requests = async (since, until, real) =>
    (await real.requests!(since, until))
      .filter(({ reference }) => reference !== lost.id)
      .map(each => (each.reference === less.id ? { ...each, amount: 1100n } : each))
      .map(each => (each.reference === refused.id ? { ...each, result: 'declined' as const } : each))
  bend.find = async () => ({ seen: false })
  await night()
  const ofProduct = async () => (await listed(`product_transaction_id=${own}`)).map(brief)
  assert.deepEqual(
    (await ofProduct()).toSorted((one, other) => one.kind.localeCompare(other.kind)),
    [
      open('order_amount', 'sale approved 12.00', 'sale approved 11.00', less.id),
      open('order_result', 'sale approved 13.00', 'sale declined 13.00', refused.id),
      open('order_unseen', 'sale approved 11.00', null, lost.id),
    ],
  )
  bend.requests = null
  bend.find = null
  await night()
  assert.ok((await ofProduct()).every(({ status }) => status === 'gone'))
})

const at_terminal = {
  location_id: home.location_id,
  terminal_id: home.terminal_id,
  product_transaction_id: home.cc_product_transaction_id,
}

test('a payment at a terminal and one whose outcome is still open are no differences', async () => {
  const run = { action: 'sale', payment_method: 'cc', transaction_amount: '3.00', ...at_terminal } as const
  await t.api.routertransactions.create(run)
  const pending = await pay(await product(), '14.00')
  await t.owner.transaction(async tx => {
    await tx.run("set local session_replication_role = 'replica'")
    await tx.run(
      `update attempt set state = 'unknown', ended_ts = null, ask_ts = 4102444799 where transaction_id = $1`,
      [pending.id],
    )
  })
  await night()
  assert.deepEqual(await listed('status=open'), [])
})

test('a processor that cannot be reached is compared later, without a gap', async () => {
  const before = await nightsOf()
  bend.requests = () => Promise.reject(new Error('not reachable'))
  await night()
  assert.deepEqual(await nightsOf(), before)
  bend.requests = null
  await t.db.run('update nightly_comparison set lease_until = 0')
  await reconciliation.compareNight()
  const after = await nightsOf()
  assert.ok(after.every(({ through_ts }, index) => through_ts > before[index]!.through_ts))
})

const nightsOf = () =>
  t.db.query<{ through_ts: number }>(`select through_ts from nightly_comparison where name <> 'bank' order by name`)

test('what a device reported at its closing is compared with its own payments', async () => {
  const run = { payment_method: 'cc', ...at_terminal } as const
  const tapped = await t.api.routertransactions.create({ ...run, action: 'sale', transaction_amount: '12.00' })
  const batch = { id: tapped.transaction_batch_id }
  await t.api.routertransactions.create({ ...run, action: 'settle' })
  await t.settle()
  assert.deepEqual(await ofBatch(batch), [])
  const [closing] = await t.db.query<{ id: string; transaction_amount: number }>(
    `select id, transaction_amount from terminalrun where action = 'settle' order by id desc limit 1`,
  )
  await t.db.run('update terminalrun set transaction_amount = 1 where id = $1', [closing!.id])
  await compare(batch)
  const [off] = await ofBatch(batch)
  assert.deepEqual([off!.kind, off!.theirs], ['terminal_total', '0.01'])
  await t.db.run('update terminalrun set transaction_amount = $2 where id = $1', [
    closing!.id,
    closing!.transaction_amount,
  ])
  await compare(batch)
  assert.equal((await ofBatch(batch))[0]!.status, 'gone')
})

test('a return of what was never sent belongs to nobody, one with another amount to the merchant of the entry', async () => {
  const start = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('America/New_York')
  const sent = await debit(t)
  await goTo(t, `${start.toPlainDate().add({ days: 6 })}T10:00`)
  await sendBack(t, sent.id, 'R01', { amount: 999 })
  await sendBack(t, sent.id, 'R01', { amount: 999 }, 'again.ach')
  const [off, ...more] = await listed('kind=return_amount')
  assert.deepEqual(
    [off.transaction_id, off.ours.slice(0, 5), off.theirs.slice(0, 8), off.found_by, more],
    [sent.id, '25.00', 'R01 9.99', 'return', []],
  )
  await sendBack(t, sent.id, 'R01', { trace: '999999990000001' })
  const rows = await t.db.query<Json>(
    `select root_id, location_id, kind, status from discrepancy where kind = 'return_unmatched'`,
  )
  assert.deepEqual(rows, [{ root_id: '', location_id: null, kind: 'return_unmatched', status: 'open' }])
})

test('a bank file that is not acknowledged, and an entry that its payment contradicts, are found at night', async () => {
  const sent = await debit(t)
  await night(6)
  const [file] = await t.db.query<{ id: string; name: string; state: string }>(
    'select f.id, f.name, f.state from ach_file f join ach_entry e on e.ach_file_id = f.id where e.transaction_id = $1',
    [sent.id],
  )
  const tamper = (text: string, values: unknown[]) =>
    t.owner.transaction(async tx => {
      await tx.run("set local session_replication_role = 'replica'")
      await tx.run(text, values)
    })
  await tamper(`update ach_file set state = 'delivered', debit_amount = debit_amount + 1 where id = $1`, [file!.id])
  await tamper(`update transaction set status_id = 133 where id = $1`, [sent.id])
  await night()
  const kinds = async (status: string) =>
    (await listed(`reference=${encodeURIComponent(file!.name)}&status=${status}`))
      .map(({ kind }: Json) => kind)
      .toSorted()
  assert.deepEqual(await kinds('open'), ['bank_file_totals', 'bank_file_unanswered', 'bank_payment_state'])
  await tamper(`update ach_file set state = $2, debit_amount = debit_amount - 1 where id = $1`, [file!.id, file!.state])
  await tamper(`update transaction set status_id = 134 where id = $1`, [sent.id])
  await night()
  assert.deepEqual(await kinds('open'), [])
  assert.deepEqual(await kinds('gone'), ['bank_file_totals', 'bank_file_unanswered', 'bank_payment_state'])
})

test('each account is compared at the night of its product, and the bank at that of the gateway', async () => {
  const hourOf = async (zone: string) => {
    const rows = await t.db.query<{ name: string; next_ts: number }>('select name, next_ts from nightly_comparison')
    return rows.map(({ name, next_ts }) => [name === 'bank', zonedHour(next_ts, zone)] as const)
  }
  await t.db.run(`update producttransaction set tz = 'Asia/Tokyo'`)
  await night()
  await night()
  assert.ok((await hourOf('Asia/Tokyo')).every(([is_bank, hour]) => is_bank || hour === 3))
  const { zone } = readConfig({}).night
  assert.deepEqual(
    (await hourOf(zone)).find(([is_bank]) => is_bank),
    [true, 3],
  )
  // Moved to the other side of the world: the night that is planned comes, and then one at the new place's hour.
  await t.db.run(`update producttransaction set tz = 'Pacific/Honolulu'`)
  await night()
  await night()
  assert.ok((await hourOf('Pacific/Honolulu')).every(([is_bank, hour]) => is_bank || hour === 3))
})

const zonedHour = (seconds: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone).hour
