import type { Branding } from '../branding.ts'

/** Who is to be paid. */
export interface MerchantView {
  /** The name the payer knows (doing business as). */
  name: string
  /** The registered company, when it differs. */
  company: string | null
  /** A `data:image/…` URL or a path on this origin; others are not shown. */
  logo_url: string | null
  support_email: string | null
  /** `#rrggbb` each. What cannot be read is replaced. */
  colours: { accent: string | null; on_accent: string | null }
  /** Lines of the postal address, as they are printed. */
  address: readonly string[]
}

export function brandingOf(merchant: MerchantView): Branding {
  return { name: merchant.name, logo_url: merchant.logo_url, ...merchant.colours }
}
