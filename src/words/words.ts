import { en } from './en.ts'
import { es } from './es.ts'
import type { Formats } from './formats.ts'

/** Every word that payers read, in one language. A catalogue without a word, or with one more, does not compile. */
export type Words = typeof en & Formats

/** What is paid on a page. */
export type Paid = 'invoice' | 'paylink' | 'page'

/** The languages of pages and messages; the first where nothing says which. */
export const LANGUAGES: readonly [Words, ...Words[]] = [en, es]

/** Returns the words of a tag such as `es`, `es-MX` or `es_US`; null for a language that is not spoken here. */
export function wordsOf(tag: string | null | undefined): Words | null {
  const language = /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase()
  return LANGUAGES.find(words => words.language === language) ?? null
}

/** Returns the words for a message to somebody of whom this language is known. */
export function wordsFor(tag: string | null | undefined): Words {
  return wordsOf(tag) ?? LANGUAGES[0]
}

/**
 * Returns the words that the browser of a payer prefers (RFC 9110, 12.5.4); null where it names no language that is
 * spoken here.
 */
export function acceptedWords(header: string | undefined): Words | null {
  const ranges = (header ?? '')
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map(range => {
      const [tag = '', ...parameters] = range.split(';')
      const q = parameters.map(each => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { tag, weight: Number(q ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of ranges) {
    const words = wordsOf(tag)
    if (words) return words
  }
  return null
}

const LONGEST_HEADER = 400
