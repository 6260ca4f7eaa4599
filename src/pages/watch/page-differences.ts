import type { Inventory } from './inventory.ts'

/** A page as it was served. */
export interface ServedPage {
  /** Its name in the inventory. */
  name: string
  headers: Headers
  document: string
  /** Whether its address is https: over plain http nothing says that it has to be. */
  https: boolean
}

/** What a proxy or a thief could add to make a browser do more than the page asks for. */
const STRAYS = ['content-security-policy-report-only', 'link', 'set-cookie', 'refresh', 'access-control-allow-origin']

/** Returns how a page differs from the inventory, in words; nothing of the document is quoted but names. */
export function pageDifferences({ scripts, pages, headers }: Inventory, page: ServedPage): string[] {
  const found = [
    ...headerDifferences(headers, page),
    ...scriptDifferences(
      (pages[page.name] ?? []).map(name => scripts[name]!),
      page.document,
    ),
    ...markupDifferences(page.document),
  ]
  return found.map(text => `${page.name}: ${text}`)
}

const HSTS = 'strict-transport-security'

function headerDifferences(approved: Inventory['headers'], { headers, https }: ServedPage): string[] {
  const asked = Object.entries(approved).filter(([name]) => https || name !== HSTS)
  return [
    ...asked
      .filter(([name, value]) => headers.get(name) !== value)
      .map(([name]) => `the header ${name} is not as approved`),
    ...STRAYS.filter(name => headers.has(name)).map(name => `the header ${name} does not belong there`),
  ]
}

function scriptDifferences(approved: readonly Inventory['scripts'][string][], document: string): string[] {
  const found = [...document.matchAll(/<script\b[^>]*(?:>[^<]*|$)/gi)].map(([tag]) => tag)
  const wanted = approved.map(({ href, integrity }) => `<script src="${href}" integrity="${integrity}" defer>`)
  return [
    ...found.filter(tag => !wanted.includes(tag)).map(() => 'a script that is not approved'),
    ...wanted.filter(tag => !found.includes(tag)).map(() => 'an approved script is missing or was changed'),
  ]
}

const FOREIGN_TAGS = /<(?:iframe|frame|object|embed|applet|base|portal)\b/i
const HANDLER = /\son[a-z]+\s*=/i
const OWN_FORM = /^(?:\/(?!\/)|$)/
const OWN_STYLE = /^\/assets\//

/** What the policy would stop, if the browser got it, and what is no script and still leads a number away. */
function markupDifferences(document: string): string[] {
  // Quotes of texts are escaped, so that what stands in quotes is the value of an attribute.
  const bare = document.replace(/"[^"]*"/g, '""')
  const actions = tagsOf(document, /<form\b[^>]*/gi).flatMap(tag =>
    [...tag.matchAll(/\saction="([^">]*)/gi)].map(([, action = '']) => action),
  )
  const targets = [...document.matchAll(/\sformaction="/gi)]
  const styles = tagsOf(document, /<link\b[^>]*/gi)
    .filter(tag => /rel="stylesheet"/i.test(tag))
    .map(tag => /href="([^"]*)"/.exec(tag)?.[1])
  return [
    ...(FOREIGN_TAGS.test(bare) || tagsOf(bare, /<meta[^>]*/gi).some(tag => /http-equiv/i.test(tag))
      ? ['markup that loads or redirects something']
      : []),
    ...(tagsOf(bare, /<[^>]*/g).some(tag => HANDLER.test(tag)) ? ['an inline handler'] : []),
    ...(actions.some(action => !OWN_FORM.test(action)) || targets.length > 0 ? ['a form that is sent elsewhere'] : []),
    ...(styles.some(href => !OWN_STYLE.test(href ?? '')) ? ['a style sheet from elsewhere'] : []),
  ]
}

/** A tag that never ends is matched too, up to the end: looking for its end from each beginning would not be linear. */
function tagsOf(document: string, pattern: RegExp): string[] {
  return [...document.matchAll(pattern)].map(([tag]) => tag)
}
