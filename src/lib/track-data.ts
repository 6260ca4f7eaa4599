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

/** The tracks of a reader that leaves the sentinels off, each on a line of its own. */
const BARE_TRACK_1 = /^B[\d ]{13,23}\^[^^?]{0,32}\^\d{4}[^?=]{0,240}$/i
const BARE_TRACK_2 = /^\d{13,19}=\d{4}[^?=]{0,240}$/

/** Track 2 as a chip has it (EMV tag 57): hex digits, `D` for the separator, `F` to fill the last byte. */
const CHIP_TRACK = /^(\d{13,19})D(\d{4})\d{3,20}F?$/i
/** The same with its tag and its length, in bytes. */
const CHIP_TAG = /^57([0-9a-f]{2})([0-9a-f]{20,38})$/i

/**
 * Parses track 1, track 2 or both of a magnetic stripe (ISO/IEC 7813) as a reader types them, with sentinels or
 * without: `%B…^NAME^YYMM…?;…=YYMM…?`; or track 2 of a chip. Otherwise returns what is wrong, as the end of a sentence:
 * tracks that name different cards, for example, which a real stripe never has. Never throws. The card number is
 * validated elsewhere.
 */
export function parseTrackData(text: string): TrackData | { problem: string } {
  if (text.length > LONGEST) return { problem: 'is longer than the tracks of a card.' }
  const chip = CHIP_TRACK.exec(chipTrack(text))
  if (chip) return readChip(chip)
  const tracks = magneticTracks(text) ?? ''
  const first = readTrack1(tracks)
  const second = readTrack2(tracks)
  const read = first ?? second
  if (!read) return { problem: problemOf(text, tracks) }
  if (!first || !second || (first.number === second.number && first.exp_date === second.exp_date)) return read
  return { problem: 'has two tracks of different cards.' }
}

/**
 * Returns the tracks of a swipe between their sentinels, as processors take them. Null for what is none: the track of a
 * chip has a verification value of its own, and issuers decline it where a stripe is expected.
 */
export function magneticTracks(text: string): string | null {
  if (text.includes('?')) return text
  const lines = text.split(/[\r\n]+/).map(line => line.trim())
  const tracks = lines.flatMap(line => {
    if (line === '') return []
    if (BARE_TRACK_1.test(line)) return [`%${line}?`]
    return [BARE_TRACK_2.test(line) ? `;${line}?` : null]
  })
  return tracks.length > 0 && tracks.every(track => track !== null) ? tracks.join('') : null
}

function chipTrack(text: string): string {
  const bare = text.trim()
  const [, length = '', value = ''] = CHIP_TAG.exec(bare) ?? []
  return value.length > 0 && Number.parseInt(length, 16) * 2 === value.length ? value : bare
}

function readChip([, number = '', yymm = '']: RegExpExecArray): TrackData | { problem: string } {
  const exp_date = turned(yymm)
  return exp_date ? { number, exp_date, account_holder_name: null } : { problem: NO_MONTH }
}

const NO_MONTH = 'has no month in which the card expires.'

/** Why nothing was read: `tracks` is what is left with sentinels. */
function problemOf(text: string, tracks: string): string {
  if (/[%;]E\?/i.test(text)) return 'says that the reader could not read the stripe: swipe the card again.'
  if (TRACK_1.test(tracks) || TRACK_2.test(tracks)) return NO_MONTH
  if (/^\s*[%;]/.test(text) && !text.includes('?')) return 'is cut off: it has no end sentinel (?).'
  return 'must be track 1, track 2 or both (%B...^...^...?;...=...?), with or without sentinels, or track 2 of a chip (tag 57).'
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
