import { systemCaller } from '../../definition/caller.ts'
import type { Door } from '../../definition/door.ts'
import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { JobRun, Task, Tasks } from '../../definition/task.ts'
import { type Letter, letterHtml, letterText } from '../../lib/letter.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { Attachment, Mailer, Texter } from '../../ports/mailer.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { file } from '../file/file.ts'
import { location } from '../location/location.ts'
import { transaction } from '../transaction/transaction.ts'
import { blacklisted } from './blacklisted.ts'
import { invoiceLetter, invoiceText } from './mail/invoice-letter.ts'
import { invoiceReceipt, thanksLetter } from './mail/payment-letters.ts'
import { type Merchant, replyAddress } from './mail/sender.ts'
import type { Notice } from './notices.ts'
import { isExpired, payPageUrl, quickinvoice } from './quickinvoice.ts'

export interface TaskParts {
  door: Door
  mailer: Mailer
  texter: Texter
  files: FileStore
  clock: Clock
  publicUrl(): string
}

type Invoice = Row<typeof quickinvoice>
type Transaction = Row<typeof transaction>

/** An invoice with all that its messages are made of. */
interface Subject {
  read: Reader
  invoice: Invoice
  merchant: Merchant
  href: string
}

/** What workers do for invoices after commit. Every message carries the id of its job, so that a job run twice sends once. */
export function quickinvoiceTasks(parts: TaskParts): Tasks {
  return {
    'quickinvoice.notify': aboutInvoice(parts, (subject, job) => notify(parts, subject, job)),
    'quickinvoice.thanks': aboutInvoice(parts, async (subject, job) => {
      const paid = await subject.read.maybe(transaction, job.payload.transaction_id as string)
      const to = subject.invoice.email ?? paid?.notification_email_address
      if (to)
        await mail(
          parts,
          subject,
          job,
          { to, reason: 'thanks' },
          thanksLetter(subject.invoice, subject.merchant, subject.href),
        )
    }),
    'quickinvoice.receipt': aboutInvoice(parts, (subject, job) => sendReceipt(parts, subject, job)),
    'file.discard': job => parts.files.remove(job.payload.file_id as string),
  }
}

/** An invoice that was deleted meanwhile is not written about. */
function aboutInvoice(parts: TaskParts, work: (subject: Subject, job: JobRun) => Promise<void>): Task {
  return async job => {
    const read = parts.door.reader(systemCaller(job.root_id ?? '', 'worker'))
    const invoice = await read.maybe(quickinvoice, job.payload.quick_invoice_id as string)
    const place = invoice && (await read.maybe(location, invoice.location_id))
    if (!invoice || !place) return
    const domain = await read.maybe(branding_domain, place.branding_domain_id)
    await work({ read, invoice, merchant: { place, domain }, href: payPageUrl(parts.publicUrl(), invoice.id) }, job)
  }
}

async function notify(parts: TaskParts, subject: Subject, job: JobRun): Promise<void> {
  const { invoice, merchant, href, read } = subject
  const { channel, to, reason } = job.payload as unknown as Notice
  if (channel === 'email') {
    const expired = isExpired(invoice, parts.clock.seconds(), merchant.place.tz)
    const attachments = invoice.attach_files_to_email ? await attachmentsOf(parts, subject) : []
    return mail(parts, subject, job, { to, reason, attachments }, invoiceLetter(invoice, merchant, href, expired))
  }
  if ((await blacklisted(read, { ...invoice, cell_phone: to })).has(to)) return
  await parts.texter.send({
    id: job.id,
    to,
    from: merchant.place.name,
    text: invoiceText(invoice, merchant, href),
    reason: `quickinvoice.${reason}`,
    location_id: invoice.location_id,
  })
}

async function sendReceipt(parts: TaskParts, subject: Subject, job: JobRun): Promise<void> {
  const { invoice, merchant, href, read } = subject
  const paid = await read.maybe(transaction, job.payload.transaction_id as string)
  if (!paid?.notification_email_address) return
  const to = paid.notification_email_address
  await mail(parts, subject, job, { to, reason: 'receipt' }, invoiceReceipt(paid, invoice, merchant, href))
  await noteSent(parts, paid)
}

async function noteSent({ door }: TaskParts, paid: Transaction): Promise<void> {
  await door.open({ caller: systemCaller(paid.root_id, 'worker') }, async book => {
    const row = await book.lock(transaction, paid.id)
    if (row && !row.notification_email_sent) await book.update(transaction, row, { notification_email_sent: true })
  })
}

interface Post {
  to: string
  reason: string
  attachments?: Attachment[]
}

/** Who bounced, complained or asked for it gets no more mail; a receipt or thank-you is no exception. */
async function mail(parts: TaskParts, subject: Subject, job: JobRun, post: Post, letter: Letter): Promise<void> {
  const { read, invoice, merchant } = subject
  const listed = await blacklisted(read, { email: post.to, notification_email: null, cell_phone: null })
  if (listed.size > 0) return
  const reply_to = replyAddress(merchant)
  await parts.mailer.send({
    id: job.id,
    to: post.to,
    from: reply_to,
    from_name: merchant.place.name,
    reply_to,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    attachments: post.attachments ?? [],
    reason: `quickinvoice.${post.reason}`,
    location_id: invoice.location_id,
  })
}

async function attachmentsOf({ files }: TaskParts, { read, invoice }: Subject): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const row of (await read.all(file, { resource_id: invoice.id })).toReversed()) {
    attachments.push({ filename: row.file_name, content_type: row.content_type, content: await files.get(row.id) })
  }
  return attachments
}
