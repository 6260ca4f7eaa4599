import type { Row } from '../../../definition/resource.ts'
import type { Letter } from '../../../lib/letter.ts'
import { type Money, parseMoney } from '../../../lib/money.ts'
import { showDay, showDollars } from '../../../lib/us-formats.ts'
import { letterSender, type Merchant, questionNote } from '../../location/merchant.ts'
import { PAYMENT, type quickinvoice, STATUS } from '../quickinvoice.ts'

/** Letters about quick invoices: what they say, made of rows. Never: sending, reading. */

type Invoice = Row<typeof quickinvoice>

/** The notification: what is asked for, until when, and where to pay it. */
export function invoiceLetter(invoice: Invoice, merchant: Merchant, href: string, expired: boolean): Letter {
  const { name } = merchant.place
  const amount = showDollars(invoice.remaining_balance)
  const number = invoice.invoice_number ? ` ${invoice.invoice_number}` : ''
  const standing = standingOf(invoice, expired)
  return {
    subject: `Invoice${number} from ${name}: ${invoice.title}`,
    preview: `${amount} – ${standing.caption}`,
    sender: letterSender(merchant),
    heading: invoice.title,
    paragraphs: [`${name} has sent you invoice${number || ` “${invoice.title}”`}.`, ...filled(invoice.item_header)],
    figure: { amount: standing.paid ? showDollars(invoice.amount_due) : amount, caption: standing.caption },
    button: { label: standing.payable ? 'View and pay' : 'View the invoice', href },
    rows: itemRows(invoice),
    quote: invoice.note?.trim() ? { text: invoice.note, by: name } : null,
    notes: [
      ...filled(invoice.item_footer),
      ...(invoice.expire_date && standing.payable ? [`It can be paid until ${showDay(invoice.expire_date)}.`] : []),
      ...questionNote(merchant),
    ],
  }
}

/** What the invoice asks for, line by line, and what is left of it. */
export function itemRows(
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

function standingOf(invoice: Invoice, expired: boolean): { caption: string; paid: boolean; payable: boolean } {
  const paid = invoice.payment_status_id === PAYMENT.paid
  const closed = invoice.status_id === STATUS.closed
  const payable = !closed && !expired && (!paid || invoice.allow_overpayment)
  if (paid) return { caption: 'Paid in full', paid, payable }
  if (closed) return { caption: 'This invoice is closed', paid, payable }
  return { caption: expired ? 'This invoice has expired' : `Due ${showDay(invoice.due_date)}`, paid, payable }
}

export function filled(text: string | null): string[] {
  return text?.trim() ? [text] : []
}

function minor(amount: string | number): Money {
  return parseMoney(amount) ?? 0n
}
