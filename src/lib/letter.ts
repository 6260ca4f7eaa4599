import { luminance } from './colour-contrast.ts'

/**
 * The content of a mail as plain texts, from which its text and HTML forms are made; markup is written nowhere else.
 */
export interface Letter {
  subject: string
  /** The preview beside the subject in an inbox. */
  preview: string
  sender: {
    name: string
    /** The merchant's colour `#rrggbb`, or null. */
    accent: string | null
    /** Its logo, as an address that the recipient's mail program can load; a path of this gateway until it is sent. */
    logo?: string | null
    /** Postal address and the like, one line each. */
    lines: readonly string[]
  }
  heading: string
  paragraphs: readonly string[]
  /** The amount the mail is about. */
  figure: { amount: string; caption: string } | null
  /** Lines of a table; `strong` for sums. */
  rows: readonly { label: string; value: string; strong?: boolean }[]
  quote: { text: string; by: string } | null
  button: { label: string; href: string } | null
  /** Small print at the end. */
  notes: readonly string[]
  /** The language it is written in; English where it is missing. */
  language?: string
  /** Where the recipient can unsubscribe, and how the link is introduced in text and named in HTML. */
  unsubscribe?: { url: string; text: string; label: string } | null
}

const INK = '#1a1d23'
const FAINT = '#5c6470'
const LINE = '#e3e6ea'
const GROUND = '#f3f4f6'
const HOUSE_ACCENT = '#2f4858'
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Returns the plain text, for readers without HTML and for filters that compare both forms. */
export function letterText(letter: Letter): string {
  const { figure, quote, button } = letter
  const widest = Math.max(0, ...letter.rows.map(({ label }) => label.length))
  const blocks = [
    letter.heading,
    ...letter.paragraphs,
    figure && `${figure.amount}\n${figure.caption}`,
    letter.rows.map(({ label, value }) => `${label.padEnd(widest)}  ${value}`).join('\n'),
    quote && `"${quote.text}"\n${quote.by}`,
    button && `${button.label}:\n${button.href}`,
    ...letter.notes,
    ['--', letter.sender.name, ...letter.sender.lines].join('\n'),
    letter.unsubscribe && `${letter.unsubscribe.text}\n${letter.unsubscribe.url}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** Returns the HTML: one column of tables with inline styles, which mail programs agree on, with a dark mode. */
export function letterHtml(letter: Letter): string {
  const { sender, figure, quote, button } = letter
  const accent = /^#[0-9a-f]{6}$/i.test(sender.accent ?? '') ? sender.accent! : HOUSE_ACCENT
  const paragraph = (text: string, style: string, name: string) =>
    `<p class="${name}" style="margin:0 0 14px;${style}">${lines(text)}</p>`
  return `<!doctype html>
<html lang="${letter.language ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(letter.subject)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:${GROUND};${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(letter.preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">
<tr><td style="height:6px;background:${accent};border-radius:11px 11px 0 0;font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td style="padding:26px 32px 30px">
${sender.logo ? `<img src="${escaped(sender.logo)}" alt="" height="44" style="display:block;height:44px;width:auto;max-width:220px;margin:0 0 10px;border:0">\n` : ''}<p class="faint" style="margin:0 0 18px;font-size:14px;font-weight:600;color:${FAINT}">${escaped(sender.name)}</p>
<h1 class="ink" style="margin:0 0 14px;font-size:22px;line-height:1.3;color:${INK}">${escaped(letter.heading)}</h1>
${letter.paragraphs.map(text => paragraph(text, `font-size:15px;line-height:1.55;color:${INK}`, 'ink')).join('\n')}
${figure ? figureHtml(figure) : ''}
${button ? buttonHtml(button, accent) : ''}
${letter.rows.length > 0 ? rowsHtml(letter.rows) : ''}
${quote ? quoteHtml(quote, accent) : ''}
${letter.notes.map(text => paragraph(text, `font-size:13px;line-height:1.5;color:${FAINT}`, 'faint')).join('\n')}
</td></tr></table>
<p class="faint" style="margin:18px 0 0;font-size:12px;line-height:1.6;color:${FAINT}">${[sender.name, ...sender.lines].map(escaped).join(' &middot; ')}${letter.unsubscribe ? unsubscribeHtml(letter.unsubscribe) : ''}</p>
</td></tr></table>
</body></html>
`
}

const DARK = `@media (prefers-color-scheme:dark){.ground{background:#14161a!important}.sheet{background:#1e2127!important;border-color:#343942!important}
.ink{color:#eceef1!important}.faint{color:#a3abb6!important}.line{border-color:#343942!important}}`

function unsubscribeHtml({ url, label }: NonNullable<Letter['unsubscribe']>): string {
  return `<br><a class="faint" href="${escaped(url)}" style="color:${FAINT};text-decoration:underline">${escaped(label)}</a>`
}

function figureHtml({ amount, caption }: NonNullable<Letter['figure']>): string {
  return `<p class="ink" style="margin:6px 0 2px;font-size:34px;line-height:1.15;font-weight:700;color:${INK}">${escaped(amount)}</p>
<p class="faint" style="margin:0 0 20px;font-size:14px;color:${FAINT}">${escaped(caption)}</p>`
}

function buttonHtml({ label, href }: NonNullable<Letter['button']>, accent: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td style="background:${accent};border-radius:8px">
<a href="${escaped(href)}" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:600;text-decoration:none;color:${readableOn(accent)}">${escaped(label)}</a></td></tr></table>`
}

function rowsHtml(rows: Letter['rows']): string {
  const cell = (text: string, align: string, strong: boolean) =>
    `<td class="line ink" align="${align}" style="padding:9px 0;border-top:1px solid ${LINE};font-size:14px;line-height:1.45;color:${INK};vertical-align:top;overflow-wrap:anywhere${
      strong ? ';font-weight:700' : ''
    }${align === 'right' ? ';padding-left:16px' : ''}">${escaped(text)}</td>`
  const lines = rows.map(
    ({ label, value, strong = false }) => `<tr>${cell(label, 'left', strong)}${cell(value, 'right', strong)}</tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 22px;border-collapse:collapse">${lines.join('\n')}</table>`
}

function quoteHtml({ text, by }: NonNullable<Letter['quote']>, accent: string): string {
  return `<blockquote class="ink" style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid ${accent};font-size:15px;line-height:1.55;color:${INK}">${lines(text)}
<div class="faint" style="margin-top:6px;font-size:13px;color:${FAINT}">${escaped(by)}</div></blockquote>`
}

/** Returns black or white, whichever has the better contrast (WCAG 2.2, relative luminance; equal at 0.179). */
function readableOn(colour: string): string {
  return luminance(colour.slice(1)) > 0.179 ? '#000000' : '#ffffff'
}

function lines(text: string): string {
  return escaped(text).replaceAll(/\r?\n/g, '<br>')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
