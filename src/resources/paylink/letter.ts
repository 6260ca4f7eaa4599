import type { Row } from '../../definition/resource.ts'
import { addressLines } from '../../lib/address-lines.ts'
import { type Letter, showDay, showDollars } from '../../lib/letter.ts'
import { receiptLetter } from '../../lib/receipt-letter.ts'
import type { branding_domain } from '../branding_domain/branding_domain.ts'
import type { location } from '../location/location.ts'
import type { transaction } from '../transaction/transaction.ts'
import type { paylink } from './paylink.ts'

/** Who writes: a location under its branding domain. */
export interface Merchant {
  place: Row<typeof location>
  domain: Row<typeof branding_domain> | null
}

type Link = Pick<Row<typeof paylink>, 'amount_due' | 'description' | 'expire_date'>

/** The mail that carries a link: how much, for what, until when, and where to pay it. */
export function paylinkLetter(link: Link, { place, domain }: Merchant, href: string): Letter {
  const amount = showDollars(link.amount_due)
  const purpose = link.description?.trim()
  return {
    subject: `Payment request from ${place.name}: ${amount}`,
    preview: purpose || `${place.name} asks you for ${amount}.`,
    sender: senderOf({ place, domain }),
    heading: 'Payment request',
    paragraphs: [`${place.name} asks you for a payment${purpose ? `: ${purpose}` : '.'}`],
    figure: { amount, caption: link.expire_date ? `Payable until ${showDay(link.expire_date)}` : 'Payable once' },
    rows: [],
    quote: null,
    button: { label: 'Pay now', href },
    notes: [`Questions about this request? Answer this mail; it reaches ${place.name}.`],
  }
}

/** The receipt of a payment made on the link's page. */
export function paylinkReceipt(payment: Row<typeof transaction>, link: Link, merchant: Merchant): Letter {
  return receiptLetter({
    payment,
    is_held: payment.status_id === AUTHORIZED,
    sender: senderOf(merchant),
    tz: merchant.place.tz,
    title: link.description?.trim() || null,
    number: null,
    still_to_pay: null,
    button: null,
    notes: [`Questions? Answer this mail; it reaches ${merchant.place.name}.`],
  })
}

const AUTHORIZED = 102

function senderOf({ place, domain }: Merchant): Letter['sender'] {
  const phone = place.office_phone ? [place.office_phone] : []
  return { name: place.name, accent: domain?.button_primary_color ?? null, lines: [...addressLines(place), ...phone] }
}

/** The text of an SMS: who, how much, for what, where; and how to get no more of them (47 CFR 64.1200). */
export function paylinkText(link: Link, { place }: Merchant, href: string): string {
  const purpose = link.description?.trim() ? ` for ${link.description.trim()}` : ''
  return `${place.name}: ${showDollars(link.amount_due)}${purpose}. Pay: ${href} Reply STOP to opt out.`
}
