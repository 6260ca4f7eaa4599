import type { Row } from '../../../definition/resource.ts'
import { type Letter, showDollars } from '../../../lib/letter.ts'
import { zoned } from '../../../lib/local-date.ts'
import type { transaction } from '../../transaction/transaction.ts'
import type { quickinvoice } from '../quickinvoice.ts'
import { itemRows } from './invoice-letter.ts'
import { letterSender, type Merchant, questionNote } from './sender.ts'

type Invoice = Row<typeof quickinvoice>
type Transaction = Row<typeof transaction>

/** Sent once, when an invoice is fully paid for the first time (contract section 6). */
export function thanksLetter(invoice: Invoice, merchant: Merchant, href: string): Letter {
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

/** The payer's receipt: no expiry date and no more of the account than its last four (FACTA, network rules). */
export function receiptLetter(paid: Transaction, invoice: Invoice, merchant: Merchant, href: string): Letter {
  const { name, tz } = merchant.place
  const amount = showDollars(paid.auth_amount ?? paid.transaction_amount)
  const rows: [string, string | null][] = [
    ['Merchant', name],
    ['Date', momentOf(paid.created_ts, tz)],
    ['For', invoice.title],
    ['Invoice number', invoice.invoice_number],
    ['Type', paid.payment_method === 'cc' ? 'Sale, entered online' : 'Bank debit, entered online'],
    ['Paid with', `${ACCOUNTS[paid.account_type ?? ''] ?? 'Account'} ending in ${paid.last_four ?? ''}`],
    ['Account holder', paid.account_holder_name],
    ['Total', `${amount} USD`],
    ['Result', 'Approved'],
    ['Authorization code', paid.auth_code],
    ['Reference', paid.id],
    ['Still to pay', invoice.remaining_balance > 0n ? showDollars(invoice.remaining_balance) : null],
  ]
  return {
    subject: `Receipt from ${name}: ${amount}`,
    preview: `Your payment for ${invoice.title} was approved.`,
    sender: letterSender(merchant),
    heading: 'Payment approved',
    paragraphs: [`Thank you. ${name} has received your payment for ${invoice.title}.`],
    figure: { amount, caption: momentOf(paid.created_ts, tz) },
    button: { label: 'View the invoice', href },
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value, strong: label === 'Total' }] : [])),
    quote: null,
    notes: [...authorization(paid, name, amount), 'Keep this mail for your records.', ...questionNote(merchant)],
  }
}

/** A debited payer keeps the words of the authorization (Nacha rules). */
function authorization({ payment_method }: Transaction, name: string, amount: string): string[] {
  return payment_method === 'ach' ? [`You authorized ${name} to debit this account once, for ${amount}.`] : []
}

function momentOf(seconds: number, zone: string): string {
  return zoned(seconds, zone).toLocaleString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

const ACCOUNTS: Record<string, string> = {
  visa: 'Visa',
  mc: 'Mastercard',
  amex: 'American Express',
  disc: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  debit: 'Debit card',
  checking: 'Checking account',
  savings: 'Savings account',
}
