import { accountName } from './account-name.ts'
import { type Letter, showDollars } from './letter.ts'
import { zoned } from './local-date.ts'
import type { Money } from './money.ts'

/** An approved payment as its receipt tells it: the columns of a transaction, and what was paid with it. */
export interface Receipt {
  payment: {
    id: string
    created_ts: number
    payment_method: 'cc' | 'ach'
    account_type: string | null
    last_four: string | null
    account_holder_name: string | null
    transaction_amount: Money
    auth_amount: Money | null
    auth_code: string | null
  }
  /** The amount is held on a card and taken later. */
  is_held: boolean
  sender: Letter['sender']
  /** IANA zone of the merchant. */
  tz: string
  /** What was paid, in the merchant's words, if it said any. */
  title: string | null
  /** The merchant's own number for it. */
  number: string | null
  still_to_pay: Money | null
  button: Letter['button']
  /** How to ask back. */
  notes: readonly string[]
}

/** The payer's receipt: no expiry date and no more of the account than its last four (FACTA, network rules). */
export function receiptLetter(receipt: Receipt): Letter {
  const { payment, sender, title, is_held } = receipt
  const amount = showDollars(payment.auth_amount ?? payment.transaction_amount)
  const moment = momentOf(payment.created_ts, receipt.tz)
  const purpose = title ? ` for ${title}` : ''
  const rows: [string, string | null][] = [
    ['Merchant', sender.name],
    ['Date', moment],
    ['For', title],
    ['Invoice number', receipt.number],
    ['Type', typeOf(receipt)],
    ['Paid with', accountName(payment.account_type, payment.last_four)],
    ['Account holder', payment.account_holder_name],
    ['Total', `${amount} USD`],
    ['Result', 'Approved'],
    ['Authorization code', payment.auth_code],
    ['Reference', payment.id],
    ['Still to pay', receipt.still_to_pay ? showDollars(receipt.still_to_pay) : null],
  ]
  return {
    subject: `Receipt from ${sender.name}: ${amount}`,
    preview: `Your payment${purpose} was approved.`,
    sender,
    heading: is_held ? 'Payment authorized' : 'Payment approved',
    paragraphs: [
      is_held
        ? `Thank you. The amount${purpose} is held on your card, and ${sender.name} takes it later.`
        : `Thank you. ${sender.name} has received your payment${purpose}.`,
    ],
    figure: { amount, caption: moment },
    button: receipt.button,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value, strong: label === 'Total' }] : [])),
    quote: null,
    notes: [...authorization(receipt, amount), 'Keep this mail for your records.', ...receipt.notes],
  }
}

function typeOf({ payment, is_held }: Receipt): string {
  if (payment.payment_method === 'ach') return 'Bank debit, entered online'
  return is_held ? 'Authorization, entered online' : 'Sale, entered online'
}

/** A debited payer keeps the words of the authorization (Nacha rules). */
function authorization({ payment, sender }: Receipt, amount: string): string[] {
  if (payment.payment_method !== 'ach') return []
  return [`You authorized ${sender.name} to debit this account once, for ${amount}.`]
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
