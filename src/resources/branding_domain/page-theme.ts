import { contrast, luminance } from '../../lib/colour-contrast.ts'

/** What a merchant sets of the looks of its pages; colours are `#rrggbb`, and null leaves what the house has. */
export interface PageTheme {
  button: string | null
  button_text: string | null
  background?: string | null
  card?: string | null
  text?: string | null
  link?: string | null
  /** Of fields and buttons, in pixels; that of cards follows. */
  radius?: number | null
  font?: string | null
}

/** The columns of a branding domain that make a theme. */
export interface Themed extends Record<ThemeField, string | null> {
  page_corner_radius: number | null
  page_font: string | null
}

/** Returns what a branding domain sets of the looks of pages. */
export function themeOf(domain: Themed | null): PageTheme {
  return {
    button: domain?.button_primary_color ?? null,
    button_text: domain?.button_primary_text_color ?? null,
    background: domain?.page_background_color ?? null,
    card: domain?.page_card_color ?? null,
    text: domain?.page_text_color ?? null,
    link: domain?.page_link_color ?? null,
    radius: domain?.page_corner_radius ?? null,
    font: domain?.page_font ?? null,
  }
}

/** Letters that are on computers and phones already: pages load no font. */
export const FONTS = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif',
  rounded: 'ui-rounded, Quicksand, "Arial Rounded MT Bold", Calibri, sans-serif',
} as const

export type PageFont = keyof typeof FONTS
export const FONT_NAMES = Object.keys(FONTS) as PageFont[]
export const LARGEST_RADIUS = 24

/** Colours of a page, `rrggbb` each. */
export interface Palette {
  background: string
  card: string
  text: string
  link: string
}

/** The house's colours, as `tokens.css` has them. */
const HOUSE = {
  light: { background: 'f3f2ec', card: 'fffefb', text: '17211e', link: '14564b' },
  dark: { background: '0e1412', card: '161e1b', text: 'ecf2ef', link: '7fd9c0' },
} as const satisfies Record<string, Palette>

/** Text needs this much contrast on its background (WCAG 2.2, 1.4.3). */
export const READABLE = 4.5

/**
 * Returns the colours of a page whose merchant sets any of them beside the button's, or null. What is not set is the
 * house's; a page with colours of its own has no second set for dark screens.
 */
export function paletteOf(theme: PageTheme): (Palette & { is_dark: boolean }) | null {
  const set = {
    background: hexOf(theme.background),
    card: hexOf(theme.card),
    text: hexOf(theme.text),
    link: hexOf(theme.link),
  }
  const below = set.card ?? set.background
  if (below === null && set.text === null && set.link === null) return null
  const is_dark = below ? isDark(below) : set.text !== null && !isDark(set.text)
  const house = HOUSE[is_dark ? 'dark' : 'light']
  return {
    background: set.background ?? house.background,
    card: set.card ?? house.card,
    text: set.text ?? house.text,
    link: set.link ?? house.link,
    is_dark,
  }
}

/** The field that sets each colour. */
const FIELDS = {
  button: 'button_primary_color',
  button_text: 'button_primary_text_color',
  background: 'page_background_color',
  card: 'page_card_color',
  text: 'page_text_color',
  link: 'page_link_color',
} as const

export type ThemeField = (typeof FIELDS)[keyof typeof FIELDS]
export const COLOUR_FIELDS: readonly ThemeField[] = Object.values(FIELDS)

/** One side of a pair of colours: which field says it, and the colour, `rrggbb`. */
interface Side {
  field: ThemeField
  colour: string
  /** Whether the merchant has set it; else it is the house's. */
  is_set: boolean
}

/** Text and what it stands on. */
export interface ThemePair {
  above: Side
  below: Side
  contrast: number
}

/** Returns the pairs of colours that a theme has payers read. */
export function themePairs(theme: PageTheme): ThemePair[] {
  const [button, button_text] = [hexOf(theme.button), hexOf(theme.button_text)]
  const palette: Partial<Palette> | null = paletteOf(theme)
  const colours: Partial<Record<keyof typeof FIELDS, string | null>> = { ...palette, button, button_text }
  const pair = (above: keyof typeof FIELDS, below: keyof typeof FIELDS): ThemePair[] => {
    const [on, under] = [colours[above], colours[below]]
    if (!on || !under) return []
    const side = (name: keyof typeof FIELDS, colour: string) => {
      return { field: FIELDS[name], colour, is_set: hexOf(theme[name]) !== null }
    }
    return [{ above: side(above, on), below: side(below, under), contrast: contrast(on, under) }]
  }
  return [
    ...pair('button_text', 'button'),
    ...(['text', 'link'] as const).flatMap(above => [...pair(above, 'card'), ...pair(above, 'background')]),
  ]
}

interface ThemeProblem {
  field: ThemeField
  text: string
}

/** Returns the pairs of colours that payers could not read, each with the field to change. */
export function themeProblems(theme: PageTheme): ThemeProblem[] {
  const lone = hexOf(theme.button_text) && !hexOf(theme.button)
  return [
    ...(lone ? [{ field: FIELDS.button_text, text: `${FIELDS.button_text} needs ${FIELDS.button} beside it.` }] : []),
    ...themePairs(theme).filter(isUnreadable).map(problemOf),
  ]
}

function isUnreadable({ contrast }: ThemePair): boolean {
  return contrast < READABLE
}

function problemOf({ above, below, contrast }: ThemePair): ThemeProblem {
  const named = ({ field, colour, is_set }: Side) => `#${colour} of ${field}${is_set ? '' : ' (which is not set)'}`
  const text = `${named(above)} on ${named(below)} has a contrast of ${shownContrast(contrast)}; text needs ${READABLE} (WCAG 2.2, AA).`
  return { field: above.is_set ? above.field : below.field, text }
}

/** Returns a contrast as people read it, never rounded up to one that would do. */
export function shownContrast(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}

/** Returns a colour as `rrggbb` in lower case; null for what is none. */
export function hexOf(colour: string | null | undefined): string | null {
  return /^#([0-9a-f]{6})$/i.exec(colour ?? '')?.[1]?.toLowerCase() ?? null
}

/** White text reads better on it than black (equal at 0.179). */
function isDark(colour: string): boolean {
  return luminance(colour) <= 0.179
}
