import type { Row } from '../../../definition/resource.ts'
import type { Letter } from '../../../lib/letter.ts'
import { showDay, showDollars } from '../../../lib/us-formats.ts'
import type { Merchant } from '../../location/merchant.ts'
import type { quickinvoice } from '../quickinvoice.ts'
import { filled, invoiceLetter } from './invoice-letter.ts'

type Invoice = Row<typeof quickinvoice>

/** A reminder of an invoice that can still be paid: the same invoice, with what the day makes of it first. `today` is `yyyy-mm-dd` where the location is. */
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
