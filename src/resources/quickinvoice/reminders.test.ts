import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextGoodHour } from '../../lib/notice-hours.ts'
import { dueReminders, nextReminder, type ReminderKind, type Reminding, remindersOf } from './reminders.ts'

const NY = 'America/New_York'

function invoice(over: Partial<Reminding> = {}): Reminding & { created_ts: number } {
  return {
    due_date: '2026-12-10',
    expire_date: null,
    status_id: 1,
    payment_status_id: 1,
    is_active: true,
    email: 'pat@example.com',
    notification_email: null,
    cell_phone: null,
    send_text_to_pay: false,
    notification_days_before_due_date: 3,
    notification_on_due_date: true,
    notification_days_after_due_date: 7,
    created_ts: at('2026-11-01T12:00', NY),
    ...over,
  }
}

function at(local: string, zone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds / 1000
}

function shown(seconds: number | null, zone: string): string | null {
  if (seconds === null) return null
  const moment = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  return moment.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

const days = (over: Partial<Reminding>) => remindersOf(invoice(over)).map(({ kind, date }) => `${kind} ${date}`)

test('NT-03 NT-04 NT-05 an invoice reminds before, on and after its due date', () => {
  assert.deepEqual(days({}), ['before 2026-12-07', 'on 2026-12-10', 'after 2026-12-17'])
})

test('0 days and a flag that is off switch a reminder off', () => {
  assert.deepEqual(days({ notification_days_before_due_date: 0 }), ['on 2026-12-10', 'after 2026-12-17'])
  assert.deepEqual(days({ notification_on_due_date: false }), ['before 2026-12-07', 'after 2026-12-17'])
  assert.deepEqual(days({ notification_days_after_due_date: 0 }), ['before 2026-12-07', 'on 2026-12-10'])
})

test('a paid, closed or inactive invoice, and one nobody can be told of, does not remind', () => {
  for (const over of [{ payment_status_id: 2 }, { status_id: 2 }, { is_active: false }, { email: null }] as const) {
    assert.deepEqual(days(over), [], JSON.stringify(over))
  }
  assert.equal(days({ payment_status_id: 3 }).length, 3)
  assert.equal(days({ email: null, notification_email: 'a@example.com' }).length, 3)
  assert.equal(days({ email: null, cell_phone: '2025550143' }).length, 0)
  assert.equal(days({ email: null, cell_phone: '2025550143', send_text_to_pay: true }).length, 3)
})

test('nothing is sent after the last day to pay', () => {
  assert.deepEqual(days({ expire_date: '2026-12-10' }), ['before 2026-12-07', 'on 2026-12-10'])
})

const ZONES = [
  ...['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'Europe/London'],
  ...['Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Apia'],
]

for (const zone of ZONES) {
  test(`in ${zone} reminders leave at nine in the morning of their day, on every day of a year`, () => {
    let day = Temporal.PlainDate.from('2028-01-01')
    for (let count = 0; count < 366; count += 1) {
      const due = invoice({ due_date: day.toString(), notification_days_before_due_date: 0 })
      const moment = nextReminder(due, zone, at(`${day.subtract({ days: 1 })}T12:00`, zone))
      assert.equal(shown(moment, zone), `${day}T09:00`)
      day = day.add({ days: 1 })
    }
  })
}

test('an unknown zone counts as New York', () => {
  const seconds = at('2026-12-01T12:00', NY)
  assert.equal(nextReminder(invoice(), 'Mars/Olympus', seconds), nextReminder(invoice(), NY, seconds))
})

test('written on the day itself, it reminds later that day, within decent hours, or the next morning', () => {
  const next = (local: string) => shown(nextReminder(invoice({ due_date: '2026-12-10' }), NY, at(local, NY)), NY)
  assert.equal(next('2026-12-10T06:30'), '2026-12-10T09:00')
  assert.equal(next('2026-12-10T14:53'), '2026-12-10T15:53')
  assert.equal(next('2026-12-10T20:30'), '2026-12-11T09:00')
  assert.equal(next('2026-12-10T23:59'), '2026-12-11T09:00')
})

test('days that are over are not caught up when an invoice is written', () => {
  const next = (local: string) => shown(nextReminder(invoice(), NY, at(local, NY)), NY)
  assert.equal(next('2026-12-08T12:00'), '2026-12-10T09:00')
  assert.equal(next('2026-12-18T12:00'), null)
})

test('messages wait from 21 to 8', () => {
  const good = (local: string) => shown(nextGoodHour(NY, at(local, NY)), NY)
  assert.equal(good('2026-12-10T20:59'), '2026-12-10T20:59')
  assert.equal(good('2026-12-10T21:00'), '2026-12-11T09:00')
  assert.equal(good('2026-12-11T07:59'), '2026-12-11T09:00')
  assert.equal(good('2026-12-11T08:00'), '2026-12-11T08:00')
})

function due(local: string, sent: ReminderKind[] = [], over: Partial<Reminding & { created_ts: number }> = {}) {
  const { send, passed } = dueReminders(invoice(over), NY, at(local, NY), new Set(sent))
  return [send?.kind ?? null, ...passed.map(({ kind }) => kind)]
}

test('of reminders that downtime held up, only the last is sent, and none that is older than three days', () => {
  assert.deepEqual(due('2026-12-07T09:00'), ['before'])
  assert.deepEqual(due('2026-12-10T10:00'), ['on', 'before'])
  assert.deepEqual(due('2026-12-10T10:00', ['before']), ['on'])
  assert.deepEqual(due('2026-12-13T10:00', ['before']), ['on'])
  assert.deepEqual(due('2026-12-14T10:00', ['before']), [null, 'on'])
  assert.deepEqual(due('2026-12-17T08:59', ['before', 'on']), [null])
})

test('a day before the invoice was written is never reminded of', () => {
  assert.deepEqual(due('2026-12-10T15:00', [], { created_ts: at('2026-12-09T12:00', NY) }), ['on'])
})
