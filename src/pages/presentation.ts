import type { FastifyRequest } from 'fastify'
import { acceptedWords, LANGUAGES, type Words, wordsOf } from '../words/words.ts'
import type { Assets } from './assets.ts'

/** How a page is shown to one payer, whatever it shows. */
export interface Presentation {
  assets: Assets
  words: Words
  /** The same page in the other languages; none where its address opens it only once. */
  languages: readonly { words: Words; href: string }[]
  /** In a sandbox nothing on the page moves money, which it says. */
  test: boolean
  /** Returns the address of another page, in the language that the payer has chosen on this one. */
  link(href: string): string
}

/** What presentations have in common in one gateway. */
export interface Presenting {
  assets: Assets
  sandbox: boolean
}

/** The parameter by which payers choose a language; links carry it on, so nothing is stored for it. */
export const LANGUAGE = 'lang'

/**
 * Returns the presentation of a page. Its language is the one the payer has chosen, or else the one that is set for the
 * payer, or else the one that the browser prefers.
 */
export function presentation(
  { assets, sandbox }: Presenting,
  request: Pick<FastifyRequest, 'url' | 'query' | 'headers'>,
  locale: string | null = null,
  asked: unknown = (request.query as Record<string, unknown>)[LANGUAGE],
): Presentation {
  const chosen = typeof asked === 'string' ? wordsOf(asked) : null
  const words = chosen ?? wordsOf(locale) ?? acceptedWords(request.headers['accept-language']) ?? LANGUAGES[0]
  return {
    assets,
    words,
    test: sandbox,
    languages: LANGUAGES.filter(other => other !== words).map(other => ({
      words: other,
      href: inLanguage(request.url, other),
    })),
    link: href => (chosen ? inLanguage(href, chosen) : href),
  }
}

function inLanguage(href: string, { language }: Words): string {
  const [path = '', query] = href.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set(LANGUAGE, language)
  return `${path}?${parameters}`
}
