import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defer, lastRun, naturalEnd, type Plan, reanchor, remaining, resume, runDate, skip, standing } from './plan.ts'

function installment(start: string, count: number, over: Partial<Plan> = {}): Plan {
  const plan: Plan = {
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
  return { ...plan, end_date: over.end_date ?? naturalEnd(plan) }
}

const ongoing = (start: string, over: Partial<Plan> = {}): Plan => ({
  ...installment(start, 1),
  installment_total_count: null,
  end_date: null,
  ...over,
})

const after = (plan: Plan, change: Partial<Plan>): Plan => ({ ...plan, ...change })
const day = (text: string) => Temporal.PlainDate.from(text)

test('twenty monthly installments from 2019-02-23 end on 2020-10-22', () => {
  const plan = installment('2019-02-23', 20)
  assert.equal(plan.end_date, '2020-10-22')
  assert.deepEqual(standing(plan), { status: 'active', active: true, next_run_date: '2019-02-23' })
})

test('RC-31 RC-32 RC-33 a skipped installment moves the next run, leaves the end, and is not collected', () => {
  const plan = installment('2019-02-23', 20)
  const skipped = after(plan, skip(plan, 1))
  assert.equal(runDate(skipped), '2019-03-23')
  assert.equal(skipped.end_date, '2020-10-22')
  assert.equal(remaining(skipped), 19)
  assert.equal(lastRun(skipped), lastRun(plan))
})

test('RC-35 a deferred installment moves the next run and the end, and is still collected', () => {
  const plan = installment('2019-02-23', 20)
  const skipped = after(plan, skip(plan, 1))
  const deferred = after(skipped, defer(skipped, 1))
  assert.equal(runDate(deferred), '2019-04-23')
  assert.equal(deferred.end_date, '2020-11-22')
  assert.equal(remaining(deferred), 19)
})

test('deferring and skipping keep the day of the month that was begun with', () => {
  const plan = installment('2026-01-31', 5)
  assert.equal(runDate(after(plan, skip(plan, 1))), '2026-02-28')
  assert.equal(runDate(after(plan, defer(plan, 2))), '2026-03-31')
  assert.equal(after(plan, defer(plan, 2)).end_date, '2026-08-30')
})

test('skipping all that is left ends an installment recurring', () => {
  const plan = installment('2026-01-15', 3)
  assert.deepEqual(standing(after(plan, skip(plan, 3))), { status: 'ended', active: false, next_run_date: null })
})

test('an ongoing recurring ends when its next payment would fall after its end date, which is itself included', () => {
  const plan = ongoing('2026-01-15', { end_date: '2026-03-15' })
  assert.equal(standing(after(plan, skip(plan, 2))).next_run_date, '2026-03-15')
  assert.equal(standing(after(plan, skip(plan, 3))).status, 'ended')
})

test('after a pause payments go on at the first date that is not past, and none is lost', () => {
  const plan = installment('2026-01-15', 4, { runs_done: 1, occurrence: 1 })
  const resumed = after(plan, resume(plan, day('2026-04-16')))
  assert.equal(runDate(resumed), '2026-05-15')
  assert.equal(remaining(resumed), 3)
  assert.equal(resumed.end_date, '2026-08-14')
  const atOnce = after(plan, resume(plan, day('2026-02-01')))
  assert.deepEqual([runDate(atOnce), atOnce.end_date], ['2026-02-15', plan.end_date])
})

test('a new next run date is what later dates are counted from', () => {
  const plan = installment('2026-01-15', 4, { runs_done: 1, occurrence: 1 })
  const moved = after(plan, reanchor(plan, '2026-03-31'))
  assert.deepEqual([runDate(moved), runDate(moved, 1), runDate(moved, 2)], ['2026-03-31', '2026-04-30', '2026-05-31'])
  assert.equal(remaining(moved), 3)
  assert.equal(moved.end_date, '2026-06-29')
})

test('an end date somebody has set moves with deferred payments', () => {
  const plan = installment('2026-01-15', 4, { end_date: '2026-12-24' })
  assert.equal(after(plan, defer(plan, 1)).end_date, '2027-01-24')
  assert.equal(after(plan, skip(plan, 1)).end_date, '2026-12-24')
})

test('an ongoing recurring without end date has neither a last run nor an end', () => {
  const plan = ongoing('2026-01-15')
  assert.deepEqual([remaining(plan), naturalEnd(plan), lastRun(plan)], [null, null, null])
  assert.equal(standing(after(plan, skip(plan, 99))).next_run_date, '2034-04-15')
})

test('dates beyond the year 9999 are refused', () => {
  assert.throws(() => runDate(ongoing('9999-12-01', { occurrence: 1 })), { status: 422 })
})

type Step = { do: 'run' | 'skip' | 'defer' | 'resume' | 'reanchor'; actor: number }

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('run', 'skip', 'defer', 'resume', 'reanchor'),
  actor: fc.integer({ min: 1, max: 4 }),
})

function take(plan: Plan, { do: what, actor }: Step): Plan {
  const left = remaining(plan) ?? 0
  const next = day(runDate(plan))
  if (what === 'run') return { ...plan, runs_done: plan.runs_done + 1, occurrence: plan.occurrence + 1 }
  if (what === 'skip') return after(plan, skip(plan, Math.min(actor, left)))
  if (what === 'defer') return after(plan, defer(plan, actor))
  if (what === 'resume') return after(plan, resume(plan, next.add({ days: actor * 13 })))
  return after(plan, reanchor(plan, next.add({ days: actor }).toString()))
}

const plans = fc
  .record({
    start: fc.integer({ min: 0, max: 3000 }).map(days => day('2020-01-01').add({ days }).toString()),
    count: fc.integer({ min: 1, max: 20 }),
    interval: fc.integer({ min: 1, max: 6 }),
    interval_type: fc.constantFrom('d' as const, 'w' as const, 'm' as const),
  })
  .map(({ start, count, ...over }) => installment(start, count, over))

test('RC-03 whatever is done to it, an installment recurring collects its count less what was skipped, all before its end', () => {
  fc.assert(
    fc.property(plans, fc.array(step, { maxLength: 12 }), (start, steps) => {
      let plan = start
      for (const each of steps) if (remaining(plan)) plan = take(plan, each)
      const left = remaining(plan)!
      assert.equal(left, plan.installment_total_count! - plan.runs_done - plan.skipped_count)
      const dates = Array.from({ length: left }, (_, ahead) => runDate(plan, ahead))
      assert.deepEqual(dates, [...new Set(dates)].toSorted())
      if (left > 0) assert.ok(dates.at(-1)! <= plan.end_date! && plan.end_date! < runDate(plan, left))
    }),
    { numRuns: 500 },
  )
})
