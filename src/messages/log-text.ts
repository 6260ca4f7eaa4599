/** Characters that a log column holds. */
const MOST = 255

/**
 * Returns the text of another machine as one line that can be stored, whatever it sent: it must not prevent the outcome
 * from being stored.
 */
export function logText(text: string): string {
  return [...oneLine(text.toWellFormed())].slice(0, MOST).join('')
}

/** Returns the text in one line, as subject and names of a mail are: a line break would begin another header. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}
