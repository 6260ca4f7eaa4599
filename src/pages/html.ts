/** Hosted pages: templates, styles and form actions. No SQL, no processor and no business rule belongs here. */

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

/** Attributes of a start tag: the only value `html` accepts inside a tag. */
export class Attributes {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Child = Html | Attributes | string | number | bigint | null | undefined | false | readonly Child[]

/** Where a value of a template stands, which decides what values are accepted there. */
type Place = 'text' | 'quoted' | 'tag'

/** The strings of a template never change, so each template is scanned once. */
const scannedTemplates = new WeakMap<TemplateStringsArray, Place[]>()

/** Replaces every character that could end a text or an attribute value. */
function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, character => ESCAPES[character] ?? '')
}

/**
 * Returns markup. Strings and numbers are escaped, arrays and nested templates joined; null, undefined and false print
 * nothing. Throws for a value where escaping cannot protect the page: an unquoted attribute, a tag name, a script or
 * style element.
 */
export function html(strings: TemplateStringsArray, ...values: Child[]): Html {
  const places = placesOf(strings)
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    text += printers[places[index] ?? 'text'](value) + (strings[index + 1] ?? '')
  }
  return new Html(text)
}

/** Returns a sentence of a catalogue with its named places, `{amount}`, filled by parts that may have markup. */
export function fill(sentence: string, parts: Record<string, Child>): Html {
  const pieces = sentence.split(/\{(\w+)\}/)
  return new Html(pieces.map((piece, index) => (index % 2 ? printText(parts[piece]) : escapeText(piece))).join(''))
}

/**
 * Returns attributes: true prints the bare name, null, undefined and false print nothing, other values are quoted and
 * escaped.
 */
export function attrs(values: Record<string, string | number | boolean | null | undefined>): Attributes {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || name.startsWith('on')) throw new Error(`not an attribute to print: ${name}`)
    if (value === null || value === undefined || value === false) continue
    text += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`
  }
  return new Attributes(text)
}

/**
 * Returns markup without escaping. Only for constants in the source; whatever a person or a record supplied goes
 * through `html`.
 */
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
  const known = scannedTemplates.get(strings)
  if (known) return known
  const places = scan(strings)
  scannedTemplates.set(strings, places)
  return places
}

/**
 * Scans the constant parts of a template like an HTML parser, far enough to know what surrounds each value. Unquoted or
 * single-quoted values, tag names and comments count as `tag`, where printing a string throws.
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
    if (place === 'text' && /<(?:script|style)\b[^<>]*>[^<]*$/i.test(part))
      throw new Error('a script or style cannot have a hole')
    places.push(place)
  }
  return places
}
