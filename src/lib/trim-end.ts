/** Returns a text without these characters at its end. `/=+$/` takes quadratic time, because it retries at each. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}
