import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  defer,
  lastRun,
  naturalEnd,
  type PaymentSchedule,
  reanchor,
  remaining,
  resume,
  runDate,
  scheduleStatus,
  skip,
} from './payment-schedule.ts'

function installment(start: string, count: number, over: Partial<PaymentSchedule> = {}): PaymentSchedule {
  const schedule: PaymentSchedule = {
    interval: 1,
    interval_type: 'm',
    anchor_date: start,
    occurrence: 0,
    installment_total_count: count,
    runs_done: 0,
    skipped_count: 0,
    deferred_count: 0,
    end_date: null,
    ...over,
  }
  return { ...schedule, end_date: over.end_date ?? naturalEnd(schedule) }
}

const ongoing = (start: string, over: Partial<PaymentSchedule> = {}): PaymentSchedule => ({
  ...installment(start, 1),
  installment_total_count: null,
  end_date: null,
  ...over,
})

const after = (schedule: PaymentSchedule, change: Partial<PaymentSchedule>): PaymentSchedule => ({
  ...schedule,
  ...change,
})
const day = (text: string) => Temporal.PlainDate.from(text)

test('twenty monthly installments from 2019-02-23 end on 2020-10-22', () => {
  const schedule = installment('2019-02-23', 20)
  assert.equal(schedule.end_date, '2020-10-22')
  assert.deepEqual(scheduleStatus(schedule), { status: 'active', active: true, next_run_date: '2019-02-23' })
})

test('RC-31 RC-32 RC-33 a skipped installment moves the next run, leaves the end, and is not collected', () => {
  const schedule = installment('2019-02-23', 20)
  const skipped = after(schedule, skip(schedule, 1))
  assert.equal(runDate(skipped), '2019-03-23')
  assert.equal(skipped.end_date, '2020-10-22')
  assert.equal(remaining(skipped), 19)
  assert.equal(lastRun(skipped), lastRun(schedule))
})

test('RC-35 a deferred installment moves the next run and the end, and is still collected', () => {
  const schedule = installment('2019-02-23', 20)
  const skipped = after(schedule, skip(schedule, 1))
  const deferred = after(skipped, defer(skipped, 1))
  assert.equal(runDate(deferred), '2019-04-23')
  assert.equal(deferred.end_date, '2020-11-22')
  assert.equal(remaining(deferred), 19)
})

test('deferring and skipping keep the day of the month of the start date', () => {
  const schedule = installment('2026-01-31', 5)
  assert.equal(runDate(after(schedule, skip(schedule, 1))), '2026-02-28')
  assert.equal(runDate(after(schedule, defer(schedule, 2))), '2026-03-31')
  assert.equal(after(schedule, defer(schedule, 2)).end_date, '2026-08-30')
})

test('skipping all that is left ends an installment recurring', () => {
  const schedule = installment('2026-01-15', 3)
  assert.deepEqual(scheduleStatus(after(schedule, skip(schedule, 3))), {
    status: 'ended',
    active: false,
    next_run_date: null,
  })
})

test('an ongoing recurring ends when its next payment would fall after its end date, which is itself included', () => {
  const schedule = ongoing('2026-01-15', { end_date: '2026-03-15' })
  assert.equal(scheduleStatus(after(schedule, skip(schedule, 2))).next_run_date, '2026-03-15')
  assert.equal(scheduleStatus(after(schedule, skip(schedule, 3))).status, 'ended')
})

test('after a pause payments go on at the first date that is not past, and none is lost', () => {
  const schedule = installment('2026-01-15', 4, { runs_done: 1, occurrence: 1 })
  const resumed = after(schedule, resume(schedule, day('2026-04-16')))
  assert.equal(runDate(resumed), '2026-05-15')
  assert.equal(remaining(resumed), 3)
  assert.equal(resumed.end_date, '2026-08-14')
  const atOnce = after(schedule, resume(schedule, day('2026-02-01')))
  assert.deepEqual([runDate(atOnce), atOnce.end_date], ['2026-02-15', schedule.end_date])
})

test('a new next run date is what later dates are counted from', () => {
  const schedule = installment('2026-01-15', 4, { runs_done: 1, occurrence: 1 })
  const moved = after(schedule, reanchor(schedule, '2026-03-31'))
  assert.deepEqual([runDate(moved), runDate(moved, 1), runDate(moved, 2)], ['2026-03-31', '2026-04-30', '2026-05-31'])
  assert.equal(remaining(moved), 3)
  assert.equal(moved.end_date, '2026-06-29')
})

test('an end date set by a caller moves with deferred payments', () => {
  const schedule = installment('2026-01-15', 4, { end_date: '2026-12-24' })
  assert.equal(after(schedule, defer(schedule, 1)).end_date, '2027-01-24')
  assert.equal(after(schedule, skip(schedule, 1)).end_date, '2026-12-24')
})

test('an ongoing recurring without end date has neither a last run nor an end', () => {
  const schedule = ongoing('2026-01-15')
  assert.deepEqual([remaining(schedule), naturalEnd(schedule), lastRun(schedule)], [null, null, null])
  assert.equal(scheduleStatus(after(schedule, skip(schedule, 99))).next_run_date, '2034-04-15')
})

test('dates beyond the year 9999 are refused', () => {
  assert.throws(() => runDate(ongoing('9999-12-01', { occurrence: 1 })), { status: 422 })
})

type Step = { do: 'run' | 'skip' | 'defer' | 'resume' | 'reanchor'; actor: number }

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('run', 'skip', 'defer', 'resume', 'reanchor'),
  actor: fc.integer({ min: 1, max: 4 }),
})

function take(schedule: PaymentSchedule, { do: what, actor }: Step): PaymentSchedule {
  const left = remaining(schedule) ?? 0
  const next = day(runDate(schedule))
  if (what === 'run') return { ...schedule, runs_done: schedule.runs_done + 1, occurrence: schedule.occurrence + 1 }
  if (what === 'skip') return after(schedule, skip(schedule, Math.min(actor, left)))
  if (what === 'defer') return after(schedule, defer(schedule, actor))
  if (what === 'resume') return after(schedule, resume(schedule, next.add({ days: actor * 13 })))
  return after(schedule, reanchor(schedule, next.add({ days: actor }).toString()))
}

const schedules = fc
  .record({
    start: fc.integer({ min: 0, max: 3000 }).map(days => day('2020-01-01').add({ days }).toString()),
    count: fc.integer({ min: 1, max: 20 }),
    interval: fc.integer({ min: 1, max: 6 }),
    interval_type: fc.constantFrom('d' as const, 'w' as const, 'm' as const),
  })
  .map(({ start, count, ...over }) => installment(start, count, over))

test('RC-03 through any sequence of commands, an installment recurring collects its count less what was skipped, all before its end', () => {
  fc.assert(
    fc.property(schedules, fc.array(step, { maxLength: 12 }), (start, steps) => {
      let schedule = start
      for (const each of steps) if (remaining(schedule)) schedule = take(schedule, each)
      const left = remaining(schedule)!
      assert.equal(left, schedule.installment_total_count! - schedule.runs_done - schedule.skipped_count)
      const dates = Array.from({ length: left }, (_, ahead) => runDate(schedule, ahead))
      assert.deepEqual(dates, [...new Set(dates)].toSorted())
      if (left > 0) assert.ok(dates.at(-1)! <= schedule.end_date! && schedule.end_date! < runDate(schedule, left))
    }),
    { numRuns: 500 },
  )
})
