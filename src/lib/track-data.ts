import { parseExpDate } from './exp-date.ts'

/** The data of a swipe. The rest of the stripe is verification data, which must not be kept and is not returned. */
export interface TrackData {
  number: string
  /** MMYY */
  exp_date: string
  account_holder_name: string | null
}

/** Longer than both tracks together (79 + 40 characters) with what readers add. */
const LONGEST = 512

/**
 * Format B of ISO/IEC 7813: number, name and YYMM between carets. Old American Express stripes have spaces in the
 * number.
 */
const TRACK_1 = /%?B([\d ]{13,23})\^([^^?]{0,32})\^(\d{4})[^?]{0,240}\?/i

/** Number, separator, YYMM. The separator is `=`; some readers write `D`. */
const TRACK_2 = /;(\d{13,19})[=D](\d{4})[^?]{0,240}\?/i

/**
 * Parses track 1, track 2 or both of a magnetic stripe (ISO/IEC 7813) as a reader types them:
 * `%B…^NAME^YYMM…?;…=YYMM…?`. Null when neither can be read, when there is no expiry month, or when the tracks name
 * different cards, which a real stripe never does. Never throws. The card number is validated elsewhere.
 */
export function parseTrackData(text: string): TrackData | null {
  if (text.length > LONGEST) return null
  const first = readTrack1(text)
  const second = readTrack2(text)
  if (!first || !second) return first ?? second
  return first.number === second.number && first.exp_date === second.exp_date ? first : null
}

function readTrack1(text: string): TrackData | null {
  const [, spaced = '', name = '', yymm = ''] = TRACK_1.exec(text) ?? []
  const number = spaced.replaceAll(' ', '')
  const exp_date = turned(yymm)
  if (!exp_date || number.length < 13 || number.length > 19) return null
  return { number, exp_date, account_holder_name: naturalName(name) }
}

function readTrack2(text: string): TrackData | null {
  const [, number = '', yymm = ''] = TRACK_2.exec(text) ?? []
  const exp_date = turned(yymm)
  return exp_date ? { number, exp_date, account_holder_name: null } : null
}

/** Returns YYMM as MMYY; null when it is no month. */
function turned(yymm: string): string | null {
  const mmyy = yymm.slice(2) + yymm.slice(0, 2)
  return parseExpDate(mmyy) ? mmyy : null
}

/**
 * Returns `DOE/JANE Q.DR` in natural order: DR JANE Q DOE. A stripe without a name holds blanks, a slash, or nothing.
 */
function naturalName(name: string): string | null {
  const [surname = '', rest = ''] = name.split('/', 2)
  const [given = '', title = ''] = rest.split('.', 2)
  const words = [title, given, surname].flatMap(part => part.split(/\s+/)).filter(word => word !== '')
  return words.length > 0 ? words.join(' ') : null
}

/** Of a swipe that the reader encrypted: refused with a reason, and not left out of a payment without an account. */
export const NOT_DECRYPTED = {
  pattern: /^$/,
  says: 'is of an encrypting reader, whose swipes no processor of this gateway decrypts: use a terminal, track_data, a ticket or a stored account.',
}
