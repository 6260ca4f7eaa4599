import type { Letter } from '../../lib/letter.ts'
import type { Money } from '../../lib/money.ts'
import { accountName } from '../../words/account-name.ts'
import { amountRows, type PaidParts } from '../../words/amount-rows.ts'
import type { Words } from '../../words/words.ts'
import { approvedAmount, STATUS, TYPE } from './transaction.states.ts'

/** An approved payment for its receipt: columns of the transaction and what was paid. */
export interface Receipt {
  payment: {
    id: string
    created_ts: number
    /** Codes of the contract's tables of statuses and types. */
    status_id: number
    type_id: number
    recurring_id: string | null
    payment_method: 'cc' | 'ach'
    account_type: string | null
    last_four: string | null
    account_holder_name: string | null
    transaction_amount: Money
    auth_amount: Money | null
    authorized_amount: Money
    surcharge_amount: Money | null
    tax: Money | null
    tip_amount: Money | null
    auth_code: string | null
  }
  sender: Letter['sender']
  /** The merchant's time zone. */
  tz: string
  /** What was paid, in the merchant's words. */
  title: string | null
  /** What the merchant calls a surcharge within the amount. */
  surcharge_label: string | null
  /** The merchant's own number of the payment. */
  number: string | null
  /** Lines of the invoice that was paid. */
  items: PaidParts['items']
  still_to_pay: Money | null
  /** It has settled an invoice. */
  pays_in_full: boolean
  button: Letter['button']
  /** The merchant's texts at the top and bottom of its receipts. */
  header: string | null
  footer: string | null
  /** How to ask about the payment. */
  notes: readonly string[]
}

/**
 * Returns the payer's receipt, without expiry date and with the last four digits of the account only (FACTA, network
 * rules).
 */
export function receiptLetter(words: Words, receipt: Receipt): Letter {
  const { payment, sender, title, header, footer } = receipt
  const labels = words.mails.receipt
  const kind = kindOf(payment)
  const said = labels[kind]
  const amount = words.money(paidAmount(payment))
  const moment = words.moment(payment.created_ts, receipt.tz)
  return {
    language: words.language,
    subject: (kind === 'refund' ? labels.refund_subject : labels.subject)(sender.name, amount),
    preview: said.preview(title),
    sender,
    heading: said.heading,
    paragraphs: [
      ...(header ? [header] : []),
      said.line(sender.name, title),
      ...(receipt.pays_in_full && kind === 'payment' ? [labels.paid_in_full] : []),
    ],
    figure: { amount, caption: moment },
    button: receipt.button,
    rows: receiptRows(words, receipt),
    quote: null,
    notes: [
      ...(payment.payment_method === 'ach' && kind !== 'refund'
        ? [labels.debit(sender.name, amount, payment.recurring_id !== null)]
        : []),
      ...(footer ? [footer] : []),
      labels.keep,
      ...receipt.notes,
    ],
  }
}

/** Returns the mail to a user of the merchant about a payment of an invoice, a paylink or a hosted page. */
export function paidLetter(words: Words, receipt: Receipt): Letter {
  const { payment, sender, title, still_to_pay } = receipt
  const { paid, receipt: labels } = words.mails
  const kind = kindOf(payment)
  const said = paid[kind === 'refund' ? 'payment' : kind]
  const amount = words.money(paidAmount(payment))
  const moment = words.moment(payment.created_ts, receipt.tz)
  const payer = payment.account_holder_name?.trim() || null
  return {
    language: words.language,
    subject: said.subject(amount, payer),
    preview: said.line(amount, payer, title),
    sender,
    heading: said.heading,
    paragraphs: [
      said.line(amount, payer, title),
      ...(receipt.pays_in_full && kind === 'payment' ? [paid.in_full] : []),
      ...(still_to_pay ? [paid.still_due(words.money(still_to_pay))] : []),
    ],
    figure: { amount, caption: moment },
    button: receipt.button,
    rows: receiptRows(words, receipt).filter(({ label }) => label !== labels.still_due),
    quote: null,
    notes: [paid.why],
  }
}

/** The amount that was paid or is held. */
function paidAmount(payment: Receipt['payment']): Money {
  return approvedAmount(payment) ?? payment.transaction_amount
}

function receiptRows(words: Words, receipt: Receipt): Letter['rows'] {
  const { payment, sender, title } = receipt
  const { receipt: labels, invoice_number, total } = words.mails
  const kind = kindOf(payment)
  const paid = paidAmount(payment)
  const surcharge = payment.surcharge_amount
    ? { label: receipt.surcharge_label, amount: payment.surcharge_amount }
    : null
  const rows: [string, string | null][] = [
    [labels.merchant, sender.name],
    [labels.date, words.moment(payment.created_ts, receipt.tz)],
    [labels.purpose, title],
    [invoice_number, receipt.number],
    [labels.type, labels.types[typeOf(payment, kind)]],
    [
      kind === 'refund' ? labels.refunded_to : labels.paid_with,
      accountName(words, payment.account_type, payment.last_four),
    ],
    [labels.holder, payment.account_holder_name],
    ...amountRows(words, { ...payment, total: paid, surcharge, items: receipt.items }),
    [total, `${words.money(paid)} USD`],
    [labels.auth_code, payment.auth_code],
    [labels.reference, payment.id],
    [labels.still_due, receipt.still_to_pay ? words.money(receipt.still_to_pay) : null],
  ]
  return rows.flatMap(([label, value]) => (value ? [{ label, value, strong: label === total }] : []))
}

type Kind = 'payment' | 'bank' | 'held' | 'refund'

/** Types that pay the payer: refunds of cards and credits to bank accounts. */
const GIVEN: readonly number[] = [TYPE.refund, TYPE.credit]

/** A debit that the bank has accepted is on its way, so its receipt says that it was submitted. */
function kindOf({ type_id, payment_method, status_id }: Receipt['payment']): Kind {
  if (GIVEN.includes(type_id)) return 'refund'
  if (payment_method === 'ach') return 'bank'
  return status_id === STATUS.authorized ? 'held' : 'payment'
}

function typeOf(
  { payment_method, recurring_id }: Receipt['payment'],
  kind: Kind,
): keyof Words['mails']['receipt']['types'] {
  if (kind === 'refund') return payment_method === 'ach' ? 'bank_refund' : 'card_refund'
  if (kind === 'bank') return recurring_id ? 'bank_recurring' : 'bank'
  if (kind === 'held') return 'authorization'
  return recurring_id ? 'card_recurring' : 'card'
}
