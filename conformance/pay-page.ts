import type { Answer } from './client.ts'
import { answered, that } from './expect.ts'
import type { Lab } from './lab.ts'

/** What a payer enters, by the kind of field; the page's `autocomplete` attributes say which field is which. */
export interface Payer {
  amount?: string
  card?: string
  email?: string
}

/** The one form of a page: where it goes and what it holds as it is shown. */
export interface PageForm {
  action: string
  fields: Map<string, string>
  /** Field names by their `autocomplete` value. */
  named: Map<string, string>
}

const CARD_NUMBER = '4111111111111111'

/** A pay page as a browser without scripts sees it: the document, its one form, and a plain post of it. */
export async function openPage(lab: Lab, path: string): Promise<Answer> {
  return lab.as({ accept: 'text/html' }).get(path)
}

/** Reads the form of a page, or null where it shows none. */
export function formOf(document: string): PageForm | null {
  const form = /<form\b[^>]*>/.exec(document)?.[0]
  if (!form || attribute(form, 'method')?.toLowerCase() !== 'post') return null
  const page: PageForm = { action: attribute(form, 'action') ?? '', fields: new Map(), named: new Map() }
  for (const [input] of document.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name')
    if (name === null) continue
    const isChoice = /type="(radio|checkbox)"/.test(input)
    const word = attribute(input, 'autocomplete')?.split(' ').at(-1)
    if (word && word !== 'off') page.named.set(word, name)
    if (!isChoice || /\schecked\b/.test(input)) page.fields.set(name, attribute(input, 'value') ?? '')
  }
  return page
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}

/** Fills in a card and sends the form. Returns the page it leads to. */
export async function payByCard(lab: Lab, path: string, payer: Payer = {}): Promise<Answer> {
  const opened = answered(await openPage(lab, path), 200)
  const form = formOf(opened.text)
  that(form !== null, `the page at ${path} has no form to pay with`)
  const fields = new Map(form.fields)
  const type = (word: string, value: string): void => {
    const name = form.named.get(word)
    that(name !== undefined, `the form at ${path} has no field for ${word}`)
    fields.set(name, value)
  }
  type('cc-number', payer.card ?? CARD_NUMBER)
  type('cc-exp', '12/49')
  type('cc-name', 'Pat Example')
  const code = form.named.get('cc-csc')
  if (code !== undefined) fields.set(code, '999')
  const mail = form.named.get('email')
  if (payer.email !== undefined && mail !== undefined) fields.set(mail, payer.email)
  if (payer.amount !== undefined) fields.set('amount', payer.amount)
  const sent = await lab.as({ accept: 'text/html' }).send('POST', form.action, new URLSearchParams([...fields]))
  const location = sent.headers.get('location')
  return location === null
    ? sent
    : openPage(lab, new URL(location, lab.base_url).href.slice(new URL(lab.base_url).origin.length))
}
