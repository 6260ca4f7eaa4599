import type { Row } from '../../../definition/resource.ts'
import { addressLines } from '../../../lib/address-lines.ts'
import type { Letter } from '../../../lib/letter.ts'
import type { branding_domain } from '../../branding_domain/branding_domain.ts'
import type { location } from '../../location/location.ts'

/** Letters about quick invoices: what they say, made of rows. Never: sending, reading. */

/** Who writes: a location under its branding domain. */
export interface Merchant {
  place: Row<typeof location>
  domain: Row<typeof branding_domain> | null
}

/** The head and foot of a merchant's letters. */
export function letterSender({ place, domain }: Merchant): Letter['sender'] {
  const phone = place.office_phone?.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  const lines = [...addressLines(place), ...(phone ? [phone] : [])]
  return { name: place.name, accent: domain?.button_primary_color ?? null, lines }
}

/** The address answers go to: the location's, or else its domain's. Null when neither has one. */
export function replyAddress({ place, domain }: Merchant): string | null {
  return place.email_reply_to || domain?.email_reply_to || null
}

/** How to ask back, where an answer reaches somebody. */
export function questionNote(merchant: Merchant): string[] {
  return replyAddress(merchant) ? [`Questions? Answer this mail; it reaches ${merchant.place.name}.`] : []
}
