import type { AssetName, Assets } from './assets.ts'
import { type Branding, brandHref, brandTokens } from './branding.ts'
import { attrs, type Html, html, raw } from './html.ts'
import type { Presentation } from './presentation.ts'

/** Pages of payers come with all of a presentation; those of merchants and developers are in English. */
export interface PageOptions extends Partial<Presentation> {
  assets: Assets
  /** Shown in the tab; the most important words first. */
  title: string
  body: Html
  /** The merchant's branding. Pages that belong to no merchant have none. */
  branding?: Branding | null | undefined
  scripts?: AssetName[] | undefined
  /** The first link of the page, for keyboard users: past the header, to the content. */
  skip?: { href: string; label: string } | undefined
  /** `wide` for consoles and documents, `narrow` for a receipt or a notice. */
  width?: 'narrow' | 'regular' | 'wide' | undefined
  /** Stands in the frame of another page: no band, no ground and no masthead of its own. */
  bare?: boolean | undefined
}

/** The icon in the browser's tab, a toll barrier. As a data URL it needs no request. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23113c38'/%3E%3Cpath d='M9 23V10m0 3 15-4' stroke='%23e9f5f1' stroke-width='3.2' stroke-linecap='round' fill='none'/%3E%3C/svg%3E"

const DOCTYPE = raw('<!doctype html>')

/** Returns the whole document: the head and skip link that every page has, and the body. */
export function page(options: PageOptions): string {
  const { assets, words, title, body, branding, skip } = options
  const tokens = branding ? brandTokens(branding.theme) : null
  return html`${DOCTYPE}
<html${attrs({ lang: words?.language ?? 'en', 'data-width': options.width ?? 'regular', 'data-bare': options.bare })}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="${ICON}">
<link${attrs({ rel: 'stylesheet', href: assets['tollgate.css'].href, integrity: assets['tollgate.css'].integrity })}>
${tokens && html`<link rel="stylesheet" href="${brandHref(tokens)}">`}
${(options.scripts ?? []).map(name => script(assets, name))}
</head>
<body>
${skip && html`<a class="skip" href="${skip.href}">${skip.label}</a>`}
${words && options.test && html`<aside class="test-mode" aria-label="${words.page.test_mode}"><strong>${words.page.test_mode}</strong> <span>${words.page.test_mode_text}</span></aside>`}
${body}
</body>
</html>
`.text
}

function script(assets: Assets, name: AssetName): Html {
  return html`<script${attrs({ src: assets[name].href, integrity: assets[name].integrity, defer: true })}></script>`
}
