/** JSON nested deeper is refused: no resource needs a tenth of it, and walking it could overflow the stack. */
const DEEPEST_JSON = 32

/** Whether a value read from JSON is nested deeper than `levels`. */
export function isDeeper(value: unknown, levels = DEEPEST_JSON): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) {
    if (isDeeper(inner, levels - 1)) return true
  }
  return false
}

/** A NUL, or half of a surrogate pair, as `JSON.stringify` escapes them; after an even number of backslashes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Returns the text of a value read from JSON; null where it is nested too deeply, or PostgreSQL cannot store it. */
export function jsonText(value: object): string | null {
  const text = isDeeper(value) ? null : JSON.stringify(value)
  return text === null || UNSTORABLE.test(text) ? null : text
}
