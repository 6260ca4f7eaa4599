import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** The schema has no place for what was asked for, so nothing is sent. The message is for the merchant. */
export class NotOffered extends Error {}

/** An element that is written: its name, and its text or its elements in the schema's order. Null is left out. */
export type Written = readonly [name: string, content: Content]
type Content = string | bigint | number | boolean | null | undefined | readonly (Written | null)[]

type Attributes = Readonly<Record<string, string | null | undefined>>

/** Returns an element as XML. One without text and without elements is left out, as the schema asks for a value. */
export function writeElement([name, content]: Written, attributes: Attributes = {}): string {
  const inner = writeContent(content)
  if (inner === '') return ''
  return `${startTag(name, attributes)}${inner}</${name}>`
}

export function startTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => (value ? ` ${key}="${escaped(value)}"` : ''))
  return `<${name}${written.join('')}>`
}

function writeContent(content: Content): string {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return escaped(content)
  if (typeof content !== 'object') return String(content)
  return content.map(child => (child === null ? '' : writeElement(child))).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** What XML 1.0 cannot hold, in no form. */
const IMPOSSIBLE = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g

function escaped(text: string): string {
  const possible = text.toWellFormed().replaceAll(IMPOSSIBLE, ' ')
  return possible.replaceAll(/[&<>"']/g, character => ENTITIES[character]!)
}

/** Returns the beginning of a text, at most so many characters as the schema counts them; null where it is empty. */
export function truncated(text: string | null | undefined, most: number): string | null {
  const plain = (text ?? '').replaceAll(IMPOSSIBLE, ' ').trim()
  return [...plain].slice(0, most).join('').trim() || null
}

/**
 * Reads a document strictly; throws for anything that is not well-formed. Entities are XML's own five only: a document
 * type, which could declare others, is refused.
 */
export function readDocument(xml: string): XmlElement {
  const document = parseXml(xml, { preserveDocumentType: true })
  const { root } = document
  if (root === null || document.children.some(({ type }) => type === 'doctype'))
    throw new Error('the answer is not plain XML')
  return root
}

export function elementsOf(parent: XmlElement): XmlElement[] {
  return parent.children.filter(child => child instanceof XmlElement)
}

/** Returns the only element of a name, or null. Throws where there are two: neither could be believed. */
export function only(parent: XmlElement, name: string): XmlElement | null {
  const [found = null, second] = elementsOf(parent).filter(element => element.name === name)
  if (second) throw new Error(`the answer has two of ${name}`)
  return found
}

/** Returns the text of the only element of a name; null where there is none, or nothing in it. */
export function textOf(parent: XmlElement, name: string): string | null {
  const found = only(parent, name)
  if (found && elementsOf(found).length > 0) throw new Error(`${name} of the answer is no text`)
  return found?.text.trim() || null
}
