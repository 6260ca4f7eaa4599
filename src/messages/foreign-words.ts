/** As many characters as a log keeps. */
const MOST = 255

/** What another machine said, as one line that can be stored: whatever it sent, its words must not keep an outcome from being written down. */
export function foreignWords(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, MOST).join('')
}
