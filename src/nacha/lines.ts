import { RECORD_LENGTH } from './layout.ts'

export interface Line {
  /** Counted from 1; in a file without line breaks the number of the record. */
  number: number
  /** Exactly 94 characters. */
  text: string
}

/** The records of a file. Shorter lines are filled with blanks, empty ones left out; longer ones may have blanks only. */
export function linesOf(text: string, say: (line: number, says: string) => void): Line[] {
  // A mark of byte order in front and the end-of-file character of old systems behind are no part of it.
  const whole = text.replace(/^\uFEFF/, '').replace(/\x1A+\s*$/, '')
  const raw = /[\r\n]/.test(whole.trimEnd()) ? whole.split(/\r\n|\n|\r/) : cut(whole.replace(/[\r\n]+$/, ''))
  return raw.flatMap((each, index) => {
    const number = index + 1
    if (each.trim() === '') return []
    const stranger = /[^ -~]/.exec(each)
    if (stranger) say(number, `position ${stranger.index + 1} has a character that the format does not know`)
    if (each.trimEnd().length > RECORD_LENGTH) {
      say(number, `has ${each.trimEnd().length} characters instead of ${RECORD_LENGTH}`)
    }
    return [{ number, text: each.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH) }]
  })
}

/** Some systems keep records of one length without line breaks. */
function cut(text: string): string[] {
  const count = Math.ceil(text.length / RECORD_LENGTH)
  return Array.from({ length: count }, (_, index) => text.slice(index * RECORD_LENGTH, (index + 1) * RECORD_LENGTH))
}
