/**
 * Returns a text without this character at its end. `/=+$/` takes quadratic time, because it retries at each.
 *
 * @param {string} text
 * @param {string} character
 */
export function trimEnd(text, character) {
  let end = text.length
  while (text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
