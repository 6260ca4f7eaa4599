import type { Row } from '../../definition/resource.ts'
import type { Letter } from '../../lib/letter.ts'
import { fitText } from '../../lib/sms-text.ts'
import { showDay, showDollars } from '../../lib/us-formats.ts'
import { letterSender, type Merchant, questionNote } from '../location/merchant.ts'
import { type paylink, STATUS } from './paylink.ts'

type Link = Pick<Row<typeof paylink>, 'amount_due' | 'description' | 'expire_date' | 'status_id'>

/** The mail that carries a link: how much, for what, until when, and where to pay it, or why it cannot be paid. */
export function paylinkLetter(link: Link, merchant: Merchant, href: string, closed: boolean): Letter {
  const { place } = merchant
  const amount = showDollars(link.amount_due)
  const purpose = link.description?.trim()
  return {
    subject: `Payment request from ${place.name}: ${amount}`,
    preview: purpose || `${place.name} asks you for ${amount}.`,
    sender: letterSender(merchant),
    heading: 'Payment request',
    paragraphs: [`${place.name} asks you for a payment${purpose ? `: ${purpose}` : '.'}`],
    figure: { amount, caption: captionOf(link, closed) },
    rows: [],
    quote: null,
    button: { label: closed ? 'View the payment' : 'Pay now', href },
    notes: questionNote(merchant),
  }
}

function captionOf(link: Link, closed: boolean): string {
  if (link.status_id === STATUS.paid) return 'Paid'
  if (closed) return 'This link can no longer be paid'
  return link.expire_date ? `Payable until ${showDay(link.expire_date)}` : 'Payable once'
}

/** The text of an SMS: who, how much, for what, where; and how to get no more of them (47 CFR 64.1200). */
export function paylinkText(link: Link, { place }: Merchant, href: string, closed: boolean): string {
  const amount = showDollars(link.amount_due)
  const state = closed ? `${captionOf(link, closed)}:` : 'Pay:'
  const write = (name: string, purpose: string) =>
    `${name}: ${amount}${purpose ? ` for ${purpose}` : ''}. ${state} ${href} Reply STOP to opt out.`
  return fitText(write, place.name, link.description?.trim() ?? '')
}
