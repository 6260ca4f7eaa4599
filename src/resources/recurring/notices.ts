import { systemCaller } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Projection, Store, UnitOfWork } from '../../definition/store.ts'
import { defineTask, type JobRun } from '../../jobs/declare/task.ts'
import type { Letter } from '../../lib/letter.ts'
import { localDate } from '../../lib/local-date.ts'
import { nextGoodHour, noticeAfter } from '../../lib/notice-hours.ts'
import type { Outgoing } from '../../messages/outgoing.ts'
import { accountName } from '../../words/account-name.ts'
import { declineMessage } from '../../words/decline-message.ts'
import { type Words, wordsFor } from '../../words/words.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { contact } from '../contact/contact.ts'
import { location } from '../location/location.ts'
import {
  letterSender,
  type Merchant,
  merchantOf,
  questionNote,
  replyAddress,
  senderOf,
  unsubscribable,
} from '../location/merchant.ts'
import { payLinkUrl } from '../paylink/paylink.ts'
import { product_recurring } from '../product_recurring/product_recurring.ts'
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
  const mail = await mailTo(read, row, row.contact_id, 'recurring.notice', (words, merchant) => ({
    letter: noticeLetter(words, row, vault, merchant),
    unsubscribable: unsubscribable(words, merchant),
  }))
  return mail
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
  const mail = await mailTo(read, row, payment.contact_id, 'recurring.declined', (words, merchant) => ({
    letter: declinedLetter(words, payment, row, merchant),
    pay_now: words.mails.pay_now,
  }))
  const place = mail && (await read.maybe(location, row.location_id))
  const link = place && (await linkOfDeclined(store, read, payment, row, place))
  if (!mail || !link) return mail
  const button = { label: mail.pay_now, href: payLinkUrl(publicUrl(), link.id) }
  return { ...mail, letter: { ...mail.letter, button } }
}

/** What the link in the mail about a declined payment is made with. */
export interface LinkParts {
  store: Store
  publicUrl(): string
}

/** Returns null when the contact has no address. */
async function mailTo<Content extends { letter: Letter }>(
  read: Reader,
  row: Recurring,
  contact_id: string | null,
  reason: string,
  contentOf: (words: Words, merchant: Merchant) => Content,
) {
  const merchant = await merchantOf(read, row.location_id)
  const payer = await read.maybe(contact, contact_id)
  if (!merchant || !payer?.email) return null
  return {
    channel: 'email',
    to: payer.email,
    from: senderOf(merchant),
    reason,
    about: { model: 'Recurring', id: row.id },
    ...contentOf(wordsFor(payer.locale), merchant),
  } satisfies Outgoing
}

function noticeLetter(
  words: Words,
  row: Recurring,
  vault: Pick<Row<typeof accountvault>, 'account_type' | 'last_four'>,
  merchant: Merchant,
): Letter {
  const { name } = merchant.place
  const { recurring: said } = words.mails
  const amount = words.money(row.transaction_amount)
  const day = words.day(row.next_run_date!)
  return {
    language: words.language,
    subject: said.subject(name, amount, day),
    preview: said.preview(amount, day),
    sender: letterSender(merchant),
    heading: said.heading,
    paragraphs: [said.line(name, purposeOf(row), day)],
    figure: { amount, caption: day },
    rows: [
      { label: said.paid_with, value: accountName(words, vault.account_type, vault.last_four) },
      ...(row.end_date ? [{ label: said.last_day, value: words.day(row.end_date) }] : []),
    ],
    quote: null,
    button: null,
    notes: questionNote(words, merchant),
  }
}

function declinedLetter(words: Words, payment: TransactionRow, row: Recurring, merchant: Merchant): Letter {
  const { name, tz } = merchant.place
  const { declined: said } = words.mails
  const amount = words.money(payment.transaction_amount)
  const day = words.day(localDate(payment.created_ts, tz).toString())
  return {
    language: words.language,
    subject: said.subject(name),
    preview: said.preview(amount, day),
    sender: letterSender(merchant),
    heading: said.heading,
    paragraphs: [said.line(name, purposeOf(row)), declineMessage(words, payment.reason_code_id)],
    figure: { amount, caption: day },
    rows: [
      {
        label: payment.payment_method === 'ach' ? said.bank : said.card,
        value: said.ends_in(payment.last_four ?? ''),
      },
      ...(row.next_run_date ? [{ label: said.next, value: words.day(row.next_run_date) }] : []),
    ],
    quote: null,
    button: null,
    notes: replyAddress(merchant) ? [said.change(name)] : [],
  }
}

function purposeOf({ description }: Recurring): string | null {
  return description?.trim() || null
}
