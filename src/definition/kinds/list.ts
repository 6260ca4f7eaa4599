import { findItem } from '../../lib/filter-text.ts'
import type { Kind } from '../kind.ts'

const MOST = 100

/** A list of short texts. */
export function listKind(longest: number): Kind<string[]> {
  return {
    name: 'list',
    is_written: true,
    column: () => 'text[]',
    parse(value) {
      const items = Array.isArray(value) ? value : null
      if (!items) return { problem: 'must be a list of strings.' }
      if (items.length > MOST) return { problem: `should contain at most ${MOST} items.` }
      for (const item of items) {
        if (typeof item !== 'string' || item.length === 0) return { problem: 'must be a list of strings.' }
        if (item.length > longest || item.includes('\u0000') || !item.isWellFormed()) {
          return { problem: `must hold strings of at most ${longest} characters.` }
        }
      }
      return { value: items as string[] }
    },
    wire: value => value,
    filter: findItem,
    schema: () => ({ type: 'array', items: { type: 'string', maxLength: longest } }),
  }
}
