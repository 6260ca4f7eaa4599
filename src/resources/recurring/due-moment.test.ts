import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueMoment, runMoment, withDueMoment } from './due-moment.ts'

const utc = (text: string): number => Temporal.Instant.from(`${text}Z`).epochMilliseconds / 1000
const active = { status: 'active', next_run_date: '2026-03-10', recurring_type_id: 'o', end_date: null } as const
const zone = 'America/New_York'

test('a payment runs at six in the morning of its date, in the zone of the location', () => {
  assert.equal(runMoment('2026-03-10', zone), utc('2026-03-10T10:00'))
  assert.equal(runMoment('2026-03-10', 'Asia/Kolkata'), utc('2026-03-10T00:30'))
  assert.equal(runMoment('2026-03-10', null), utc('2026-03-10T10:00'))
})

test('an ended recurring is never due; one on hold is due only after its end date', () => {
  assert.equal(dueMoment({ ...active, status: 'ended' }, zone), null)
  const ON_HOLD = { ...active, status: 'on hold', next_run_date: null, end_date: '2026-03-10' } as const
  assert.equal(dueMoment(ON_HOLD, zone), utc('2026-03-11T10:00'))
  assert.equal(dueMoment({ ...ON_HOLD, end_date: null }, zone), null)
  assert.equal(dueMoment({ ...ON_HOLD, recurring_type_id: 'i' }, zone), null)
})

test('a date set by a caller runs late enough to be corrected', () => {
  const due_ts = (next_run_date: string, now: string) =>
    withDueMoment(null, { ...active, next_run_date }, zone, utc(now)).due_ts
  assert.equal(due_ts('2026-03-10', '2026-03-09T12:00'), utc('2026-03-10T10:00'), 'later: at six')
  assert.equal(due_ts('2026-03-10', '2026-03-10T15:20'), utc('2026-03-10T16:00'), 'today: at the next full hour')
  assert.equal(due_ts('2026-03-10', '2026-03-11T03:59'), utc('2026-03-11T03:59'), 'today, which is nearly over: now')
  assert.equal(due_ts('2026-03-01', '2026-03-10T15:20'), utc('2026-03-11T10:00'), 'past: at the next six o’clock')
  assert.equal(due_ts('2026-03-01', '2026-03-10T09:00'), utc('2026-03-10T10:00'))
})

test('a change that leaves the dates alone leaves the moment alone', () => {
  assert.deepEqual(withDueMoment(active, { description: 'later' }, zone, utc('2026-03-10T15:20')), {
    description: 'later',
  })
  assert.equal(withDueMoment(active, { next_run_date: '2026-04-10' }, zone, 0).due_ts, utc('2026-04-10T10:00'))
})
