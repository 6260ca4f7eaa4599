/** Code points without a place of their own that may follow each other (UAX #15, Stream-Safe Text Format). */
const LONGEST_RUN = /\p{M}{30}(?=\p{M})/gu
const JOINER = '\u034f'

/**
 * Returns a text in a normalization form of Unicode. Sorting a run of accents takes time with the square of its length
 * (3 s for 100 kB), so longer ones are cut by a combining grapheme joiner, as UAX #15 recommends.
 */
export function normalized(text: string, form: 'NFKC' | 'NFKD' | 'NFD'): string {
  return text.replaceAll(LONGEST_RUN, run => run + JOINER).normalize(form)
}
