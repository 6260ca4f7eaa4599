import { id, stamp } from '../../definition/field.ts'
import type { FilterScope } from '../../definition/kind.ts'
import type { AnyField, Resource } from '../../definition/resource.ts'
import { shownNames } from '../../engine/serialize.ts'
import { TIME_WORDS } from '../../lib/time-words.ts'
import { exampleSent } from './example.ts'

/** What the filter of one column accepts beside a plain value. */
export interface FilterForms {
  /** `a,b` matches either. */
  many: boolean
  /** `a|b` matches everything from a to b, both included. */
  range: boolean
  /** The value is searched inside the column, not compared with it. */
  inside: boolean
  /** `<column>_contains` searches inside the value. */
  searched: boolean
  /** Words for spans of time that stand for a value. */
  words: readonly string[]
  /** `custom`, with the ends in `<column>_from` and `<column>_to`. */
  custom: boolean
}

/**
 * Finds out by trying: it lets a kind's filter write the condition for a value, a list, a range and every time word.
 * The description thus cannot promise what the filter does not do.
 */
export function filterForms(name: string, field: AnyField): FilterForms {
  const value = String(scalar(exampleSent(name, field)) ?? '1')
  const single = conditionOf(field, value)
  return {
    many: conditionOf(field, `${value},${value}`).values.some(Array.isArray),
    range: conditionOf(field, `${value}|${value}`).condition.includes(' between '),
    inside: single.condition.includes(' like ') || single.condition.includes('unnest(c)'),
    searched: field.kind.search !== undefined,
    words: TIME_WORDS.filter(word => conditionOf(field, word).condition !== 'false' && isSpan(field, word)),
    custom: conditionOf(field, 'custom').condition.includes(' and '),
  }
}

/** Returns one sentence for a reader. */
export function describeFilter(words: FilterForms, name: string): string {
  const forms = [words.inside ? 'text inside the value' : 'a value']
  if (words.searched) forms.push(`text inside the value as \`${name}_contains\``)
  if (words.many) forms.push('several as `a,b`')
  if (words.range) forms.push('a range as `a|b`')
  if (words.words.length > 0) forms.push(words.words.map(word => `\`${word}\``).join(', '))
  if (words.custom) forms.push(`\`custom\` with \`${name}_from\` and \`${name}_to\``)
  return forms.join('; ')
}

interface Condition {
  condition: string
  values: unknown[]
}

/** 2026-01-01 in UTC; any moment would do. */
const MOMENT = { seconds: 1767225600, zone: 'UTC' }

function conditionOf(field: AnyField, text: string): Condition {
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
  const { values } = conditionOf(field, word)
  return values.length === 2 && !values.includes(word)
}

function scalar(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

/** Columns of every table that lists can be filtered and sorted by, also where responses do not show them. */
const COMMON: Readonly<Record<string, AnyField>> = {
  id: id(),
  created_ts: stamp(),
  modified_ts: stamp(),
  created_user_id: id(),
  modified_user_id: id(),
}

/** Returns every name a list of this resource can be filtered and sorted by, with its field. */
export function filterable(resource: Resource): Record<string, AnyField> {
  const columns: Record<string, AnyField> = {}
  for (const name of shownNames(resource)) {
    const { column = name, computed } = resource.derived[name] ?? {}
    if (computed) {
      columns[name] = computed.field
      continue
    }
    const field = resource.fields[column] ?? COMMON[column]
    // A computed field may share its name with one that only bodies have; that name has no column.
    const isColumn = field?.options.reach === undefined || (column !== name && field.options.reach !== 'input')
    if (field && isColumn) columns[name] = field
  }
  for (const [name, field] of Object.entries(COMMON)) {
    if (!(name in columns) && !(name in resource.fields)) columns[name] = field
  }
  return columns
}
