import type { Row } from '../../../definition/resource.ts'
import { fitText } from '../../../lib/sms-text.ts'
import { showDollars } from '../../../lib/us-formats.ts'
import type { Merchant } from '../../location/merchant.ts'
import type { quickinvoice } from '../quickinvoice.ts'

type Invoice = Row<typeof quickinvoice>

/** The text of an SMS: who, what, how much, where; and how to get no more of them (47 CFR 64.1200). `today` is null for a first message. */
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
