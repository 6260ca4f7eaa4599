import type { Row } from '../../definition/resource.ts'
import type { Letter } from '../../lib/letter.ts'
import { fitText } from '../../lib/sms-text.ts'
import type { Words } from '../../words/words.ts'
import { letterSender, type Merchant, questionNote } from '../location/merchant.ts'
import { type paylink, STATUS } from './paylink.ts'

type Link = Pick<Row<typeof paylink>, 'amount_due' | 'description' | 'expire_date' | 'status_id'>

/** The mail that carries a link: how much, for what, until when, and where to pay it, or why it cannot be paid. */
export function paylinkLetter(words: Words, link: Link, merchant: Merchant, href: string, closed: boolean): Letter {
  const { name } = merchant.place
  const { mails } = words
  const amount = words.money(link.amount_due)
  const purpose = link.description?.trim() || null
  return {
    language: words.language,
    subject: mails.paylink.subject(name, amount),
    preview: purpose ?? mails.paylink.preview(name, amount),
    sender: letterSender(merchant),
    heading: mails.paylink.heading,
    paragraphs: [mails.paylink.line(name, purpose)],
    figure: { amount, caption: captionOf(words, link, closed) },
    rows: [],
    quote: null,
    button: { label: closed ? mails.view_payment : mails.pay_now, href },
    notes: questionNote(words, merchant),
  }
}

function captionOf({ mails: { paylink }, day }: Words, link: Link, closed: boolean): string {
  if (link.status_id === STATUS.paid) return paylink.paid
  if (closed) return paylink.closed
  return link.expire_date ? paylink.pay_by(day(link.expire_date)) : paylink.once
}

/** The text of an SMS: who, how much, for what, where; and how to get no more of them (47 CFR 64.1200). */
export function paylinkText(words: Words, link: Link, { place }: Merchant, href: string, closed: boolean): string {
  const { mails } = words
  const amount = words.money(link.amount_due)
  const state = closed ? `${captionOf(words, link, closed)}:` : mails.pay
  const write = (name: string, purpose: string) => mails.paylink.text(name, amount, purpose, state, href)
  return fitText(write, place.name, link.description?.trim() ?? '')
}
