import type { Row } from '../../definition/resource.ts'
import type { Letter } from '../../lib/letter.ts'
import { fitText } from '../../lib/sms-text.ts'
import { showDay, showDollars } from '../../lib/us-formats.ts'
import { letterSender, type Merchant, questionNote } from '../location/merchant.ts'
import type { paylink } from './paylink.ts'

type Link = Pick<Row<typeof paylink>, 'amount_due' | 'description' | 'expire_date'>

/** The mail that carries a link: how much, for what, until when, and where to pay it. */
export function paylinkLetter(link: Link, merchant: Merchant, href: string): Letter {
  const { place } = merchant
  const amount = showDollars(link.amount_due)
  const purpose = link.description?.trim()
  return {
    subject: `Payment request from ${place.name}: ${amount}`,
    preview: purpose || `${place.name} asks you for ${amount}.`,
    sender: letterSender(merchant),
    heading: 'Payment request',
    paragraphs: [`${place.name} asks you for a payment${purpose ? `: ${purpose}` : '.'}`],
    figure: { amount, caption: link.expire_date ? `Payable until ${showDay(link.expire_date)}` : 'Payable once' },
    rows: [],
    quote: null,
    button: { label: 'Pay now', href },
    notes: questionNote(merchant),
  }
}

/** The text of an SMS: who, how much, for what, where; and how to get no more of them (47 CFR 64.1200). */
export function paylinkText(link: Link, { place }: Merchant, href: string): string {
  const amount = showDollars(link.amount_due)
  const write = (name: string, purpose: string) =>
    `${name}: ${amount}${purpose ? ` for ${purpose}` : ''}. Pay: ${href} Reply STOP to opt out.`
  return fitText(write, place.name, link.description?.trim() ?? '')
}
