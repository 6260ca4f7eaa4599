import { jsonText } from '../../lib/nesting.ts'
import type { Kind } from '../kind.ts'

/** A JSON object or array, given as such or as a string of JSON; the limits count the characters of its text. */
export const jsonKind: Kind<unknown> = {
  name: 'json',
  is_written: true,
  // The `json` type keeps the text as it came, keys in order; `jsonb` would sort them.
  column: () => 'json',
  parse(value, limits) {
    const parsed = typeof value === 'string' ? parseJson(value) : value
    if (parsed === null || typeof parsed !== 'object') return { problem: 'must be a JSON object or array.' }
    const text = jsonText(parsed)
    if (text === null) return { problem: 'is invalid.' }
    if (limits.max !== undefined && text.length > limits.max)
      return { problem: `should contain at most ${limits.max} characters.` }
    return { value: parsed }
  },
  wire: value => value,
  store: value => JSON.stringify(value),
  filter: (column, text, scope) => (text.includes('\u0000') ? null : `${column}::text = ${scope.param(text)}`),
  schema: () => ({ type: ['object', 'array'], items: {}, additionalProperties: true }),
}

/** Returns what a text of JSON says; null for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
