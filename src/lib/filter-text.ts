import { normalized } from './normalized.ts'

/** Adds a parameter to the statement and returns its placeholder. */
interface Scope {
  param(value: unknown): string
}

/** Each returns a condition on a column, or null for a text that PostgreSQL cannot hold. */
type Condition = (column: string, text: string, scope: Scope) => string | null

/** Compares as it is written: identifiers may differ in capitals only. */
export const matchText: Condition = (column, text, { param }) => {
  if (text.includes('\u0000')) return null
  const texts = textsOf(text).flatMap(readingsOf)
  return texts.length === 1 ? `${column} = ${param(texts[0])}` : `${column} = any(${param(texts)}::text[])`
}

/** Compares regardless of case. PostgreSQL normalizes as well, so runs of accents are bounded here. */
export const matchFolded: Condition = (column, text, { param }) => {
  if (text.includes('\u0000')) return null
  const texts = textsOf(text)
    .flatMap(readingsOf)
    .map(each => normalized(each, 'NFKC'))
  if (texts.length === 1) return `folded(${column}) = folded(${param(texts[0])})`
  return `folded(${column}) = any(array(select folded(each) from unnest(${param(texts)}::text[]) each))`
}

/** Finds a text anywhere in the value, regardless of case. PostgreSQL estimates `like`, and so uses the index. */
export const findText: Condition = (column, text, { param }) => {
  if (text.includes('\u0000')) return null
  const found = readingsOf(wholeText(text)).map(each => `folded(${column}) like folded(${param(patternOf(each))})`)
  return found.length === 1 ? found[0]! : `(${found.join(' or ')})`
}

/** Finds an item of a list, regardless of case. */
export const findItem: Condition = (column, text, { param }) =>
  text.includes('\u0000')
    ? null
    : `folded(${param(normalized(wholeText(text), 'NFKC'))}) in (select folded(item) from unnest(${column}) item)`

/**
 * Returns the texts that a filter accepts. `a,b` is a, b, or the whole text. A part in quotes is taken as it
 * stands, commas included; inside, `""` is a quote. A quote anywhere else is a character like others.
 */
function textsOf(filter: string): string[] {
  const texts: string[] = []
  let is_quoted = false
  for (let at = 0; at <= filter.length; ) {
    const end = endOfQuotes(filter, at)
    const comma = filter.indexOf(',', at)
    const to = end ?? (comma < 0 ? filter.length : comma)
    texts.push(end === null ? filter.slice(at, to) : filter.slice(at + 1, end - 1).replaceAll('""', '"'))
    is_quoted ||= end !== null
    at = to + 1
  }
  return texts.length === 1 || is_quoted ? texts : [filter, ...texts]
}

/** Returns the one text that a filter asks for, without its quotes. */
function wholeText(filter: string): string {
  return endOfQuotes(filter, 0) === filter.length ? filter.slice(1, -1).replaceAll('""', '"') : filter
}

/**
 * Returns a text as its sender may have meant it: as it came, and where it looks like an email address with a blank,
 * with `+` instead, because a `+` that is not encoded arrives as a blank.
 */
function readingsOf(text: string): string[] {
  return text.includes('@') && text.includes(' ') ? [text, text.replaceAll(' ', '+')] : [text]
}

/** Returns the index after quotes that begin here and end before a comma or the end; null where none do. */
function endOfQuotes(text: string, begin: number): number | null {
  if (text[begin] !== '"') return null
  let at = text.indexOf('"', begin + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  if (at < 0) return null
  return at + 1 === text.length || text[at + 1] === ',' ? at + 1 : null
}

/** Normalized before it is escaped, since full-width signs become the signs of a pattern. */
function patternOf(text: string): string {
  return `%${normalized(text, 'NFKC').replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`
}
