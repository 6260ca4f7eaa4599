import { systemCaller } from '../../definition/caller.ts'
import type { Door } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { JobRun, Tasks } from '../../definition/task.ts'
import { type Letter, letterHtml, letterText } from '../../lib/letter.ts'
import type { Mailer, Texter } from '../../ports/mailer.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { location } from '../location/location.ts'
import { transaction } from '../transaction/transaction.ts'
import { isClosed } from './closed.ts'
import { isBlacklisted, type Notice } from './delivery.ts'
import { type Merchant, paylinkLetter, paylinkReceipt, paylinkText } from './letter.ts'
import { payLinkUrl, paylink } from './paylink.ts'

export interface TaskParts {
  door: Door
  mailer: Mailer
  texter: Texter
  publicUrl(): string
}

/** What workers do for paylinks after commit. A message carries the id of its job, so that a job run twice sends once. */
export function paylinkTasks(parts: TaskParts): Tasks {
  return { 'paylink.notify': job => notify(parts, job), 'paylink.receipt': job => sendReceipt(parts, job) }
}

interface Subject {
  read: Reader
  link: Row<typeof paylink>
  merchant: Merchant
}

async function subjectOf({ door }: TaskParts, job: JobRun, id: string): Promise<Subject | null> {
  const read = door.reader(systemCaller(job.root_id ?? '', 'worker'))
  const link = await read.maybe(paylink, id)
  const place = link && (await read.maybe(location, link.location_id))
  if (!link || !place) return null
  return { read, link, merchant: { place, domain: await read.maybe(branding_domain, place.branding_domain_id) } }
}

/** Nobody is asked to pay a link that was paid, withdrawn or deleted since it was to be sent. */
async function notify(parts: TaskParts, job: JobRun): Promise<void> {
  const { paylink_id, channel, to, reason } = job.payload as unknown as Notice
  const subject = await subjectOf(parts, job, paylink_id)
  if (!subject) return
  const { read, link, merchant } = subject
  if (isClosed(link, job.seconds, merchant.place.tz) || (await isBlacklisted(read, { channel, to }))) return

  const href = payLinkUrl(parts.publicUrl(), link.id)
  if (channel === 'email') return mail(parts, subject, job, { to, reason, letter: paylinkLetter(link, merchant, href) })
  await parts.texter.send({
    id: job.id,
    to,
    from: merchant.place.name,
    text: paylinkText(link, merchant, href),
    reason: `paylink.${reason}`,
    location_id: link.location_id,
  })
}

/** Whoever paid gets the receipt where they asked for it, unless they want no more mail from this merchant. */
async function sendReceipt(parts: TaskParts, job: JobRun): Promise<void> {
  const subject = await subjectOf(parts, job, job.payload.paylink_id as string)
  const paid = await subject?.read.maybe(transaction, job.payload.transaction_id as string)
  const to = paid?.notification_email_address
  if (!subject || !to || (await isBlacklisted(subject.read, { channel: 'email', to }))) return
  const letter = paylinkReceipt(paid, subject.link, subject.merchant)
  await mail(parts, subject, job, { to, reason: 'receipt', letter })
  await parts.door.open({ caller: systemCaller(paid.root_id, 'worker') }, async book => {
    const row = await book.lock(transaction, paid.id)
    if (row && !row.notification_email_sent) await book.update(transaction, row, { notification_email_sent: true })
  })
}

async function mail(
  { mailer }: TaskParts,
  { link, merchant }: Subject,
  job: JobRun,
  { to, reason, letter }: { to: string; reason: string; letter: Letter },
): Promise<void> {
  const { place, domain } = merchant
  const reply_to = place.email_reply_to || domain?.email_reply_to || null
  await mailer.send({
    id: job.id,
    to,
    from: reply_to,
    from_name: place.name,
    reply_to,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    attachments: [],
    reason: `paylink.${reason}`,
    location_id: link.location_id,
  })
}
