import type { Row } from '../../definition/resource.ts'
import { DEFAULT_ZONE, zoned } from '../../lib/local-date.ts'
import { PAYMENT, type quickinvoice, STATUS } from './quickinvoice.ts'

export type ReminderKind = 'before' | 'on' | 'after'

/** The columns that decide whether and when an invoice reminds of itself. */
export type Reminding = Pick<
  Row<typeof quickinvoice>,
  | 'due_date'
  | 'expire_date'
  | 'status_id'
  | 'payment_status_id'
  | 'is_active'
  | 'email'
  | 'notification_email'
  | 'cell_phone'
  | 'send_text_to_pay'
  | 'notification_days_before_due_date'
  | 'notification_on_due_date'
  | 'notification_days_after_due_date'
>

export interface Reminder {
  kind: ReminderKind
  /** `yyyy-mm-dd`, where the location is. */
  date: string
}

/** Reminders go out at this hour of the location's day. */
const HOUR = 9
/** Nothing is sent outside these hours, whatever made it late (47 CFR 64.1200 draws the line at 8 and 21). */
const FIRST_HOUR = 8
const LAST_HOUR = 21
/** An invoice written on the day of a reminder, after its hour, reminds this much later. */
const BREATH_SECONDS = 3600
/** A reminder that could not go out on its day is still worth sending for so long. */
const GRACE_DAYS = 3

/** The days on which an invoice reminds, first to last; 0 days switch a reminder off, and so does the last day to pay. */
export function remindersOf(invoice: Reminding): Reminder[] {
  const isOver = invoice.status_id === STATUS.closed || invoice.payment_status_id === PAYMENT.paid || !invoice.is_active
  const texted = invoice.send_text_to_pay && invoice.cell_phone
  if (isOver || !(invoice.email || invoice.notification_email || texted)) return []
  const due = Temporal.PlainDate.from(invoice.due_date)
  const { notification_days_before_due_date: before, notification_days_after_due_date: after } = invoice
  const all: [ReminderKind, boolean, number][] = [
    ['before', before > 0, -before],
    ['on', invoice.notification_on_due_date, 0],
    ['after', after > 0, after],
  ]
  return all
    .filter(([, wanted]) => wanted)
    .map(([kind, , days]) => ({ kind, date: due.add({ days }).toString() }))
    .filter(({ date }) => invoice.expire_date === null || date <= invoice.expire_date)
}

/** When the next reminder is due of an invoice that is written at `seconds`, those in `done` aside; Unix seconds, or null when none is left. */
export function nextReminder(
  invoice: Reminding,
  zone: string | null,
  seconds: number,
  done: ReadonlySet<ReminderKind> = new Set(),
): number | null {
  const now = zoned(seconds, zone)
  const today = now.toPlainDate().toString()
  const next = remindersOf(invoice).find(({ kind, date }) => date >= today && !done.has(kind))
  if (!next) return null
  const moment = momentOf(next.date, zone)
  return moment > seconds ? moment : laterToday(now)
}

/** What an invoice has to say at `seconds` of the reminders it has not sent: the last of those whose moment has come, and those it stands for. */
export function dueReminders(
  invoice: Reminding & { created_ts: number },
  zone: string | null,
  seconds: number,
  sent: ReadonlySet<ReminderKind>,
): { send: Reminder | null; passed: Reminder[] } {
  const written = zoned(invoice.created_ts, zone).toPlainDate().toString()
  const oldest = zoned(seconds, zone).toPlainDate().subtract({ days: GRACE_DAYS }).toString()
  const come = remindersOf(invoice).filter(
    ({ kind, date }) => !sent.has(kind) && date >= written && momentOf(date, zone) <= seconds,
  )
  const send = come.findLast(({ date }) => date >= oldest) ?? null
  return { send, passed: come.filter(reminder => reminder !== send) }
}

/** The moment from which on reminders may leave: now, or the next morning; Unix seconds. */
export function nextGoodHour(zone: string | null, seconds: number): number {
  const now = zoned(seconds, zone)
  if (now.hour >= FIRST_HOUR && now.hour < LAST_HOUR) return seconds
  const day = now.hour < FIRST_HOUR ? now.toPlainDate() : now.toPlainDate().add({ days: 1 })
  return momentOf(day.toString(), zone)
}

/** A due date is a day where the location is, so its reminder leaves in the morning of that day there, whatever the clocks do that night. */
function momentOf(date: string, zone: string | null): number {
  const at = Temporal.PlainDate.from(date).toPlainDateTime({ hour: HOUR })
  return Math.floor(inZone(at, zone).epochMilliseconds / 1000)
}

function laterToday(now: Temporal.ZonedDateTime): number {
  const seconds = Math.floor(now.epochMilliseconds / 1000)
  return nextGoodHour(now.timeZoneId, seconds + BREATH_SECONDS)
}

function inZone(at: Temporal.PlainDateTime, zone: string | null): Temporal.ZonedDateTime {
  try {
    return at.toZonedDateTime(zone || DEFAULT_ZONE)
  } catch {
    return at.toZonedDateTime(DEFAULT_ZONE)
  }
}
