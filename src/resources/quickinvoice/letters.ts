import type { Row } from '../../definition/resource.ts'
import type { Letter } from '../../lib/letter.ts'
import { fitText } from '../../lib/sms-text.ts'
import type { Words } from '../../words/words.ts'
import { letterSender, type Merchant, questionNote } from '../location/merchant.ts'
import { itemsOf, PAYMENT, type quickinvoice, STATUS } from './quickinvoice.ts'

/** Letters about quick invoices: what they say, made of rows. Never: sending, reading. */

type Invoice = Row<typeof quickinvoice>

/** The notification: what is asked for, until when, and where to pay it. */
export function invoiceLetter(
  words: Words,
  invoice: Invoice,
  merchant: Merchant,
  href: string,
  expired: boolean,
): Letter {
  const { name } = merchant.place
  const { mails, money, day } = words
  const { title, invoice_number: number, expire_date } = invoice
  const amount = money(invoice.remaining_balance)
  const status = statusOf(words, invoice, expired)
  return {
    language: words.language,
    subject: mails.invoice.subject(name, number, title),
    preview: `${amount} – ${status.caption}`,
    sender: letterSender(merchant),
    heading: title,
    paragraphs: [mails.invoice.sent(name, number, title), ...filled(invoice.item_header)],
    figure: { amount: status.paid ? money(invoice.amount_due) : amount, caption: status.caption },
    button: { label: status.payable ? mails.view_and_pay : mails.view_invoice, href },
    rows: itemRows(words, invoice),
    quote: invoice.note?.trim() ? { text: invoice.note, by: name } : null,
    notes: [
      ...filled(invoice.item_footer),
      ...(expire_date && status.payable ? [mails.invoice.pay_by(day(expire_date))] : []),
      ...questionNote(words, merchant),
    ],
  }
}

/** What the invoice asks for, line by line, and what is left of it. */
function itemRows(
  { mails, money }: Words,
  invoice: Pick<Invoice, 'item_list' | 'amount_due' | 'paid_amount' | 'remaining_balance'>,
): Letter['rows'] {
  const items = itemsOf(invoice).map(({ label, amount }) => ({ label, value: money(amount) }))
  const total = { label: mails.total, value: money(invoice.amount_due), strong: true }
  if (invoice.paid_amount === 0n) return [...items, total]
  return [
    ...items,
    total,
    { label: mails.paid_so_far, value: money(invoice.paid_amount) },
    { label: mails.balance, value: money(invoice.remaining_balance), strong: true },
  ]
}

function statusOf(
  { mails: { invoice: words }, day }: Words,
  invoice: Invoice,
  expired: boolean,
): { caption: string; paid: boolean; payable: boolean } {
  const paid = invoice.payment_status_id === PAYMENT.paid
  const closed = invoice.status_id === STATUS.closed
  const payable = !closed && !expired && (!paid || invoice.allow_overpayment)
  if (paid) return { caption: words.paid, paid, payable }
  if (closed) return { caption: words.closed, paid, payable }
  return { caption: expired ? words.expired : words.due(day(invoice.due_date)), paid, payable }
}

function filled(text: string | null): string[] {
  return text?.trim() ? [text] : []
}

/**
 * A reminder of an invoice that can still be paid: the same invoice, with what the day makes of it first. `today` is
 * `yyyy-mm-dd` where the location is.
 */
export function reminderLetter(
  words: Words,
  invoice: Invoice,
  merchant: Merchant,
  href: string,
  today: string,
): Letter {
  const { title, due_date, invoice_number } = invoice
  const { reminder } = words.mails
  const left = words.money(invoice.remaining_balance)
  const when = due_date > today ? 'coming' : due_date === today ? 'today' : 'past'
  const said = reminder[when](title, invoice_number, merchant.place.name, words.day(due_date), left)
  const letter = invoiceLetter(words, invoice, merchant, href, false)
  return {
    ...letter,
    subject: said.subject,
    preview: `${left} – ${said.caption}`,
    paragraphs: [said.line, ...filled(invoice.item_header)],
    figure: { amount: left, caption: said.caption },
    notes: [...letter.notes, reminder.crossed],
  }
}

/** Sent once, when an invoice is fully paid for the first time (contract section 6). */
export function thanksLetter(words: Words, invoice: Invoice, merchant: Merchant, href: string): Letter {
  const { name } = merchant.place
  const { mails } = words
  const amount = words.money(invoice.amount_due)
  return {
    language: words.language,
    subject: mails.thanks.subject(invoice.title),
    preview: mails.thanks.preview(name, amount),
    sender: letterSender(merchant),
    heading: mails.thanks.heading,
    paragraphs: [mails.thanks.line(invoice.title, name)],
    figure: { amount, caption: mails.invoice.paid },
    button: { label: mails.view_invoice, href },
    rows: [
      ...(invoice.invoice_number ? [{ label: mails.invoice_number, value: invoice.invoice_number }] : []),
      ...itemRows(words, { ...invoice, paid_amount: 0n }),
    ],
    quote: null,
    notes: questionNote(words, merchant),
  }
}

/**
 * The text of an SMS: who, what, how much, where; and how to get no more of them (47 CFR 64.1200). `today` is null for
 * a first message.
 */
export function invoiceText(
  { mails, money, shortDay }: Words,
  invoice: Invoice,
  merchant: Merchant,
  href: string,
  today: string | null,
): string {
  const { title, due_date, remaining_balance } = invoice
  const day = shortDay(due_date)
  const due =
    today === null || due_date > today
      ? mails.text_due(day)
      : due_date === today
        ? mails.text_due_today
        : mails.text_was_due(day)
  return fitText(
    (name, what) => mails.invoice_text(name, what, money(remaining_balance), due, href, today !== null),
    merchant.place.name,
    title,
  )
}
