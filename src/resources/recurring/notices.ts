import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Projection, Store, UnitOfWork } from '../../definition/store.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import { accountName } from '../../lib/account-name.ts'
import type { Letter } from '../../lib/letter.ts'
import { localDate } from '../../lib/local-date.ts'
import { nextGoodHour, noticeAfter } from '../../lib/notice-hours.ts'
import { showDay, showDollars } from '../../lib/us-formats.ts'
import type { Outgoing } from '../../messages/outgoing.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import { letterSender, type Merchant, merchantOf, questionNote, replyAddress, senderOf } from '../location/merchant.ts'
import { payLinkUrl } from '../paylink/paylink.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
import { reasoncode } from '../reasoncode/reasoncode.ts'
import { type TransactionRow, transaction } from '../transaction/transaction.ts'
import { linkOfDeclined } from './link-of-declined.ts'
import { recurring } from './recurring.ts'

interface NoticePayload {
  recurring_id: string
  run_date: string
}

export const noticeTask = defineTask<NoticePayload>('recurring.notice')

type Recurring = Row<typeof recurring>
type NoticeFacts = Pick<Recurring, 'status' | 'next_run_date' | 'notification_days'>

/** Returns the day on which the contact is notified of the next run; null without a notice. */
export function noticeDate({ status, next_run_date, notification_days }: NoticeFacts): string | null {
  if (status !== 'active' || next_run_date === null || notification_days === 0) return null
  return Temporal.PlainDate.from(next_run_date).subtract({ days: notification_days }).toString()
}

/** Returns when the next notice is due (Unix seconds); null without one, or when its day had passed already. */
function noticeMoment(row: NoticeFacts, zone: string | null, seconds: number): number | null {
  const date = noticeDate(row)
  return date === null || date < localDate(seconds, zone).toString() ? null : noticeAfter(date, zone, seconds)
}

/** Keep `notice_ts` in step with the next run and with the location's zone. */
export const noticeProjections: Projection[] = [
  {
    on: 'recurring',
    verbs: 'any',
    async fold(work, { row, before, verb }) {
      const after = row as Recurring
      if (verb === 'notified' || noticeDate(after) === (before && noticeDate(before as Recurring))) return
      const place = await work.maybe(location, after.location_id)
      await setNoticeMoment(work, after.id, noticeMoment(after, place?.tz ?? null, after.modified_ts))
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

/** Enqueues the notice of a recurring if it is due, once for each run date. */
export async function remind(store: Store, { payload, root_id, seconds }: JobRun<{ id: string }>): Promise<void> {
  await store.transaction({ caller: systemCaller(root_id ?? '', 'worker') }, async work => {
    const row = await work.lock(recurring, payload.id)
    const place = row && (await work.maybe(location, row.location_id))
    const date = row && noticeDate(row)
    if (!row || !place || !date) return
    const today = localDate(seconds, place.tz).toString()
    const due = noticeAfter(date, place.tz, 0)
    const good = nextGoodHour(place.tz, seconds)
    if (due > seconds || good > seconds) return setNoticeMoment(work, row.id, Math.max(due, good))
    if (row.next_run_date! < today || !(await claim(work, row, seconds))) return
    const effects = [noticeTask.effect({ recurring_id: row.id, run_date: row.next_run_date! })]
    await work.update(recurring, row, { notice_ts: null }, { verb: 'notified', effects })
  })
}

/** Returns false when the notice of this run date was sent before. */
async function claim(work: UnitOfWork, { id, root_id, next_run_date }: Recurring, seconds: number): Promise<boolean> {
  const text = `insert into recurring_notice (recurring_id, run_date, created_ts, root_id) values ($1, $2, $3, $4)
    on conflict do nothing returning run_date`
  return (await work.query(text, [id, next_run_date, seconds, root_id])).length > 0
}

/** Written without an event: the moment is of no interest outside. */
async function setNoticeMoment(work: UnitOfWork, id: string, notice_ts: number | null): Promise<void> {
  await work.query('update recurring set notice_ts = $2 where id = $1', [id, notice_ts])
}

/** Returns the mail that announces a payment; null when the run was moved, paused or ended since. */
export async function noticeMail({ payload }: JobRun<NoticePayload>, read: Reader): Promise<Outgoing | null> {
  const row = await read.maybe(recurring, payload.recurring_id)
  if (row?.status !== 'active' || row.next_run_date !== payload.run_date) return null
  const vault = await read.maybe(accountvault, row.account_vault_id)
  if (!vault) return null
  const mail = await mailTo(read, row, row.contact_id, 'recurring.notice', merchant =>
    noticeLetter(row, vault, merchant),
  )
  return mail && { ...mail, unsubscribable: true }
}

/** Returns the mail about a declined payment, where the location's recurring billing has such mails switched on. */
export async function declinedMail(
  { store, publicUrl }: LinkParts,
  { payload }: JobRun<{ transaction_id: string }>,
  read: Reader,
): Promise<Outgoing | null> {
  const payment = await read.maybe(transaction, payload.transaction_id)
  const row = payment && (await read.maybe(recurring, payment.recurring_id))
  const service = row && (await read.find(product_recurring, { location_id: row.location_id }))
  if (!payment || !row || !service?.send_declined_notifications) return null
  const reason = await read.find(reasoncode, { id: payment.reason_code_id })
  const mail = await mailTo(read, row, payment.contact_id, 'recurring.declined', merchant =>
    declinedLetter(payment, row, merchant, reason?.title ?? null),
  )
  const place = mail && (await read.maybe(location, row.location_id))
  const link = place && (await linkOfDeclined(store, read, payment, row, place))
  if (!mail || !link) return mail
  const button = { label: 'Pay now', href: payLinkUrl(publicUrl(), link.id) }
  return { ...mail, letter: { ...mail.letter, button } }
}

/** What the link in the mail about a declined payment is made with. */
export interface LinkParts {
  store: Store
  publicUrl(): string
}

/** Returns null when the contact has no address. */
async function mailTo(
  read: Reader,
  row: Recurring,
  contact_id: string | null,
  reason: string,
  letterOf: (merchant: Merchant) => Letter,
) {
  const merchant = await merchantOf(read, row.location_id)
  const to = (await read.maybe(contact, contact_id))?.email
  if (!merchant || !to) return null
  return {
    channel: 'email',
    to,
    from: senderOf(merchant),
    reason,
    about: { model: 'Recurring', id: row.id },
    letter: letterOf(merchant),
  } satisfies Outgoing
}

function noticeLetter(
  row: Recurring,
  vault: Pick<Row<typeof accountvault>, 'account_type' | 'last_four'>,
  merchant: Merchant,
): Letter {
  const { name } = merchant.place
  const amount = showDollars(row.transaction_amount)
  const day = showDay(row.next_run_date!)
  return {
    subject: `Coming payment to ${name}: ${amount} on ${day}`,
    preview: `${amount} will be taken on ${day}.`,
    sender: letterSender(merchant),
    heading: 'A payment is coming up',
    paragraphs: [`${name} will take your scheduled payment${purposeOf(row)} on ${day}. You need not do anything.`],
    figure: { amount, caption: day },
    rows: [
      { label: 'Paid with', value: accountName(vault.account_type, vault.last_four) ?? 'The account on file' },
      ...(row.end_date ? [{ label: 'Last possible day', value: showDay(row.end_date) }] : []),
    ],
    quote: null,
    button: null,
    notes: questionNote(merchant),
  }
}

function declinedLetter(payment: TransactionRow, row: Recurring, merchant: Merchant, reason: string | null): Letter {
  const { name, tz } = merchant.place
  const amount = showDollars(payment.transaction_amount)
  const day = showDay(localDate(payment.created_ts, tz).toString())
  const account = payment.payment_method === 'ach' ? 'Bank account' : 'Card'
  return {
    subject: `Your payment to ${name} was declined`,
    preview: `${amount} on ${day} did not go through.`,
    sender: letterSender(merchant),
    heading: 'Payment declined',
    paragraphs: [`Your scheduled payment to ${name}${purposeOf(row)} did not go through. You have not been charged.`],
    figure: { amount, caption: day },
    rows: [
      { label: account, value: `ends in ${payment.last_four ?? ''}` },
      ...(reason ? [{ label: 'Reason', value: reason }] : []),
      ...(row.next_run_date ? [{ label: 'Next payment', value: showDay(row.next_run_date) }] : []),
    ],
    quote: null,
    button: null,
    notes: replyAddress(merchant) ? [`To change your account, answer this mail; it reaches ${name}.`] : [],
  }
}

function purposeOf({ description }: Recurring): string {
  const purpose = description?.trim()
  return purpose ? ` for ${purpose}` : ''
}
