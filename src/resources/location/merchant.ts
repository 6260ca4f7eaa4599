import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { addressLines } from '../../lib/address-lines.ts'
import type { Letter } from '../../lib/letter.ts'
import { safeLogo } from '../../lib/logo-address.ts'
import { showPhone } from '../../lib/us-formats.ts'
import type { Sender } from '../../messages/outgoing.ts'
import { type Words, wordsFor } from '../../words/words.ts'
import { branding_domain } from '../branding_domain/branding_domain.ts'
import { contact } from '../contact/contact.ts'
import { location } from './location.ts'

/** The sender of pages and messages: a location with its branding domain. */
export interface Merchant {
  place: Row<typeof location>
  domain: Row<typeof branding_domain> | null
}

/** Returns null when there is no such location. */
export async function merchantOf(read: Reader, location_id: string): Promise<Merchant | null> {
  const place = await read.maybe(location, location_id)
  return place && { place, domain: await read.maybe(branding_domain, place.branding_domain_id) }
}

export function senderOf(merchant: Merchant): Sender {
  const { place, domain } = merchant
  return { location_id: place.id, domain_id: domain?.id ?? null, name: place.name, reply_to: replyAddress(merchant) }
}

/** Returns the name, colour, logo and address lines that a merchant's mails show. */
export function letterSender({ place, domain }: Merchant): Letter['sender'] {
  const phone = showPhone(place.office_phone)
  const lines = [...addressLines(place), ...(phone ? [phone] : [])]
  return { name: place.name, accent: domain?.button_primary_color ?? null, logo: logoPath({ place, domain }), lines }
}

/** Mail programs load a picture by its address; one within the mail itself most of them hide. */
function logoPath({ place, domain }: Merchant): string | null {
  const logo = safeLogo(place.receipt_logo || domain?.logo || null)
  return logo?.startsWith('/') ? logo : null
}

/** Returns the location's reply address, or else its domain's; null when neither has one. */
export function replyAddress({ place, domain }: Merchant): string | null {
  return place.email_reply_to || domain?.email_reply_to || null
}

/** Returns the note that invites questions; none when replies do not reach the merchant. */
export function questionNote({ mails }: Words, merchant: Merchant): string[] {
  return replyAddress(merchant) ? [mails.questions(merchant.place.name)] : []
}

/** Returns how a reminder names the link that stops further ones. */
export function unsubscribable({ mails }: Words, { place }: Merchant): { text: string; label: string } {
  return { text: mails.no_reminders(place.name), label: mails.unsubscribe }
}

/** Returns the words for what is written to a contact: English where no language is set for it. */
export async function wordsOfContact(read: Reader, contact_id: string | null): Promise<Words> {
  return wordsFor((await read.maybe(contact, contact_id))?.locale)
}
