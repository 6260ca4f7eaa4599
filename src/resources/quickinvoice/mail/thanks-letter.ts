import type { Row } from '../../../definition/resource.ts'
import type { Letter } from '../../../lib/letter.ts'
import { showDollars } from '../../../lib/us-formats.ts'
import { letterSender, type Merchant, questionNote } from '../../location/merchant.ts'
import type { quickinvoice } from '../quickinvoice.ts'
import { itemRows } from './invoice-letter.ts'

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
