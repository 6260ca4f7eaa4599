import { brandTokens } from '../../src/pages/branding.ts'
import { attrs, type Child, type Html, html } from '../../src/pages/html.ts'
import {
  FONT_NAMES,
  LARGEST_RADIUS,
  type PageFont,
  READABLE,
  shownContrast,
  type Themed,
  type ThemeField,
  type ThemePair,
  themeOf,
  themePairs,
} from '../../src/resources/branding_domain/page-theme.ts'
import type { ConsoleView } from './console-view.ts'
import type { LooksView } from './looks.ts'
import type { Section } from './section.ts'

/** Colours, corners and letters of pay pages, each pair with its contrast. */
export function looksSection({ token, file, looks, query }: ConsoleView): Section {
  const of_merchant = file?.merchants[0]
  if (!token || !of_merchant || !looks) return { id: 'looks', title: 'Looks', body: MISSING }
  const theme = query.looks?.theme ?? looks.theme
  const problems = query.looks?.problems ?? {}
  return {
    id: 'looks',
    title: 'Looks',
    body: html`<div class="looks">
<p class="fine">Of the pay pages, receipts and hosted forms of ${of_merchant.name}. Saved through the API, as <a href="/docs/branding_domain">branding_domain</a>.</p>
${query.saved && html`<p class="done" role="status">Saved. The next page that is opened looks like this.</p>`}
${verdict(theme)}
<form class="looks" method="post" action="/sandbox/console/looks" aria-label="Looks">
<input type="hidden" name="token" value="${token}">
<div class="colours">
${COLOURS.map(([name, label]) => colourField({ name, label, value: theme[name], problems: problems[name] }))}
${field({
  id: 'page_corner_radius',
  label: 'Corners, in pixels',
  problems: problems.page_corner_radius,
  input: html`<input class="input" id="page_corner_radius" name="page_corner_radius" type="number" min="0" max="${LARGEST_RADIUS}" placeholder="12"${attrs({ value: theme.page_corner_radius })}>`,
})}
${field({
  id: 'page_font',
  label: 'Letters',
  problems: problems.page_font,
  input: html`<select class="input" id="page_font" name="page_font">${FONT_NAMES.map(
    name =>
      html`<option value="${name}"${attrs({ selected: name === (theme.page_font || 'system') })}>${FONTS[name]}</option>`,
  )}</select>`,
})}
</div>
<p class="spans"><button class="button" name="do" value="save">Save</button>
<button class="button plain" name="do" value="try">Compare without saving</button></p>
</form>
<p>${preview(looks)}</p>
</div>`,
  }
}

/** The logo that pages, receipts and mails show, and the form that replaces it. */
export function logoSection({ token, looks, query }: ConsoleView): Section {
  if (!token || !looks) return { id: 'logo', title: 'Logo', body: MISSING }
  return {
    id: 'logo',
    title: 'Logo',
    body: html`<div class="looks">
${
  looks.logo
    ? html`<img class="stored-logo" src="${looks.logo}" alt="The logo that is stored">`
    : html`<p class="fine">None is stored: pages show the initials of the merchant.</p>`
}
<form class="looks" method="post" action="/sandbox/console/looks/logo" enctype="multipart/form-data" aria-label="Logo">
<input type="hidden" name="token" value="${token}">
${field({
  id: 'logo-file',
  label: 'Picture',
  hint: 'PNG, JPEG or WebP of at most 200,000 bytes and 2,000 pixels a side',
  problems: query.looks?.problems.file,
  input: html`<input class="input file" id="logo-file" name="file" type="file" accept="image/png,image/jpeg,image/webp" required>`,
})}
<p class="spans"><button class="button plain" name="do" value="store">Upload</button>
${looks.logo && html`<button class="button plain" name="do" value="remove" formnovalidate>Remove the logo</button>`}</p>
</form>
${looks.own_logos.length > 0 && html`<p class="fine">${looks.own_logos.join(', ')}: with a logo of its own (<span class="code">receipt_logo</span>), shown instead of this one.</p>`}
</div>`,
  }
}

const MISSING = html`<p class="fine">sandbox.json is not in this home, so the console has no keys to change anything with.</p>`

const COLOURS = [
  ['button_primary_color', 'Buttons'],
  ['button_primary_text_color', 'Text of buttons'],
  ['page_background_color', 'Page'],
  ['page_card_color', 'Forms and receipts'],
  ['page_text_color', 'Text'],
  ['page_link_color', 'Links'],
] as const satisfies readonly (readonly [ThemeField, string])[]

const NAMES = Object.fromEntries(COLOURS) as Record<ThemeField, string>

const FONTS: Record<PageFont, string> = {
  system: 'Of the device',
  humanist: 'Humanist',
  geometric: 'Geometric',
  serif: 'With serifs',
  rounded: 'Rounded',
}

interface FieldView {
  id: string
  label: string
  hint?: string
  problems: readonly string[] | undefined
  input: Html
}

function field({ id, label, hint, problems = [], input }: FieldView): Html {
  return html`<div class="field"><label class="label" for="${id}">${label}</label>${input}
${hint && html`<p class="hint">${hint}</p>`}
${problems.map(text => html`<p class="error">${text}</p>`)}</div>
`
}

/** The script puts the colour chooser of the browser beside it; without one `#225588` is typed. */
function colourField({
  name,
  label,
  value,
  problems,
}: {
  name: ThemeField
  label: string
  value: string | null
  problems: readonly string[] | undefined
}): Html {
  const input = html`<span class="colour"><input class="input" id="${name}" name="${name}" pattern="#[0-9a-fA-F]{6}" maxlength="7" placeholder="not set" title="A colour such as #225588" autocomplete="off" spellcheck="false" data-colour${attrs({ value })}></span>`
  return field({ id: name, label, problems, input })
}

/** Every pair of colours that payers read, as it looks and with what WCAG says of it. */
function verdict(theme: Themed): Child {
  const wanted = themeOf(theme)
  const own_text = brandTokens({ ...wanted, button_text: null })?.on_accent
  const pairs = themePairs({ ...wanted, button_text: wanted.button_text || (own_text ? `#${own_text}` : null) })
  if (pairs.length === 0)
    return html`<p>No colour is set: pages have those of the house, light or dark as the payer’s screen.</p>`
  return html`<table class="rows">
<caption class="quiet">Contrast of what payers read</caption>
<thead><tr><th scope="col">Pair</th><th scope="col">Looks like</th><th scope="col" class="number">Contrast</th><th scope="col">WCAG 2.2 AA</th></tr></thead>
<tbody>${pairs.map(pairRow)}</tbody>
</table>`
}

function pairRow({ above, below, contrast }: ThemePair): Html {
  const is_readable = contrast >= READABLE
  return html`<tr>
<th scope="row">${NAMES[above.field]} on ${NAMES[below.field].toLowerCase()}</th>
<td>${sample(above, below)}</td>
<td class="number">${shownContrast(contrast)}</td>
<td data-result="${is_readable ? 'approved' : 'declined'}">${is_readable ? 'can be read' : `too low, needs ${READABLE}`}</td>
</tr>`
}

/** A drawing, since pages have no styles of their own: its colours are attributes. */
function sample(above: ThemePair['above'], below: ThemePair['below']): Html {
  const is_link = above.field === 'page_link_color'
  const text = above.field === 'button_primary_text_color' ? 'Pay 40.00' : is_link ? 'View receipt' : 'Garden work'
  return html`<svg class="sample" viewBox="0 0 96 32" aria-hidden="true"><rect width="96" height="32" rx="6" fill="#${below.colour}"/><text x="48" y="21" text-anchor="middle" font-size="14" fill="#${above.colour}"${is_link && UNDERLINED}>${text}</text></svg>`
}

const UNDERLINED = attrs({ 'text-decoration': 'underline' })

function preview({ invoice_id }: LooksView): Child {
  if (!invoice_id) return html`<a href="/sandbox">Make an invoice</a> to see its pay page.`
  const href = `/quickinvoice/?id=${invoice_id}`
  return html`See the pay page of the latest invoice <a href="${href}">in English</a> or <a href="${href}&lang=es">in Spanish</a>.`
}
