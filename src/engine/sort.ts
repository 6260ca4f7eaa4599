import { hasColumn } from '../definition/registry.ts'
import type { Fact, Resource } from '../definition/resource.ts'
import { invalid } from '../lib/problem.ts'
import { quoted } from './columns.ts'

export interface SortPart {
  /** As the caller named it. */
  name: string
  column: string
  /** What is compared. */
  sql: string
  descending: boolean
}

/** Reads `sort=a,-b`; throws a 422 for unknown columns. */
export function sortAsked(resource: Resource, text: string | undefined, fact: Fact): SortPart[] {
  const asked = partsOf(text ?? '')
  const sort = (asked.length > 0 ? asked : partsOf(resource.sort)).map(part => partOf(resource, part, fact))
  const unknown = sort.filter(part => !isSortable(resource, part))
  const says = (name: string) => `"${name}" is not a column of ${resource.plural}.`
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map(({ name }) => [name, [says(name)]])))
  return sort
}

/** The id decides between equals, in the direction of the first part, so that pages never overlap. */
export function orderBy(sort: readonly SortPart[]): string {
  const parts = sort.map(({ sql, column, descending }) => {
    if (column === 'id') return `${sql} ${descending ? 'desc' : 'asc'}`
    return `${sql} ${descending ? 'desc nulls last' : 'asc nulls first'}`
  })
  const last = sort.some(part => part.column === 'id') ? [] : [`id ${sort[0]?.descending ? 'desc' : 'asc'}`]
  return `order by ${[...parts, ...last].join(', ')}`
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}

function partOf(resource: Resource, part: string, fact: Fact): SortPart {
  const descending = part.startsWith('-')
  const name = descending ? part.slice(1) : part
  const { column = name, computed } = resource.derived[name] ?? {}
  return { name, column, sql: computed?.sql(fact) ?? sortable(resource, column), descending }
}

/** Hidden columns are not sorted by, because an order reveals values. A name may stand for one. */
function isSortable(resource: Resource, { name, column }: SortPart): boolean {
  if (resource.derived[name]?.computed) return true
  if (!hasColumn(resource, column) || column === 'root_id' || column === 'deleted_ts') return false
  return column !== name || resource.fields[column]?.options.reach === undefined
}

/** The json type has no order of its own; its text has. */
function sortable(resource: Resource, column: string): string {
  const type = resource.fields[column]?.kind.column({})
  return type === 'json' ? `${quoted(column)}::text` : quoted(column)
}
