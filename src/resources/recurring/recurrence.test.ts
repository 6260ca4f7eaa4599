import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type IntervalType, occurrenceDate, occurrenceFrom, type Recurrence } from './recurrence.ts'

const dates = (schedule: Recurrence, count: number) =>
  Array.from({ length: count }, (_, index) => occurrenceDate(schedule, index).toString())

test('a monthly schedule keeps its day and is cut to the end of shorter months', () => {
  assert.deepEqual(dates({ anchor: '2026-01-31', interval: 1, interval_type: 'm' }, 6), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
  ])
})

test('a leap day comes back in leap years', () => {
  assert.deepEqual(dates({ anchor: '2028-02-29', interval: 12, interval_type: 'm' }, 5), [
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('weeks and days are counted across the change of month and of clocks', () => {
  assert.deepEqual(dates({ anchor: '2026-02-26', interval: 2, interval_type: 'w' }, 3), [
    '2026-02-26',
    '2026-03-12',
    '2026-03-26',
  ])
  assert.deepEqual(dates({ anchor: '2026-10-31', interval: 1, interval_type: 'd' }, 3), [
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ])
})

/** Days of a month by the rule every school teaches; the oracle below shares no code with Temporal. */
function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

type Ymd = [year: number, month: number, day: number]

function nextDay([year, month, day]: Ymd): Ymd {
  if (day < daysOf(year, month)) return [year, month, day + 1]
  return month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1]
}

function written([year, month, day]: Ymd): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** Walks the calendar day by day, or the months one by one. */
function naive(start: Ymd, interval: number, interval_type: IntervalType, index: number): string {
  if (interval_type === 'm') {
    let [year, month] = start
    for (let step = 0; step < interval * index; step += 1) {
      month += 1
      if (month > 12) [year, month] = [year + 1, 1]
    }
    return written([year, month, Math.min(start[2], daysOf(year, month))])
  }
  let date = start
  for (let step = 0; step < interval * index * (interval_type === 'w' ? 7 : 1); step += 1) date = nextDay(date)
  return written(date)
}

const start = fc
  .tuple(fc.integer({ min: 1999, max: 2101 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]): Ymd => [year, month, Math.min(day, daysOf(year, month))])
const schedules = fc.record({
  start,
  interval: fc.integer({ min: 1, max: 18 }),
  interval_type: fc.constantFrom('d' as const, 'w' as const, 'm' as const),
})

test('every occurrence is the date a naive walk through the calendar finds', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 40 }), (plan, index) => {
      const schedule: Recurrence = { ...plan, anchor: written(plan.start) }
      const expected = naive(plan.start, plan.interval, plan.interval_type, index)
      assert.equal(occurrenceDate(schedule, index).toString(), expected)
    }),
    { numRuns: 1000 },
  )
})

test('the first occurrence from a date is the first one that trying them in turn finds', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: -400, max: 600 }), (plan, days) => {
      const schedule: Recurrence = { ...plan, anchor: written(plan.start) }
      const date = Temporal.PlainDate.from(schedule.anchor).add({ days })
      let expected = 0
      while (naive(plan.start, plan.interval, plan.interval_type, expected) < date.toString()) expected += 1
      assert.equal(occurrenceFrom(schedule, date), expected)
    }),
    { numRuns: 300 },
  )
})
