import { checkCardNumber } from './card-number.ts'
import { luhnValid } from './luhn.ts'
import { SECRET_NAMES_PATTERN } from './secret-name.ts'

/** What stands in a log in the place of a secret. */
export const REDACTED = '[redacted]'

const SHORTEST = 13
const LONGEST = 19

/** Longer runs, in characters, are hidden whole: searching them at every place would let a long text hold up the service. */
const SEARCHED = 400

/** Shorter texts hold nothing: `cvv=1` is the shortest that does. */
const SHORTEST_FINDING = 5

/** A first look: without this a text has neither card numbers nor stripes. */
const MANY_DIGITS = /\d(?:[\s\-\u2010-\u2015]{0,3}\d){12}/

/** Thirteen digits or more with at most three blanks or dashes between two of them. */
const RUN = /\d(?:[\s\-\u2010-\u2015]{0,3}\d){12,}/g

/** Track 1 and track 2 of a magnetic stripe (ISO/IEC 7813); one that is cut short takes the rest of its line with it. */
const TRACKS = /%?B[\d ]{13,23}\^[^?"\n]*\??|;?(?<!\d)\d{13,}[=D]\d{4}[^?\s"']*\??/gi

/** `Bearer …` and `Basic …`, wherever they stand. */
const LOGIN = /\b(Bearer|Basic) +[\w+/=.~-]{6,}/gi

/** The password between `//user:` and `@host`. */
const USER_INFO = /(\/\/[^\s/:@]*:)[^\s/@]+@/g

/** Header lines whose value is many words long. */
const HEADER = /(?<![a-z0-9])((?:proxy-)?authorization|(?:set-)?cookie)( *:)(?! *["'\\[])[^\r\n]+/gi

/** `name: value` and `name=value` as JSON (also JSON inside JSON), JavaScript, a form or a query write them. */
const NAMED = new RegExp(
  String.raw`(?<![a-z0-9])(${SECRET_NAMES_PATTERN})([\])]?\\*["']?\s*[:=]\s*)(?!\[redacted\])` +
    String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\".*?(?<!\\)\\"|\\*["'][^]*$|[^\s,;&}\]]+)`,
  'gi',
)

/**
 * Hides what must not be in a log inside a free text: the values of secret names, stripes, logins, and, as a net, every
 * run of 13 to 19 digits that passes the check digit of card numbers, also with blanks or dashes in it. Where digits
 * run on after a card number, as an expiry or a security code would, the number is found by its brand and length.
 * A text without any of these is returned as it is.
 */
export function redactText(text: string): string {
  if (text.length < SHORTEST_FINDING) return text
  let scrubbed = text
  if (MANY_DIGITS.test(text)) scrubbed = scrubbed.replace(TRACKS, REDACTED).replace(RUN, scrubRun)
  if (text.includes(' ')) scrubbed = scrubbed.replace(LOGIN, `$1 ${REDACTED}`)
  if (!text.includes(':') && !text.includes('=')) return scrubbed
  return scrubbed
    .replace(USER_INFO, `$1${REDACTED}@`)
    .replace(HEADER, `$1$2 ${REDACTED}`)
    .replace(NAMED, `$1$2${REDACTED}`)
}

/** One digit of a run: where it stands, and whether it is the first or the last of its unbroken group. */
interface Digit {
  at: number
  opens: boolean
  closes: boolean
}

function scrubRun(run: string): string {
  if (run.length > SEARCHED) return REDACTED
  const digits = digitsOf(run)
  let [scrubbed, kept] = ['', 0]
  for (let first = 0; first + SHORTEST <= digits.length; first++) {
    const length = cardLengthAt(run, digits, first)
    if (length === 0) continue
    // Digits that touch a card number are its expiry or security code, so its whole groups go.
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

/** How many digits from the one given on look like a card number; 0 when none do. */
function cardLengthAt(run: string, digits: Digit[], first: number): number {
  for (let length = Math.min(LONGEST, digits.length - first); length >= SHORTEST; length--) {
    const [begin, end] = [digits[first]!, digits[first + length - 1]!]
    const number = run.slice(begin.at, end.at + 1).replace(/\D/g, '')
    if (luhnValid(number) && ((begin.opens && end.closes) || checkCardNumber(number) === null)) return length
  }
  return 0
}
