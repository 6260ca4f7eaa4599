import { contrast } from '../lib/colour-contrast.ts'
import {
  FONTS,
  hexOf,
  LARGEST_RADIUS,
  type PageFont,
  type PageTheme,
  paletteOf,
  READABLE,
  themeProblems,
} from '../resources/branding_domain/page-theme.ts'

/** A merchant's branding of a hosted page. Every value is optional and checked before use. */
export interface Branding {
  /** The name the payer knows. */
  name: string
  /** A `data:image/…` URL or a path on this origin; anything else is not shown. */
  logo_url: string | null
  theme: PageTheme
}

/** What a brand stylesheet is made of, in the order of its address: colours `rrggbb`, pixels, and a font's name. */
export interface BrandTokens {
  accent: string | null
  on_accent: string | null
  background: string | null
  card: string | null
  text: string | null
  link: string | null
  radius: string | null
  font: string | null
}

const NAMES = ['accent', 'on_accent', 'background', 'card', 'text', 'link', 'radius', 'font'] as const
const NOTHING = Object.fromEntries(NAMES.map(name => [name, null])) as unknown as BrandTokens

/**
 * Returns the tokens of a theme, or null for the looks of the house. Colours that cannot be read together, which were
 * stored before they were checked, are left out; a text of buttons is then black or white, one of which can be read.
 */
export function brandTokens(theme: PageTheme): BrandTokens | null {
  const accent = hexOf(theme.button)
  const wanted = hexOf(theme.button_text)
  const { button: _, button_text: __, ...colours } = theme
  const is_readable = themeProblems({ ...colours, button: null, button_text: null }).length === 0
  const own = is_readable ? colours : {}
  const tokens: BrandTokens = {
    accent,
    on_accent: accent && (wanted && contrast(accent, wanted) >= READABLE ? wanted : blackOrWhite(accent)),
    background: hexOf(own.background),
    card: hexOf(own.card),
    text: hexOf(own.text),
    link: hexOf(own.link),
    radius: isRadius(theme.radius) ? String(theme.radius) : null,
    font: isFont(theme.font) && theme.font !== 'system' ? theme.font : null,
  }
  return NAMES.some(name => tokens[name] !== null) ? tokens : null
}

function blackOrWhite(colour: string): string {
  return contrast(colour, 'ffffff') >= contrast(colour, '000000') ? 'ffffff' : '000000'
}

function isRadius(radius: number | null | undefined): radius is number {
  return Number.isInteger(radius) && radius! >= 0 && radius! <= LARGEST_RADIUS
}

function isFont(font: string | null | undefined): font is PageFont {
  return font !== null && font !== undefined && Object.hasOwn(FONTS, font)
}

/** What stands for a token that is not set. */
const UNSET = 'x'

/**
 * The address of the stylesheet with a merchant's tokens. It is made from the address alone, so nothing is stored for
 * it; those after the last one that is set are left out.
 */
export function brandHref(tokens: Partial<BrandTokens>): string {
  const words = NAMES.map(name => tokens[name] ?? UNSET)
  const last = words.findLastIndex(word => word !== UNSET)
  return `/assets/brand.${words.slice(0, Math.max(last, 1) + 1).join('.')}.css`
}

/** Returns the stylesheet of an address, or null for one that `brandHref` does not make. */
export function brandStylesheet(address: string): string | null {
  const words = address.split('.')
  const given = Object.fromEntries(words.map((word, index) => [NAMES[index] ?? 'none', word === UNSET ? null : word]))
  const tokens = { ...NOTHING, ...given } as BrandTokens
  const { accent, on_accent, background, card, text, link, radius, font } = tokens
  const colours = [accent, on_accent, background, card, text, link]
  if (!colours.every(colour => colour === null || /^[0-9a-f]{6}$/.test(colour))) return null
  if (radius !== null && !(/^\d{1,2}$/.test(radius) && isRadius(Number(radius)))) return null
  if (font !== null && !isFont(font)) return null
  if (brandHref(tokens) !== `/assets/brand.${address}.css`) return null
  const rules = [
    accent && on_accent && `--brand:#${accent};--on-brand:#${on_accent}`,
    ...paletteRules(tokens),
    radius !== null && cornerRules(Number(radius)),
    font && `--letters:${FONTS[font as PageFont]}`,
  ].filter(Boolean)
  return `:root{${rules.join(';')}}\n`
}

/** A third of the corner of a field more or less, as with the house's 8, 12 and 20 pixels. */
function cornerRules(radius: number): string {
  const rem = (pixels: number) => `${+(pixels / 16).toFixed(4)}rem`
  return `--round-small:${rem((radius * 2) / 3)};--round:${rem(radius)};--round-large:${rem((radius * 5) / 3)}`
}

/** The tones that messages have, by whether the page is dark; as `tokens.css` has them. */
const TONES = {
  light: { good: '12664a', warn: '7a4a00', bad: 'a8261b', focus: '1b62c4' },
  dark: { good: '86dcb6', warn: 'f2c877', bad: 'ffb3a8', focus: '8ab8ff' },
} as const

/** Icons, borders of fields and the ring of the focus need this much contrast (WCAG 2.2, 1.4.11). */
const VISIBLE = 3

/**
 * Returns the rules that set every colour of a page from the four that a merchant sets. A mixed colour of text that
 * cannot be read becomes the colour of the text, and a mixed ground on which text cannot be read becomes the card's:
 * those two were compared when they were set. The mix of two grounds can be worse than both, as a grey is between
 * green and pink.
 */
function paletteRules({ background, card, text, link }: BrandTokens): string[] {
  const hash = (colour: string | null) => (colour === null ? null : `#${colour}`)
  const theme = { background: hash(background), card: hash(card), text: hash(text), link: hash(link) }
  const palette = paletteOf({ button: null, button_text: null, ...theme })
  if (!palette) return []
  const { is_dark } = palette
  const orCard = (colour: string, on_it = [palette.text, palette.link]) =>
    on_it.every(each => contrast(each, colour) >= READABLE) ? colour : palette.card
  const sunken = orCard(mixed(palette.background, palette.card, 0.5))
  const raised = orCard(mixed(palette.text, palette.card, 0.08))
  const surfaces = [palette.background, palette.card, sunken, raised]
  const orText = (colour: string, least: number, on = surfaces) =>
    on.every(each => contrast(colour, each) >= least) ? colour : palette.text
  const tones = Object.entries(TONES[is_dark ? 'dark' : 'light']).flatMap(([name, tone]) => {
    if (name === 'focus') return [`--focus:#${orText(tone, VISIBLE)}`]
    const wash = orCard(mixed(tone, palette.card, 0.1), [palette.text])
    return [`--${name}:#${orText(tone, READABLE, [...surfaces, wash])}`, `--${name}-wash:#${wash}`]
  })
  return [
    `color-scheme:${is_dark ? 'dark' : 'light'}`,
    `--ground:#${palette.background};--surface:#${palette.card};--field:#${palette.card}`,
    `--sunken:#${sunken};--raised:#${raised}`,
    `--ink:#${palette.text};--ink-soft:#${orText(mixed(palette.text, palette.card, 0.74), READABLE)}`,
    `--line:#${mixed(palette.text, palette.card, 0.16)};--line-firm:#${orText(mixed(palette.text, palette.card, 0.55), VISIBLE)}`,
    `--accent-ink:#${palette.link}`,
    `--lift:0 1px 2px rgb(0 0 0 / 6%),0 12px 32px -12px rgb(0 0 0 / ${is_dark ? 70 : 18}%)`,
    ...tones,
  ]
}

/** Returns a colour with this share of the first in it. */
function mixed(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [0, 2, 4]
    .map(at => Math.round(channel(first, at) * share + channel(second, at) * (1 - share)))
    .map(value => value.toString(16).padStart(2, '0'))
    .join('')
}
