/** Characters that a log column holds. */
const MOST = 255

/**
 * Returns the text of another machine as one line that can be stored, whatever it sent: it must not prevent the outcome
 * from being stored.
 */
export function logText(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, MOST).join('')
}
