import { accountName } from '../../lib/account-name.ts'
import type { Letter } from '../../lib/letter.ts'
import { momentInWords } from '../../lib/local-date.ts'
import type { Money } from '../../lib/money.ts'
import { showDollars } from '../../lib/us-formats.ts'

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
    auth_code: string | null
  }
  /** The payer entered the account on a hosted page. */
  is_online: boolean
  sender: Letter['sender']
  /** The merchant's time zone. */
  tz: string
  /** What was paid, in the merchant's words. */
  title: string | null
  /** The merchant's own number of the payment. */
  number: string | null
  still_to_pay: Money | null
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
export function receiptLetter(receipt: Receipt): Letter {
  const { payment, sender, title, header, footer } = receipt
  const words = wordsOf(receipt)
  const amount = showDollars(payment.auth_amount ?? payment.transaction_amount)
  const moment = momentInWords(payment.created_ts, receipt.tz)
  const purpose = title ? ` for ${title}` : ''
  const rows: [string, string | null][] = [
    ['Merchant', sender.name],
    ['Date', moment],
    ['For', title],
    ['Invoice number', receipt.number],
    ['Type', words.type],
    [words.account, accountName(payment.account_type, payment.last_four)],
    ['Account holder', payment.account_holder_name],
    ['Total', `${amount} USD`],
    ['Result', 'Approved'],
    ['Authorization code', payment.auth_code],
    ['Reference', payment.id],
    ['Still to pay', receipt.still_to_pay ? showDollars(receipt.still_to_pay) : null],
  ]
  return {
    subject: `Receipt from ${sender.name}: ${amount}`,
    preview: words.preview(purpose),
    sender,
    heading: words.heading,
    paragraphs: [...(header ? [header] : []), words.line(sender.name, purpose)],
    figure: { amount, caption: moment },
    button: receipt.button,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value, strong: label === 'Total' }] : [])),
    quote: null,
    notes: [
      ...authorization(receipt, amount),
      ...(footer ? [footer] : []),
      'Keep this mail for your records.',
      ...receipt.notes,
    ],
  }
}

interface Words {
  heading: string
  type: string
  account: 'Paid with' | 'Paid to'
  preview(purpose: string): string
  line(merchant: string, purpose: string): string
}

const AUTHORIZED = 102
/** Types that pay the payer: refunds of cards and credits to bank accounts. */
const GIVEN: readonly number[] = [30, 40]

function wordsOf({ payment, is_online }: Receipt): Words {
  const manner = is_online ? ', entered online' : payment.recurring_id ? ', recurring' : ''
  if (GIVEN.includes(payment.type_id)) {
    return {
      heading: 'Refund approved',
      type: payment.payment_method === 'ach' ? 'Credit to a bank account' : 'Refund to a card',
      account: 'Paid to',
      preview: purpose => `Your refund${purpose} was approved.`,
      line: (merchant, purpose) =>
        `${merchant} has sent you this amount${purpose}. It can take some days until you see it.`,
    }
  }
  const approved = {
    heading: 'Payment approved',
    account: 'Paid with',
    preview: (purpose: string) => `Your payment${purpose} was approved.`,
    line: (merchant: string, purpose: string) => `Thank you. ${merchant} has received your payment${purpose}.`,
  } as const
  if (payment.payment_method === 'ach') return { ...approved, type: `Bank debit${manner}` }
  if (payment.status_id !== AUTHORIZED) return { ...approved, type: `Sale${manner}` }
  return {
    ...approved,
    heading: 'Payment authorized',
    type: `Authorization${manner}`,
    line: (merchant, purpose) =>
      `Thank you. The amount${purpose} is held on your card, and ${merchant} takes it later.`,
  }
}

/** A debited payer receives the words of the authorization (Nacha operating rules). */
function authorization({ payment, sender }: Receipt, amount: string): string[] {
  if (payment.payment_method !== 'ach' || GIVEN.includes(payment.type_id)) return []
  const often = payment.recurring_id ? 'as a recurring payment' : 'once'
  return [`You authorized ${sender.name} to debit this account ${often}, for ${amount}.`]
}
