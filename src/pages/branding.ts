import { contrast } from '../lib/colour-contrast.ts'

/** A merchant's branding of a hosted page. Colours are `#rrggbb`; every value is optional and checked before use. */
export interface Branding {
  /** The name the payer knows. */
  name: string
  /** A `data:image/…` URL or a path on this origin; anything else is not shown. */
  logo_url: string | null
  /** Background of the main button and of the band above the page. */
  accent: string | null
  /** Text on the accent. */
  on_accent: string | null
}

/** The two colours a brand stylesheet is made of, lower case, without `#`. */
export interface BrandColours {
  accent: string
  on_accent: string
}

/** Text needs this much contrast on its background (WCAG 2.2, 1.4.3). */
const READABLE = 4.5

/**
 * Returns the colours to use, or null for the default colours. A text colour with too little contrast on the accent is
 * replaced by black or white, whichever has more; one of the two always reaches 4.5.
 */
export function brandColours(branding: Pick<Branding, 'accent' | 'on_accent'>): BrandColours | null {
  const accent = hex(branding.accent)
  if (!accent) return null
  const wanted = hex(branding.on_accent)
  if (wanted && contrast(accent, wanted) >= READABLE) return { accent, on_accent: wanted }
  return { accent, on_accent: contrast(accent, 'ffffff') >= contrast(accent, '000000') ? 'ffffff' : '000000' }
}

function hex(colour: string | null): string | null {
  const match = /^#([0-9a-f]{6})$/i.exec(colour ?? '')
  return match?.[1]?.toLowerCase() ?? null
}
