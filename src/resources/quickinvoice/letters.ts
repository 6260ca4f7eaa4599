import type { Row } from '../../definition/resource.ts'
import type { Letter } from '../../lib/letter.ts'
import { type Money, parseMoney } from '../../lib/money.ts'
import { fitText } from '../../lib/sms-text.ts'
import { showDay, showDollars } from '../../lib/us-formats.ts'
import { letterSender, type Merchant, questionNote } from '../location/merchant.ts'
import { PAYMENT, type quickinvoice, STATUS } from './quickinvoice.ts'

/** Letters about quick invoices: what they say, made of rows. Never: sending, reading. */

type Invoice = Row<typeof quickinvoice>

/** The notification: what is asked for, until when, and where to pay it. */
export function invoiceLetter(invoice: Invoice, merchant: Merchant, href: string, expired: boolean): Letter {
  const { name } = merchant.place
  const amount = showDollars(invoice.remaining_balance)
  const number = invoice.invoice_number ? ` ${invoice.invoice_number}` : ''
  const status = statusOf(invoice, expired)
  return {
    subject: `Invoice${number} from ${name}: ${invoice.title}`,
    preview: `${amount} – ${status.caption}`,
    sender: letterSender(merchant),
    heading: invoice.title,
    paragraphs: [`${name} has sent you invoice${number || ` “${invoice.title}”`}.`, ...filled(invoice.item_header)],
    figure: { amount: status.paid ? showDollars(invoice.amount_due) : amount, caption: status.caption },
    button: { label: status.payable ? 'View and pay' : 'View the invoice', href },
    rows: itemRows(invoice),
    quote: invoice.note?.trim() ? { text: invoice.note, by: name } : null,
    notes: [
      ...filled(invoice.item_footer),
      ...(invoice.expire_date && status.payable ? [`It can be paid until ${showDay(invoice.expire_date)}.`] : []),
      ...questionNote(merchant),
    ],
  }
}

/** What the invoice asks for, line by line, and what is left of it. */
function itemRows(
  invoice: Pick<Invoice, 'item_list' | 'amount_due' | 'paid_amount' | 'remaining_balance'>,
): Letter['rows'] {
  const items = Object.entries(invoice.item_list).map(([label, amount]) => ({
    label,
    value: showDollars(minor(amount)),
  }))
  const total = { label: 'Total', value: showDollars(invoice.amount_due), strong: true }
  if (invoice.paid_amount === 0n) return [...items, total]
  return [
    ...items,
    total,
    { label: 'Paid so far', value: showDollars(invoice.paid_amount) },
    { label: 'Balance', value: showDollars(invoice.remaining_balance), strong: true },
  ]
}

function statusOf(invoice: Invoice, expired: boolean): { caption: string; paid: boolean; payable: boolean } {
  const paid = invoice.payment_status_id === PAYMENT.paid
  const closed = invoice.status_id === STATUS.closed
  const payable = !closed && !expired && (!paid || invoice.allow_overpayment)
  if (paid) return { caption: 'Paid in full', paid, payable }
  if (closed) return { caption: 'This invoice is closed', paid, payable }
  return { caption: expired ? 'This invoice has expired' : `Due ${showDay(invoice.due_date)}`, paid, payable }
}

function filled(text: string | null): string[] {
  return text?.trim() ? [text] : []
}

function minor(amount: string | number): Money {
  return parseMoney(amount) ?? 0n
}

/**
 * A reminder of an invoice that can still be paid: the same invoice, with what the day makes of it first. `today` is
 * `yyyy-mm-dd` where the location is.
 */
export function reminderLetter(invoice: Invoice, merchant: Merchant, href: string, today: string): Letter {
  const { title, due_date } = invoice
  const day = showDay(due_date)
  const left = showDollars(invoice.remaining_balance)
  const when = due_date > today ? 'coming' : due_date === today ? 'today' : 'past'
  const number = invoice.invoice_number ? ` ${invoice.invoice_number}` : ''
  const from = `from ${merchant.place.name}`
  const said = {
    coming: {
      subject: `Reminder: ${title} is due ${day}`,
      line: `This is a reminder that invoice${number} ${from} is due ${day}.`,
      caption: `Due ${day}`,
    },
    today: {
      subject: `Due today: ${title}`,
      line: `This is a reminder that invoice${number} ${from} is due today.`,
      caption: `Due today, ${day}`,
    },
    past: {
      subject: `Past due: ${title}`,
      line: `Invoice${number} ${from} was due ${day}, and ${left} of it is still open.`,
      caption: `Was due ${day}`,
    },
  }[when]
  const letter = invoiceLetter(invoice, merchant, href, false)
  return {
    ...letter,
    subject: said.subject,
    preview: `${left} – ${said.caption}`,
    paragraphs: [said.line, ...filled(invoice.item_header)],
    figure: { amount: left, caption: said.caption },
    notes: [...letter.notes, 'If you have paid in the meantime, thank you; nothing more is needed.'],
  }
}

/** Sent once, when an invoice is fully paid for the first time (contract section 6). */
export function thanksLetter(invoice: Row<typeof quickinvoice>, merchant: Merchant, href: string): Letter {
  const { name } = merchant.place
  return {
    subject: `Thank you: ${invoice.title} is paid`,
    preview: `${name} has received ${showDollars(invoice.amount_due)}.`,
    sender: letterSender(merchant),
    heading: 'Thank you for your payment',
    paragraphs: [`${invoice.title} is paid in full. ${name} thanks you.`],
    figure: { amount: showDollars(invoice.amount_due), caption: 'Paid in full' },
    button: { label: 'View the invoice', href },
    rows: [
      ...(invoice.invoice_number ? [{ label: 'Invoice number', value: invoice.invoice_number }] : []),
      ...itemRows({ ...invoice, paid_amount: 0n }),
    ],
    quote: null,
    notes: questionNote(merchant),
  }
}

/**
 * The text of an SMS: who, what, how much, where; and how to get no more of them (47 CFR 64.1200). `today` is null for
 * a first message.
 */
export function invoiceText(invoice: Invoice, merchant: Merchant, href: string, today: string | null): string {
  const { title, due_date, remaining_balance } = invoice
  const day = Temporal.PlainDate.from(due_date).toLocaleString('en-US', { dateStyle: 'medium' })
  const due = today === null || due_date > today ? `due ${day}` : due_date === today ? 'due today' : `was due ${day}`
  const reminder = today === null ? '' : 'Reminder: '
  return fitText(
    (name, what) =>
      `${name}: ${reminder}${showDollars(remaining_balance)} for "${what}", ${due}. Pay: ${href} Reply STOP to opt out.`,
    merchant.place.name,
    title,
  )
}
