import type { FilterScope } from '../../definition/kind.ts'
import type { AnyField } from '../../definition/resource.ts'
import { TIME_WORDS } from '../../lib/time-words.ts'
import { exampleSent } from './example.ts'

/** What the filter of one column takes beside a plain value. */
export interface FilterWords {
  /** `a,b` finds either. */
  many: boolean
  /** `a|b` finds everything from a to b, both included. */
  range: boolean
  /** The value is looked for inside the column, not compared with it. */
  inside: boolean
  /** Words for spans of time that stand for a value. */
  words: readonly string[]
  /** `custom`, with the ends in `<column>_from` and `<column>_to`. */
  custom: boolean
}

/**
 * Finds out by trying: a kind's filter is asked about a value, a list, a range and every time word, and the condition it writes tells.
 * So the description cannot promise what the filter does not do.
 */
export function filterWords(name: string, field: AnyField): FilterWords {
  const value = String(scalar(exampleSent(name, field)) ?? '1')
  const single = ask(field, value)
  return {
    many: ask(field, `${value},${value}`).values.some(Array.isArray),
    range: ask(field, `${value}|${value}`).condition.includes(' between '),
    inside: single.condition.includes(' ilike ') || single.condition.includes('any(c)'),
    words: TIME_WORDS.filter(word => ask(field, word).condition !== 'false' && isSpan(field, word)),
    custom: ask(field, 'custom').condition.includes(' and '),
  }
}

/** One sentence for a reader. */
export function sayFilter(words: FilterWords, name: string): string {
  const forms = [words.inside ? 'text inside the value' : 'a value']
  if (words.many) forms.push('several as `a,b`')
  if (words.range) forms.push('a range as `a|b`')
  if (words.words.length > 0) forms.push(words.words.map(word => `\`${word}\``).join(', '))
  if (words.custom) forms.push(`\`custom\` with \`${name}_from\` and \`${name}_to\``)
  return forms.join('; ')
}

interface Asked {
  condition: string
  values: unknown[]
}

/** 2026-01-01 in UTC: any moment would do. */
const MOMENT = { seconds: 1767225600, zone: 'UTC' }

function ask(field: AnyField, text: string): Asked {
  const values: unknown[] = []
  const scope: FilterScope = {
    ...MOMENT,
    param(value) {
      values.push(value)
      return `$${values.length}`
    },
    companion: () => '1767225600',
  }
  return { condition: field.kind.filter('c', text, scope) ?? 'false', values }
}

/** A text column compares itself with the word; a span has two ends that are not the word. */
function isSpan(field: AnyField, word: string): boolean {
  const { values } = ask(field, word)
  return values.length === 2 && !values.includes(word)
}

function scalar(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}
