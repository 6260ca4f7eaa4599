import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { Store } from '../../definition/store.ts'
import type { Tasks } from '../../jobs/declare/task.ts'
import { localDate } from '../../lib/local-date.ts'
import { Unavailable } from '../../lib/problem.ts'
import type { Messages, Outgoing } from '../../messages/outgoing.ts'
import type { FileStore } from '../../ports/files.ts'
import type { InvoicePrinter } from '../../ports/invoice-printer.ts'
import type { Attachment } from '../../ports/mailer.ts'
import type { Quotas } from '../../ports/quotas.ts'
import type { Words } from '../../words/words.ts'
import { contact } from '../contact/contact.ts'
import { discardFiles } from '../file/attached-files.ts'
import { discardFilesTask, discardTask, file } from '../file/file.ts'
import { type Merchant, merchantOf, senderOf, unsubscribable, wordsOfContact } from '../location/merchant.ts'
import { log_email } from '../log_email/log_email.ts'
import { log_sms } from '../log_sms/log_sms.ts'
import { transaction } from '../transaction/transaction.ts'
import { invoiceSheet, sheetName } from './invoice-sheet.ts'
import { invoiceLetter, invoiceText, reminderLetter, thanksLetter } from './letters.ts'
import { type Notice, notifyTask } from './notices.ts'
import { isExpired, payPageUrl, quickinvoice, thanksTask } from './quickinvoice.ts'
import { remind, remindTask } from './remind.ts'
import { remindersOf } from './reminders.ts'

export interface TaskParts {
  store: Store
  messages: Messages
  files: FileStore
  quotas: Quotas
  printer: InvoicePrinter
  publicUrl(): string
}

/** An invoice with all that its messages are made of. */
interface Subject {
  read: Reader
  invoice: Row<typeof quickinvoice>
  merchant: Merchant
  words: Words
  href: string
  seconds: number
}

/** What workers do for invoices after commit. */
export function quickinvoiceTasks(parts: TaskParts): Tasks {
  const { store, messages, files } = parts
  return {
    ...messages.sending(notifyTask, async ({ payload, seconds }, read) => {
      const subject = await subjectOf(parts, read, payload.quick_invoice_id, seconds)
      return subject && noticeOf(parts, subject, payload)
    }),
    ...messages.sending(thanksTask, async ({ payload, seconds }, read) => {
      const subject = await subjectOf(parts, read, payload.quick_invoice_id, seconds)
      return subject && thanksOf(subject, payload.transaction_id)
    }),
    ...remindTask.does(job => remind(store, job)),
    ...discardTask.does(({ payload }) => files.remove(payload.file_id)),
    ...discardFilesTask.does(job => discardFiles(parts, job)),
  }
}

/** An invoice that was deleted meanwhile is not written about. */
async function subjectOf(parts: TaskParts, read: Reader, id: string, seconds: number): Promise<Subject | null> {
  const invoice = await read.maybe(quickinvoice, id)
  const merchant = invoice && (await merchantOf(read, invoice.location_id))
  if (!invoice || !merchant) return null
  const words = await wordsOfContact(read, invoice.contact_id)
  return { read, invoice, merchant, words, href: payPageUrl(parts.publicUrl(), id), seconds }
}

async function noticeOf(parts: TaskParts, subject: Subject, notice: Notice): Promise<Outgoing | null> {
  const { read, invoice, merchant, words, href, seconds } = subject
  const { channel, to, reason } = notice
  const reminds = reason === 'reminder'
  const today = localDate(seconds, merchant.place.tz).toString()
  const expired = isExpired(invoice, seconds, merchant.place.tz)
  // An invoice that was paid since the reminder was due is not reminded of.
  if (reminds && (expired || remindersOf(invoice).length === 0)) return null
  const is_reminder = reminds && (await wasSentTo(read, notice))
  const message = {
    to,
    from: senderOf(merchant),
    reason: `quickinvoice.${reason}`,
    about: { model: 'QuickInvoice', id: invoice.id },
  } as const
  if (channel === 'sms')
    return { ...message, channel, text: invoiceText(words, invoice, merchant, href, is_reminder ? today : null) }
  return {
    ...message,
    channel,
    letter: is_reminder
      ? reminderLetter(words, invoice, merchant, href, today)
      : invoiceLetter(words, invoice, merchant, href, expired),
    attachments: [
      ...(invoice.attach_pdf_to_email ? await printedInvoice(parts, subject) : []),
      ...(invoice.attach_files_to_email ? await attachmentsOf(parts, subject) : []),
    ],
    ...(reminds ? { unsubscribable: unsubscribable(words, merchant) } : {}),
  }
}

/** Whether the recipient was ever sent the invoice. A payer who never got it cannot be reminded of it. */
async function wasSentTo(read: Reader, { quick_invoice_id, channel, to }: Notice): Promise<boolean> {
  const where = { reason_model_id: quick_invoice_id, recipient: to }
  if (channel === 'email') return read.exists(log_email, { ...where, status: 'sent' })
  return read.exists(log_sms, { ...where, status: ['sent', 'delivered'] })
}

/**
 * Thanks go to the address the invoice was sent to. Who gets the receipt of the payment is thanked by it: one payment
 * is one mail.
 */
async function thanksOf(
  { read, invoice, merchant, words, href }: Subject,
  transaction_id: string,
): Promise<Outgoing | null> {
  const paid = await read.maybe(transaction, transaction_id)
  const to = invoice.email
  if (!to || (paid && (await getsReceipt(read, paid, to)))) return null
  const about = { model: 'QuickInvoice', id: invoice.id } as const
  const letter = thanksLetter(words, invoice, merchant, href)
  return { channel: 'email', to, from: senderOf(merchant), reason: 'quickinvoice.thanks', about, letter }
}

/** Whether a receipt of the payment goes to this address (contract 2.4, 2.13). */
async function getsReceipt(read: Reader, paid: Row<typeof transaction>, to: string): Promise<boolean> {
  const payer = await read.maybe(contact, paid.contact_id)
  const receipts = [paid.notification_email_address, payer?.email_trx_receipt ? payer.email : null]
  return receipts.some(address => address?.toLowerCase() === to.toLowerCase())
}

async function attachmentsOf({ files }: TaskParts, { read, invoice }: Subject): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const row of (await read.all(file, { resource_id: invoice.id })).toReversed()) {
    attachments.push({ filename: row.file_name, content_type: row.content_type, content: await files.get(row.id) })
  }
  return attachments
}

/** A mail does not wait for an invoice that cannot be printed; for a printer that is busy it is tried again. */
async function printedInvoice({ printer, publicUrl }: TaskParts, subject: Subject): Promise<Attachment[]> {
  const { read, invoice, words, seconds } = subject
  const sheet = await invoiceSheet(read, invoice, { public_url: publicUrl(), seconds, words })
  if (!sheet) return []
  try {
    const content = await printer.pdf(sheet, invoice.root_id)
    return [{ filename: sheetName(words, invoice), content_type: 'application/pdf', content }]
  } catch (error) {
    if (error instanceof Unavailable) throw error
    return []
  }
}
