import { findText } from '../../lib/filter-text.ts'
import { parseMoney } from '../../lib/money.ts'
import type { Kind } from '../kind.ts'
import { parseJson } from './json.ts'

/** Labels and amounts as the caller wrote them: numbers stay numbers, strings stay strings. */
export type Items = Record<string, string | number>

/** A map of item label to amount, given as an object or as a string of JSON (contract 2.2). */
export const itemsKind: Kind<Items> = {
  name: 'items',
  is_written: true,
  column: () => 'json',
  parse(value, limits) {
    const items = typeof value === 'string' ? parseJson(value) : value
    if (items === null || typeof items !== 'object' || Array.isArray(items)) {
      return { problem: 'must be a map of item label to amount.' }
    }
    const text = typeof value === 'string' ? value : JSON.stringify(items)
    if (limits.min !== undefined && text.length < limits.min) return { problem: 'cannot be blank.' }
    if (limits.max !== undefined && text.length > limits.max)
      return { problem: `should contain at most ${limits.max} characters.` }
    const problem = problemOfItems(Object.entries(items))
    return problem ? { problem } : { value: items as Items }
  },
  wire: value => value,
  store: value => JSON.stringify(value),
  filter: (column, text, scope) => findText(`(${column}::text)`, text, scope),
  schema: () => ({
    type: 'object',
    additionalProperties: { type: ['number', 'string'] },
    examples: [{ 'Garden work': 120.5 }],
  }),
}

function problemOfItems(entries: [string, unknown][]): string | null {
  if (entries.length === 0) return 'cannot be blank.'
  for (const [name, amount] of entries) {
    if (name.length === 0) return 'must have a label for every amount.'
    if (name.includes('\u0000') || !name.isWellFormed()) return 'is invalid.'
    if (parseMoney(amount) === null) return `must have a number with at most two decimals for "${name}".`
  }
  return null
}
