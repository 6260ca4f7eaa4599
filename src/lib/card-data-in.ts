import { checkCardNumber } from './card-number.ts'
import { normalized } from './normalized.ts'
import { parseTrackData } from './track-data.ts'

/** What a text must not hold (PCI DSS 3.3, 3.5). */
export type CardData = 'card number' | 'card security code'

/** What may stand between the digits of a number: blanks, dashes, dots, brackets and the like. */
const SEPARATOR = String.raw`[\s.,_/|*()[\]{}<>\-\u00b7\u2010-\u2015\u2022\u2027\u2212\u2219\u22c5]`

/** A quick test: a text that does not match holds no card number. */
const MANY_DIGITS = new RegExp(String.raw`\d(?:${SEPARATOR}{0,3}\d){12}`)

/** Groups of digits with at most three separators between two of them. */
const RUN = new RegExp(String.raw`\d+(?:${SEPARATOR}{1,3}\d+)*`, 'g')

/** Identifiers made of hexadecimal digits, such as a UUID: long runs of decimal digits in them mean nothing. */
const HEX_ID = /\b(?:[0-9a-f]{24,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi

/** The digits of the longest hash in use (SHA-256). */
const LONGEST_ID = 64

/**
 * What is a number in one all the same: one row of digits beside letters; track 2 as a chip writes it, and tags 57
 * and 5A of chip data (EMV Book 3, annex A) with their length.
 */
const IN_HEX = [
  /^[a-f]*(\d{13,19})[a-f]*$/i,
  /^(\d{13,19})d\d{4}/i,
  /57(?:0[a-f]|1[0-3])(\d{13,19})d\d{4}/i,
  /5a07(\d{13})f/i,
  /5a07(\d{14})/i,
  /5a08(\d{15})f/i,
  /5a08(\d{16})/i,
  /5a0a(\d{19})f/i,
]

/** An international bank account number (ISO 13616), in groups of four or without blanks. */
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g

/** What a security code is called, with three or four digits beside it. */
const CODE_NAME = '(?:cvv2?|cvc2?|cvn|csc|security code|verification (?:code|value|number)|card code)'
const CODE = new RegExp(
  String.raw`\b${CODE_NAME}\b["']?\s{0,3}(?:is|no|number|code)?[\s:=#.\-]{0,4}["']?\d{3,4}(?!\d)` +
    String.raw`|(?<!\d)\d{3,4}[\s:=#.(\-]{1,4}${CODE_NAME}\b`,
  'i',
)
/** American Express calls its four digits CID, as many merchants call the id of a customer. */
const CID = /\bcid\b["']?[\s:=#.-]{0,4}["']?\d{4}(?!\d)/i
const NAMES_CARD = /\b(?:card|amex|american express|discover)\b/i

const SHORTEST = 13
const LONGEST = 19
/** Longer runs are not searched group by group: nothing people write is as long. */
const MOST_GROUPS = 200

/**
 * Returns what card data a value holds: a text, or a list or record of texts to any depth, names included; null where
 * it holds none. A card number has a known prefix, a length of its brand and a valid check digit, and is written in
 * one piece or in the groups in which numbers are written; digits of any script count. Numbers inside a longer row of
 * digits are not looked for, unless the month of expiry follows.
 */
export function cardDataIn(value: unknown): CardData | null {
  if (typeof value === 'string') return inText(value)
  if (typeof value === 'number' || typeof value === 'bigint') return inText(String(value))
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const named = typeof inner === 'string' || typeof inner === 'number' ? inText(`${name}: ${inner}`) : inText(name)
    const found = named ?? cardDataIn(inner)
    if (found) return found
  }
  return null
}

/** Returns the card number that an account number or the tracks of a card are; null for a bank account. */
export function cardNumberOf(account: string): string | null {
  const track = parseTrackData(account)
  const number = 'number' in track ? track.number : /\d{13,19}/.exec(account)?.[0]
  return number && checkCardNumber(number) === null ? number : null
}

/** Returns whether the digits of a text hold this number, however they are separated. */
export function holdsNumber(text: string, number: string): boolean {
  return plainDigits(text).replaceAll(/\D/g, '').includes(number)
}

function inText(text: string): CardData | null {
  const plain = plainDigits(text)
  if (MANY_DIGITS.test(plain) && holdsCardNumber(plain)) return 'card number'
  if (CODE.test(plain) || (NAMES_CARD.test(plain) && CID.test(plain))) return 'card security code'
  return null
}

const ASCII = /^[\x00-\x7f]*$/
const OTHER_DIGIT = /\p{Nd}/gu

/** What cannot be seen, and what puts a digit on a key or in a circle. */
const UNSEEN = /\p{Cf}|\p{Me}|[\ufe00-\ufe0f]/gu

/** The text with digits of every script as 0 to 9, and without characters that cannot be seen. */
function plainDigits(text: string): string {
  if (ASCII.test(text)) return text
  return normalized(text, 'NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(OTHER_DIGIT, digit => String(digitOf(digit)))
}

/** Decimal digits stand in rows of ten, which begin at a code point that ends in 0 or 6 (Unicode, section 4.6). */
function digitOf(digit: string): number {
  const point = digit.codePointAt(0)!
  const row = point & ~0xf
  const begins = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6
  return point - begins
}

function holdsCardNumber(text: string): boolean {
  const searched = text
    .replaceAll(HEX_ID, found => (/[a-f]/i.test(found) ? ` ${numbersInHex(found)} ` : found))
    .replaceAll(IBAN, found => (isIban(found) ? ' # ' : found))
  return [...searched.matchAll(RUN)].some(([run]) => runHoldsCardNumber(run))
}

/**
 * Returns the rows of decimal digits that may be numbers in an identifier with letters, else `#`. A made one of 24 has
 * such a row once in a hundred thousand times, and a card number in it once in millions.
 */
function numbersInHex(id: string): string {
  const plain = id.replaceAll('-', '')
  const tagged = IN_HEX.flatMap(form => form.exec(plain)?.[1] ?? [])
  // No identifier is as long, so rows of digits in it are looked at as in any text.
  if (plain.length > LONGEST_ID) tagged.push(plain.replaceAll(/[a-f]+/gi, ' # '))
  return tagged.join(' # ') || '#'
}

function runHoldsCardNumber(run: string): boolean {
  const groups = run.split(/\D+/).slice(0, MOST_GROUPS)
  if (isWrittenAlone(run, groups)) return true
  return groups.some((_, first) => {
    let digits = ''
    for (let last = first; last < groups.length && digits.length < LONGEST; last++) {
      digits += groups[last]
      if (isNumber(digits) && isWritten(groups.slice(first, last + 1))) return true
    }
    return hasExpiryBehind(groups[first]!)
  })
}

/** In groups of up to eight (a telephone number has ten), with nothing beside it and one sign between all of them. */
function isWrittenAlone(run: string, groups: readonly string[]): boolean {
  const separators = new Set(run.match(/\D+/g))
  return separators.size <= 1 && groups.every(({ length }) => length <= 8) && isNumber(groups.join(''))
}

/**
 * 4-6-5 of American Express, 4-6-4 of Diners Club, 6 and the rest; or groups of one size, of which the last may differ.
 */
function isWritten(groups: readonly string[]): boolean {
  const sizes = groups.map(({ length }) => length)
  if (sizes.length === 1) return true
  if (sizes.length === 2 && sizes[0] === 6) return true
  if (/^4,6,[45]$/.test(sizes.join())) return true
  return sizes[0]! <= 8 && sizes.slice(0, -1).every(size => size === sizes[0])
}

function isNumber(digits: string): boolean {
  return digits.length >= SHORTEST && digits.length <= LONGEST && checkCardNumber(digits) === null
}

const EXPIRY_BEHIND = /^(?:0[1-9]|1[0-2])[23]\d(?:\d{3,4})?$/

/** A number with its month of expiry, and perhaps a security code, in one row. */
function hasExpiryBehind(row: string): boolean {
  if (row.length > LONGEST + 8) return false
  for (let length = SHORTEST; length < row.length; length++) {
    if (EXPIRY_BEHIND.test(row.slice(length)) && isNumber(row.slice(0, length))) return true
  }
  return false
}

/** Whether its check digits are right (ISO 7064, modulus 97). */
function isIban(text: string): boolean {
  const bare = text.replaceAll(' ', '')
  const moved = (bare.slice(4) + bare.slice(0, 4)).replaceAll(/[A-Z]/g, letter => String(Number.parseInt(letter, 36)))
  return BigInt(moved) % 97n === 1n
}
