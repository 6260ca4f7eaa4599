import type { Row } from '../../definition/resource.ts'
import { localDate } from '../../lib/local-date.ts'
import { noticeAfter, noticeMoment } from '../../lib/notice-hours.ts'
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

/** A reminder that could not go out on its day is still worth sending for so long. */
const GRACE_DAYS = 3

/**
 * The days on which an invoice reminds, first to last; 0 days switch a reminder off, and so does the last day to pay.
 */
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

/**
 * When the next reminder is due of an invoice that is written at `seconds`, those in `done` aside; Unix seconds, or
 * null when none is left.
 */
export function nextReminder(
  invoice: Reminding,
  zone: string | null,
  seconds: number,
  done: ReadonlySet<ReminderKind> = new Set(),
): number | null {
  const today = localDate(seconds, zone).toString()
  const next = remindersOf(invoice).find(({ kind, date }) => date >= today && !done.has(kind))
  return next ? noticeAfter(next.date, zone, seconds) : null
}

/**
 * What an invoice has to say at `seconds` of the reminders it has not sent: the last of those whose moment has come,
 * and those it stands for.
 */
export function dueReminders(
  invoice: Reminding & { created_ts: number },
  zone: string | null,
  seconds: number,
  sent: ReadonlySet<ReminderKind>,
): { send: Reminder | null; passed: Reminder[] } {
  const written = localDate(invoice.created_ts, zone).toString()
  const oldest = localDate(seconds, zone).subtract({ days: GRACE_DAYS }).toString()
  const come = remindersOf(invoice).filter(
    ({ kind, date }) => !sent.has(kind) && date >= written && noticeMoment(date, zone) <= seconds,
  )
  const send = come.findLast(({ date }) => date >= oldest) ?? null
  return { send, passed: come.filter(reminder => reminder !== send) }
}
