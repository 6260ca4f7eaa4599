import type { Row } from '../../definition/resource.ts'
import { accountName } from '../../lib/account-name.ts'
import type { Letter } from '../../lib/letter.ts'
import { localDate } from '../../lib/local-date.ts'
import { showDay, showDollars } from '../../lib/us-formats.ts'
import type { accountvault } from '../accountvault/accountvault.ts'
import { letterSender, type Merchant, questionNote, replyAddress } from '../location/merchant.ts'
import type { TransactionRow } from '../transaction/transaction.ts'
import type { recurring } from './recurring.ts'

/** Tells a contact of a payment to come: how much, when, from which account. */
export function noticeLetter(
  row: Row<typeof recurring>,
  vault: Pick<Row<typeof accountvault>, 'account_type' | 'last_four'>,
  merchant: Merchant,
): Letter {
  const { name } = merchant.place
  const amount = showDollars(row.transaction_amount)
  const day = showDay(row.next_run_date!)
  const purpose = row.description?.trim()
  return {
    subject: `Coming payment to ${name}: ${amount} on ${day}`,
    preview: `${amount} will be taken on ${day}.`,
    sender: letterSender(merchant),
    heading: 'A payment is coming up',
    paragraphs: [
      `${name} will take your scheduled payment${purpose ? ` for ${purpose}` : ''} on ${day}. You need not do anything.`,
    ],
    figure: { amount, caption: day },
    rows: [
      { label: 'Paid with', value: accountName(vault.account_type, vault.last_four) ?? 'The account on file' },
      ...(row.end_date ? [{ label: 'Last possible day', value: showDay(row.end_date) }] : []),
    ],
    quote: null,
    button: null,
    notes: questionNote(merchant),
  }
}

/** Tells a contact that a payment of a recurring did not go through, by which account, and what happens next. */
export function declinedLetter(
  payment: TransactionRow,
  row: Row<typeof recurring>,
  merchant: Merchant,
  reason: string | null,
): Letter {
  const { place } = merchant
  const amount = showDollars(payment.transaction_amount)
  const day = showDay(localDate(payment.created_ts, place.tz).toString())
  const purpose = row.description?.trim()
  return {
    subject: `Your payment to ${place.name} was declined`,
    preview: `${amount} on ${day} did not go through.`,
    sender: letterSender(merchant),
    heading: 'Payment declined',
    paragraphs: [
      `Your scheduled payment to ${place.name}${purpose ? ` for ${purpose}` : ''} did not go through. You have not been charged.`,
    ],
    figure: { amount, caption: day },
    rows: [
      { label: accountLabel(payment), value: `ends in ${payment.last_four ?? ''}` },
      ...(reason ? [{ label: 'Reason', value: reason }] : []),
      ...(row.next_run_date ? [{ label: 'Next payment', value: showDay(row.next_run_date) }] : []),
    ],
    quote: null,
    button: null,
    notes: replyAddress(merchant)
      ? [`To pay this amount or to change your account, answer this mail; it reaches ${place.name}.`]
      : [],
  }
}

function accountLabel({ payment_method }: TransactionRow): string {
  return payment_method === 'ach' ? 'Bank account' : 'Card'
}
