import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store, UnitOfWork } from '../../definition/store.ts'
import { dueScan } from '../../jobs/declare/due-scan.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import { nextGoodHour } from '../../lib/notice-hours.ts'
import { location } from '../location/location.ts'
import { noticesOf } from './notices.ts'
import { quickinvoice } from './quickinvoice.ts'
import { dueReminders, nextReminder, type Reminder, type ReminderKind, remindersOf } from './reminders.ts'

export const remindTask = defineTask<{ id: string }>('quickinvoice.remind')

/** Reminders whose moment has come. A key that is taken belongs to a job that will look at the same invoice. */
export const remindersDue = dueScan({
  name: 'reminders of invoices',
  table: 'quickinvoice',
  column: 'reminder_ts',
  where: 'deleted_ts is null',
  task: remindTask,
  payload: { id: 'id' },
  again: null,
  key: `'${remindTask.name}:' || id || ':' || moment`,
  most: 1000,
})

/** A payment whose outcome is not known yet may be all that is left; its outcome is polled for soon. */
const PENDING_SECONDS = 3600

/**
 * Looks at an invoice whose reminder is due: writes down which reminders it gives, enqueues their messages, and notes
 * when to look again.
 */
export async function remind(store: Store, { payload, root_id, seconds }: JobRun<{ id: string }>): Promise<void> {
  await store.transaction({ caller: systemCaller(root_id ?? '', 'worker') }, async work => {
    const invoice = await work.lock(quickinvoice, payload.id)
    const place = invoice && (await work.maybe(location, invoice.location_id))
    if (!invoice || !place) return
    const wait = remindersOf(invoice).length === 0 ? null : waitOf(invoice, place.tz, seconds)
    if (wait !== null) return setNext(work, invoice.id, wait)
    const done = await doneOf(work, invoice)
    const { send, passed } = dueReminders(invoice, place.tz, seconds, done)
    const sends = send !== null && (await claim(work, invoice, send, true, seconds))
    for (const reminder of passed) await claim(work, invoice, reminder, false, seconds)
    for (const { kind } of send ? [send, ...passed] : passed) done.add(kind)
    const reminder_ts = nextReminder(invoice, place.tz, seconds, done)
    if (!sends) return setNext(work, invoice.id, reminder_ts)
    const actor = { email: true, sms: invoice.send_text_to_pay }
    const effects = noticesOf(invoice.id, invoice, 'reminder', actor)
    await work.update(quickinvoice, invoice, { reminder_ts }, { verb: 'reminded', effects })
  })
}

/** Until when nothing is sent although something is due; null when it is now. */
function waitOf(invoice: Row<typeof quickinvoice>, zone: string, seconds: number): number | null {
  if (invoice.pending_amount > 0n && invoice.paid_amount + invoice.pending_amount >= invoice.amount_due) {
    return seconds + PENDING_SECONDS
  }
  const good = nextGoodHour(zone, seconds)
  return good > seconds ? good : null
}

async function doneOf(work: UnitOfWork, { id, due_date }: Row<typeof quickinvoice>): Promise<Set<ReminderKind>> {
  const text = 'select kind from quick_invoice_reminder where quick_invoice_id = $1 and due_date = $2'
  const rows = await work.query<{ kind: ReminderKind }>(text, [id, due_date])
  return new Set(rows.map(({ kind }) => kind))
}

/** Inserts the row that makes it happen once; false when it was sent before. */
async function claim(
  work: UnitOfWork,
  { id, root_id, due_date }: Row<typeof quickinvoice>,
  { kind }: Reminder,
  sent: boolean,
  seconds: number,
): Promise<boolean> {
  const rows = await work.query(
    `insert into quick_invoice_reminder (quick_invoice_id, kind, due_date, sent, created_ts, root_id)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning kind`,
    [id, kind, due_date, sent, seconds, root_id],
  )
  return rows.length > 0
}

/** Not an event: the next look is not visible from outside. */
async function setNext(work: UnitOfWork, id: string, reminder_ts: number | null): Promise<void> {
  await work.query('update quickinvoice set reminder_ts = $2 where id = $1', [id, reminder_ts])
}
