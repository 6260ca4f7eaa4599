/** Identifiers of hexadecimal digits: ours, object ids, hashes, and UUIDs. */
const SHAPE = '(?:[0-9a-f]{24,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** Finds all in a text. */
export const HEX_IDS = new RegExp(String.raw`\b${SHAPE}\b`, 'gi')

/** What a word is made of in which one may stand. */
const OF_WORD = /[0-9a-z-]/i
/** One character more than an identifier can have. */
const LONGEST = 65

const WHOLE = new RegExp(`^${SHAPE}$`, 'i')

/** One row of digits and letters; or one, and an expiry behind a `D`, as a chip writes track 2 (EMV tag 57). */
const NUMBER = /^[a-f]*(\d{13,19})[a-f]*$|^(\d{13,19})d\d{4}/i

/**
 * Returns the decimal digits in which a card number can stand in an identifier: all of one without letters, or one row
 * of 13 to 19 digits; null where there are none. A made one of 24 has such a row once in a hundred thousand times, and
 * a card number in it once in millions.
 */
export function numberInHexId(id: string): string | null {
  if (!/[a-f]/i.test(id)) return id
  const [, alone, stripe] = NUMBER.exec(id.replaceAll('-', '')) ?? []
  return alone ?? stripe ?? null
}

/** Returns whether a part of a text lies within an identifier, where a row of decimal digits means nothing. */
export function isInHexId(text: string, from: number, to: number): boolean {
  let [start, end] = [from, to]
  while (from - start < LONGEST && OF_WORD.test(text.charAt(start - 1))) start -= 1
  while (end - to < LONGEST && OF_WORD.test(text.charAt(end))) end += 1
  const word = text.slice(start, end)
  return WHOLE.test(word) && numberInHexId(word) === null
}
