import { checkCardNumber } from './card-number.ts'
import { endOfIdAt } from './id.ts'
import { luhnValid } from './luhn.ts'
import { SECRET_NAMES_PATTERN } from './secret-name.ts'

/** Replaces a secret in a log. */
export const REDACTED = '[redacted]'

const SHORTEST = 13
const LONGEST = 19

/** Longer runs of digits are hidden whole: searching them at every position would take too long. */
const SEARCHED = 400

/** `cvv=1` is the shortest secret; shorter texts hold none. */
const SHORTEST_FINDING = 5

/** Blanks, dashes, raised dots, and what makes a digit a key. Brackets and commas separate numbers in logs. */
const SEPARATOR = String.raw`[\s\-\u00b7\u2010-\u2015\u2022\u20e3\ufe0f]`

/** A quick test: a text that does not match has neither card numbers nor stripes. */
const MANY_DIGITS = new RegExp(String.raw`\d(?:${SEPARATOR}{0,3}\d){12}`)

/** Thirteen digits or more with at most three separators between two of them. */
const RUN = new RegExp(String.raw`\d(?:${SEPARATOR}{0,3}\d){12,}`, 'g')

/** Tracks 1 and 2 of a magnetic stripe (ISO/IEC 7813); a truncated one hides the rest of its line. */
const TRACKS = /%?B[\d ]{13,23}\^[^?"\n]*\??|;?(?<!\d)\d{13,}[=D]\d{4}[^?\s"']*\??/gi

/** `Bearer …` and `Basic …` anywhere. */
const LOGIN = /\b(Bearer|Basic) +[\w+/=.~-]{6,}/gi

/** The password between `//user:` and `@host`. */
const USER_INFO = /(\/\/[^\s/:@]*:)[^\s/@]+@/g

/** Header lines with values of many words. */
const HEADER = /(?<![a-z0-9])((?:proxy-)?authorization|(?:set-)?cookie)( *:) *(?![ "'\\[])[^\r\n]+/gi

/** `name: value` and `name=value` in JSON (also nested in a string), JavaScript, a form or a query. */
const NAMED = new RegExp(
  String.raw`(?<![a-z0-9])(${SECRET_NAMES_PATTERN})([\])]?\\*["']?\s*[:=]\s*)(?!\[redacted\])` +
    String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\".*?(?<!\\)\\"|\\*["'][^]*$|[^\s,;&}\]]+)`,
  'gi',
)

/**
 * Hides secrets in a text for a log: values of secret names, stripes, logins, and every run of 13 to 19 digits with a
 * valid check digit, also with blanks or dashes in it. Where more digits follow a card number, as an expiry or a
 * security code would, the number is found by its brand and length. A text without secrets is returned unchanged.
 */
export function redactText(text: string): string {
  if (text.length < SHORTEST_FINDING) return text
  let scrubbed = text
  if (MANY_DIGITS.test(text)) scrubbed = scrubbed.replace(TRACKS, hideTrack).replace(RUN, scrubUnlessId)
  if (text.includes(' ')) scrubbed = scrubbed.replace(LOGIN, `$1 ${REDACTED}`)
  if (!text.includes(':') && !text.includes('=')) return scrubbed
  return scrubbed
    .replace(USER_INFO, `$1${REDACTED}@`)
    .replace(HEADER, `$1$2 ${REDACTED}`)
    .replace(NAMED, `$1$2${REDACTED}`)
}

/** A digit of a run: its position, and whether it is the first or last of an unbroken group. */
interface Digit {
  at: number
  opens: boolean
  closes: boolean
}

/** One of three hundred of our ids has a row of decimal digits with a right check digit, and a log needs the id. */
function scrubUnlessId(run: string, at: number, text: string): string {
  return (endOfIdAt(text, at) ?? 0) >= at + run.length ? run : scrubRun(run)
}

/** Within one of our ids digits and a `d` are no track; what follows the id in the same word may be one. */
function hideTrack(found: string, at: number, text: string): string {
  const end = endOfIdAt(text, at)
  if (end === null) return REDACTED
  const behind = found.slice(end - at)
  return text.slice(at, end) + (MANY_DIGITS.test(behind) ? REDACTED : behind)
}

function scrubRun(run: string): string {
  if (run.length > SEARCHED) return REDACTED
  const digits = digitsOf(run)
  let [scrubbed, kept] = ['', 0]
  for (let first = 0; first + SHORTEST <= digits.length; first++) {
    const length = cardLengthAt(run, digits, first)
    if (length === 0) continue
    // Digits that touch a card number are its expiry or security code, so whole groups are hidden.
    const start = digits.findLastIndex((digit, index) => index <= first && digit.opens)
    const end = digits.findIndex((digit, index) => index >= first + length - 1 && digit.closes)
    scrubbed += run.slice(kept, digits[start]!.at) + REDACTED
    kept = digits[end]!.at + 1
    first = end
  }
  return scrubbed + run.slice(kept)
}

function digitsOf(run: string): Digit[] {
  const isDigit = (at: number) => /\d/.test(run.charAt(at))
  return [...run.matchAll(/\d/g)].map(({ index: at }) => ({ at, opens: !isDigit(at - 1), closes: !isDigit(at + 1) }))
}

/** Returns how many digits from here on look like a card number; 0 when none do. */
function cardLengthAt(run: string, digits: Digit[], first: number): number {
  for (let length = Math.min(LONGEST, digits.length - first); length >= SHORTEST; length--) {
    const [begin, end] = [digits[first]!, digits[first + length - 1]!]
    const number = run.slice(begin.at, end.at + 1).replace(/\D/g, '')
    if (luhnValid(number) && ((begin.opens && end.closes) || checkCardNumber(number) === null)) return length
  }
  return 0
}
