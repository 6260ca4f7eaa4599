import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Projection, Store, UnitOfWork } from '../../definition/store.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import { localDate } from '../../lib/local-date.ts'
import { nextGoodHour, noticeAfter } from '../../lib/notice-hours.ts'
import type { Outgoing } from '../../messages/outgoing.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { merchantOf, senderOf } from '../location/merchant.ts'
import { noticeLetter } from './letters.ts'
import { recurring } from './recurring.ts'

interface NoticePayload {
  recurring_id: string
  run_date: string
}

export const noticeTask = defineTask<NoticePayload>('recurring.notice')

type Line = Row<typeof recurring>
type Facts = Pick<Line, 'status' | 'next_run_date' | 'notification_days'>

/** The day on which the contact is told of the next run; null when nobody is. */
export function noticeDate({ status, next_run_date, notification_days }: Facts): string | null {
  if (status !== 'active' || next_run_date === null || notification_days === 0) return null
  return Temporal.PlainDate.from(next_run_date).subtract({ days: notification_days }).toString()
}

/** When the notice of a recurring as it stands is due; null when none is, or its day was over before the run was planned. */
function nextNotice(row: Facts, zone: string | null, seconds: number): number | null {
  const date = noticeDate(row)
  return date === null || date < localDate(seconds, zone).toString() ? null : noticeAfter(date, zone, seconds)
}

/** Whatever plans another next run moves its notice. */
export const noticeProjections: Projection[] = [
  {
    on: 'recurring',
    verbs: 'any',
    async fold(work, { row, before, verb }) {
      const line = row as Line
      if (verb === 'notified' || noticeDate(line) === (before && noticeDate(before as Line))) return
      const place = await work.maybe(location, line.location_id)
      await setNext(work, line.id, nextNotice(line, place?.tz ?? null, line.modified_ts))
    },
  },
  {
    on: 'location',
    verbs: ['updated'],
    async fold(work, { row, before, record_id }) {
      if (before?.tz === row.tz) return
      await work.query('update recurring set notice_ts = 0 where location_id = $1 and notice_ts is not null', [
        record_id,
      ])
    },
  },
]

/** Looks at a recurring whose notice is due, and enqueues it: once for each run date, by a row. */
export async function noticeDue(store: Store, { payload, root_id, seconds }: JobRun<{ id: string }>): Promise<void> {
  await store.transaction({ caller: systemCaller(root_id ?? '', 'worker') }, async work => {
    const row = await work.lock(recurring, payload.id)
    const place = row && (await work.maybe(location, row.location_id))
    const date = row && noticeDate(row)
    if (!row || !place || !date) return
    const today = localDate(seconds, place.tz).toString()
    const due = noticeAfter(date, place.tz, 0)
    const good = nextGoodHour(place.tz, seconds)
    if (due > seconds || good > seconds) return setNext(work, row.id, Math.max(due, good))
    if (row.next_run_date! < today || !(await claim(work, row, seconds))) return
    const effects = [noticeTask.effect({ recurring_id: row.id, run_date: row.next_run_date! })]
    await work.update(recurring, row, { notice_ts: null }, { verb: 'notified', effects })
  })
}

/** False when the contact was told of this date before. */
async function claim(work: UnitOfWork, { id, root_id, next_run_date }: Line, seconds: number): Promise<boolean> {
  const text = `insert into recurring_notice (recurring_id, run_date, created_ts, root_id) values ($1, $2, $3, $4)
    on conflict do nothing returning run_date`
  return (await work.query(text, [id, next_run_date, seconds, root_id])).length > 0
}

/** Not an event: when we look again is nobody's business. */
async function setNext(work: UnitOfWork, id: string, notice_ts: number | null): Promise<void> {
  await work.query('update recurring set notice_ts = $2 where id = $1', [id, notice_ts])
}

/** The contact is told what will be taken, and from where, unless the run was moved, paused or ended since. */
export async function noticeOf({ payload }: JobRun<NoticePayload>, read: Reader): Promise<Outgoing | null> {
  const row = await read.maybe(recurring, payload.recurring_id)
  if (row?.status !== 'active' || row.next_run_date !== payload.run_date) return null
  const merchant = await merchantOf(read, row.location_id)
  const to = (await read.maybe(contact, row.contact_id))?.email
  const vault = await read.maybe(accountvault, row.account_vault_id)
  if (!merchant || !to || !vault) return null
  return {
    channel: 'email',
    to,
    from: senderOf(merchant),
    reason: 'recurring.notice',
    about: { model: 'Recurring', id: row.id },
    letter: noticeLetter(row, vault, merchant),
    unsubscribable: true,
  }
}
