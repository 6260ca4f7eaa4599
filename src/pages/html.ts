/** Hosted pages: templates, their looks and their form actions. Never: SQL, a processor, a rule that belongs to a noun. */

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Markup that is known to be safe. Only `html`, `attrs` and `raw` make it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A run of attributes for inside a start tag: the only value `html` accepts there. */
export class Attributes {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Child = Html | Attributes | string | number | bigint | null | undefined | false | readonly Child[]

/** Where a hole of a template stands; it decides what may be put into it. */
type Place = 'text' | 'quoted' | 'tag'

/** A template's strings never change, so its holes are placed once. */
const placed = new WeakMap<TemplateStringsArray, Place[]>()

/** Text and attribute values alike: every character that could end either is replaced. */
function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, character => ESCAPES[character] ?? '')
}

/**
 * Builds markup. Strings and numbers are escaped, arrays and nested templates joined; null, undefined and false print nothing.
 * Throws on a hole where escaping could not protect the page: an unquoted attribute, a tag name, a script or style element.
 */
export function html(strings: TemplateStringsArray, ...values: Child[]): Html {
  const places = placesOf(strings)
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    text += printers[places[index] ?? 'text'](value) + (strings[index + 1] ?? '')
  }
  return new Html(text)
}

/** Attributes from a record: true prints the bare name, null, undefined and false print nothing, all else is quoted and escaped. */
export function attrs(values: Record<string, string | number | boolean | null | undefined>): Attributes {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || name.startsWith('on')) throw new Error(`not an attribute to print: ${name}`)
    if (value === null || value === undefined || value === false) continue
    text += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`
  }
  return new Attributes(text)
}

/** Markup taken as it is. Only for constants of this project; anything a person or a record supplied goes through `html`. */
export function raw(constant: string): Html {
  return new Html(constant)
}

const printers: Record<Place, (value: Child) => string> = { text: printText, quoted: printQuoted, tag: printTag }

function printText(value: Child): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (value instanceof Attributes) throw new Error('attributes belong inside a start tag')
  if (typeof value === 'object') return value.map(printText).join('')
  return escapeText(String(value))
}

function printQuoted(value: Child): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object') throw new Error('an attribute value takes text only')
  return escapeText(String(value))
}

function printTag(value: Child): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Attributes) return value.text
  throw new Error('inside a start tag only attrs(…) can be placed')
}

function placesOf(strings: TemplateStringsArray): Place[] {
  const known = placed.get(strings)
  if (known) return known
  const places = scan(strings)
  placed.set(strings, places)
  return places
}

/**
 * Walks the constant parts of a template as a browser would, just far enough to know what surrounds each hole.
 * Unquoted or single-quoted values, tag names and comments all count as `tag`, where a string is refused when it is printed.
 */
function scan(strings: readonly string[]): Place[] {
  const places: Place[] = []
  let place: Place = 'text'
  for (const [index, part] of strings.entries()) {
    for (let at = 0; at < part.length; at += 1) {
      const character = part[at]
      if (place === 'text') place = character === '<' ? 'tag' : 'text'
      else if (place === 'quoted') place = character === '"' ? 'tag' : 'quoted'
      else if (character === '"') place = 'quoted'
      else if (character === '>') place = 'text'
    }
    if (index === strings.length - 1) break
    if (place === 'text' && /<(?:script|style)\b[^>]*>[^<]*$/i.test(part))
      throw new Error('a script or style cannot have a hole')
    places.push(place)
  }
  return places
}
