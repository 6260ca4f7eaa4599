import type { Row } from '../../../definition/resource.ts'
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
  const town = [place.city, [place.state, place.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [place.address1, place.address2, town, place.office_phone].filter(line => line !== null && line !== '')
  return { name: place.name, accent: domain?.button_primary_color ?? null, lines: lines as string[] }
}

/** The address answers go to: the location's, or else its domain's. Null when neither has one. */
export function replyAddress({ place, domain }: Merchant): string | null {
  return place.email_reply_to || domain?.email_reply_to || null
}
