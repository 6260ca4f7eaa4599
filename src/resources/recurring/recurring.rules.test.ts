import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '../../definition/caller.ts'
import type { Change, Draft, Row } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { ANY_AMOUNT } from '../../lib/amount-limits.ts'
import type { Problems } from '../../lib/problem.ts'
import type { accountvault } from '../accountvault/accountvault.ts'
import type { location } from '../location/location.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { comingPayments } from './recurring.commands.ts'
import { recurringRules } from './recurring.rules.ts'
import type { recurring } from './recurring.ts'

type Recurring = typeof recurring
type RecurringRow = Row<Recurring>

/** Noon of 2026-03-10 in New York. */
const moment = { seconds: 1773158400, caller: systemCaller('0'.repeat(24), 'test') }
const place = { tz: 'America/New_York', recurring_notification_days_default: 5 } as Row<typeof location>
const vault = { id: 'a'.repeat(24), contact_id: 'c'.repeat(24), payment_method: 'cc' } as Row<typeof accountvault>
const product = { id: 'b'.repeat(24) } as Row<typeof producttransaction>

function draft(over: Partial<Draft<Recurring>> = {}): Draft<Recurring> {
  return {
    account_vault_id: vault.id,
    account_vault_api_id: null,
    location_id: 'd'.repeat(24),
    product_transaction_id: null as unknown as string,
    transaction_amount: 1000n,
    interval: 1,
    interval_type: 'm',
    start_date: '2026-03-31',
    end_date: null,
    description: null,
    installment_total_count: null,
    notification_days: null as unknown as number,
    payment_method: null as unknown as 'cc',
    recurring_api_id: null,
    recurring_c1: null,
    recurring_c2: null,
    recurring_c3: null,
    active: true,
    tags: null,
    ...over,
  }
}

function created(over: Partial<Draft<Recurring>> = {}): RecurringRow {
  const sent = draft(over)
  const decision = recurringRules.create!.decide!(
    sent,
    { place, vault, product, limits: ANY_AMOUNT, tag_ids: [] },
    moment,
  )
  const { account_vault_api_id: _, ...stored } = sent
  const counters = { occurrence: 0, runs_done: 0, skipped_count: 0, deferred_count: 0 }
  return { status: 'active', ...counters, ...stored, ...decision.set } as RecurringRow
}

function updated(row: RecurringRow, change: Change<Recurring>): RecurringRow {
  const decision = recurringRules.update!.decide!(
    row,
    change,
    { place, vault: null, limits: ANY_AMOUNT, tag_ids: row.tag_ids },
    moment,
  )
  return { ...row, ...change, ...decision.set } as RecurringRow
}

function problemsOf(over: Partial<Draft<Recurring>>): Problems {
  const problems: Problems = {}
  recurringRules.create!.validate!(draft(over), problemList(problems), { seconds: 0 })
  return problems
}

const refuses = (field: string, work: () => unknown) =>
  assert.throws(work, (error: { status: number; problems: Problems }) => {
    return error.status === 422 && Object.keys(error.problems).join() === field
  })

test('RC-28 RC-13 RC-25 a new ongoing recurring runs first on its start date and has no end', () => {
  const row = created()
  assert.deepEqual(
    [row.status, row.next_run_date, row.end_date, row.recurring_type_id, row.installment_amount_total],
    ['active', '2026-03-31', null, 'o', null],
  )
})

test('RC-17 RC-25 an installment count makes it an installment recurring with a total and an end', () => {
  const row = created({ installment_total_count: 3 })
  assert.deepEqual([row.recurring_type_id, row.installment_amount_total, row.end_date], ['i', 3000n, '2026-06-29'])
})

test("NT-11 notification_days are the location's when they were not sent, and 0 counts as sent", () => {
  assert.equal(created().notification_days, 5)
  assert.equal(created({ notification_days: 0 }).notification_days, 0)
})

test('the payment method, the product and the contact come from the vault', () => {
  const row = created()
  assert.deepEqual(
    [row.payment_method, row.product_transaction_id, row.contact_id],
    ['cc', product.id, vault.contact_id],
  )
})

test('an ongoing recurring made inactive waits on hold; for installments active is not read', () => {
  const row = created({ active: false })
  assert.deepEqual([row.active, row.status, row.next_run_date], [false, 'on hold', null])
  const fixed = created({ active: false, installment_total_count: 2 })
  assert.deepEqual([fixed.active, fixed.next_run_date], [true, '2026-03-31'])
})

test('an end date before the start, or before the last installment, is refused', () => {
  refuses('end_date', () => created({ end_date: '2026-03-30' }))
  assert.equal(created({ end_date: '2026-03-31' }).end_date, '2026-03-31')
  refuses('end_date', () => created({ installment_total_count: 3, end_date: '2026-05-30' }))
  assert.equal(created({ installment_total_count: 3, end_date: '2026-05-31' }).end_date, '2026-05-31')
})

test('AV-27 RC-05 a vault has to be named by one of its ids', () => {
  assert.deepEqual(problemsOf({ account_vault_id: null as unknown as string }), {
    account_vault_id: ['Account Vault Id cannot be blank.'],
  })
  assert.deepEqual(problemsOf({ account_vault_id: null as unknown as string, account_vault_api_id: 'mine' }), {})
})

test('RC-08 an amount is more than zero and has at most 12 characters, the total too', () => {
  assert.deepEqual(Object.keys(problemsOf({ transaction_amount: 0n })), ['transaction_amount'])
  assert.deepEqual(Object.keys(problemsOf({ transaction_amount: 100000000000n })), ['transaction_amount'])
  assert.deepEqual(problemsOf({ transaction_amount: 99999999999n }), {})
  const total = problemsOf({ transaction_amount: 99999999999n, installment_total_count: 2 })
  assert.deepEqual(Object.keys(total), ['installment_amount_total'])
})

test('RC-36 RC-24 PUT active 0 pauses an ongoing recurring and is not read for installments', () => {
  const paused = updated(created(), { active: false })
  assert.deepEqual([paused.active, paused.status, paused.next_run_date], [false, 'on hold', null])
  const back = updated(paused, { active: true })
  assert.deepEqual([back.active, back.status, back.next_run_date], [true, 'active', '2026-03-31'])
  const fixed = created({ installment_total_count: 2 })
  assert.deepEqual(updated(fixed, { active: false }), fixed)
})

test('RC-14 a new next run date is counted from; the one that stands changes nothing', () => {
  const row = { ...created({ start_date: '2026-01-31' }), occurrence: 3, next_run_date: '2026-04-30' }
  assert.equal(updated(row, { next_run_date: '2026-04-30' }).anchor_date, '2026-01-31')
  const moved = updated(row, { next_run_date: '2026-05-02' })
  assert.deepEqual([moved.anchor_date, moved.occurrence, moved.next_run_date], ['2026-05-02', 0, '2026-05-02'])
})

test('a next run date in the past, after the end, empty, or of a paused recurring is refused', () => {
  const row = created({ end_date: '2026-06-30' })
  refuses('next_run_date', () => updated(row, { next_run_date: '2026-03-09' }))
  refuses('next_run_date', () => updated(row, { next_run_date: '2026-07-01' }))
  refuses('next_run_date', () => updated(row, { next_run_date: null }))
  const paused = updated(row, { active: false })
  refuses('next_run_date', () => updated(paused, { next_run_date: '2026-05-01' }))
  assert.equal(updated(paused, { next_run_date: null }).status, 'on hold')
  assert.equal(updated(row, { next_run_date: '2026-03-10' }).next_run_date, '2026-03-10')
})

test('RC-12 an end date can be set, moved and taken away', () => {
  const row = updated(created(), { end_date: '2026-12-31' })
  assert.equal(row.end_date, '2026-12-31')
  refuses('end_date', () => updated(row, { end_date: '2026-03-30' }))
  assert.equal(updated(row, { end_date: null }).end_date, null)
  const fixed = created({ installment_total_count: 3, end_date: '2026-12-31' })
  assert.equal(updated(fixed, { end_date: null }).end_date, '2026-06-29')
})

test('a recurring whose end has come while it was paused is not activated until the end is later', () => {
  const paused = updated(created({ start_date: '2026-01-05', end_date: '2026-03-04' }), { active: false })
  refuses('end_date', () => updated(paused, { active: true }))
  const later = updated(paused, { active: true, end_date: '2026-04-30' })
  assert.deepEqual([later.status, later.next_run_date], ['active', '2026-04-05'])
})

test('nothing of an ended recurring can be changed; a deleted one is kept as ended', () => {
  const { set } = recurringRules.remove!.decide!(created(), undefined, moment)
  assert.deepEqual(set, { status: 'ended', active: false, next_run_date: null, due_ts: null })
  refuses('status', () => updated({ ...created(), ...set } as RecurringRow, { description: 'later' }))
})

test('the preview lists the coming payments up to the last installment or the end, and none for a paused recurring', () => {
  const fixed = created({ installment_total_count: 2, notification_days: 2 })
  assert.deepEqual(comingPayments(fixed, 12), [
    { run_date: '2026-03-31', notification_date: '2026-03-29', transaction_amount: '10.00' },
    { run_date: '2026-04-30', notification_date: '2026-04-28', transaction_amount: '10.00' },
  ])
  const bounded = created({ end_date: '2026-05-31', notification_days: 0 })
  assert.deepEqual(
    comingPayments(bounded, 12).map(payment => [payment.run_date, payment.notification_date]),
    [
      ['2026-03-31', null],
      ['2026-04-30', null],
      ['2026-05-31', null],
    ],
  )
  assert.equal(comingPayments(created(), 7).length, 7)
  assert.deepEqual(comingPayments(updated(created(), { active: false }), 12), [])
})
