import type { Row } from '../../definition/resource.ts'
import { accountName } from '../../lib/account-name.ts'
import type { Letter } from '../../lib/letter.ts'
import { showDay, showDollars } from '../../lib/us-formats.ts'
import type { accountvault } from '../accountvault/accountvault.ts'
import { letterSender, type Merchant, questionNote } from '../location/merchant.ts'
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
