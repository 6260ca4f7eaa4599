import type { Row } from '../../definition/resource.ts'
import { addressLines } from '../../lib/address-lines.ts'
import type { branding_domain } from '../../resources/branding_domain/branding_domain.ts'
import type { location } from '../../resources/location/location.ts'
import type { MerchantView } from './merchant-view.ts'

/** The location that is paid, and the domain whose look it has. */
export interface Place {
  place: Row<typeof location>
  domain: Row<typeof branding_domain> | null
}

export function merchantOf({ place, domain }: Place): MerchantView {
  return {
    name: place.name,
    company: domain?.company_name || null,
    logo_url: place.receipt_logo || domain?.logo || null,
    support_email: domain?.support_email || place.email_reply_to || null,
    colours: { accent: domain?.button_primary_color ?? null, on_accent: domain?.button_primary_text_color ?? null },
    address: addressLines(place),
  }
}
