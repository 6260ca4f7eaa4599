import type { Params } from '../db/params.ts'
import type { FilterScope } from '../definition/kind.ts'
import { refKind } from '../definition/kinds/ref.ts'
import { stampKind } from '../definition/kinds/stamp.ts'
import type { AnyField, Fact, Resource } from '../definition/resource.ts'
import { addProblem, invalid, label, type Problems } from '../lib/problem.ts'
import { COMMON_COLUMNS, quoted } from './columns.ts'

/** Query parameters that are not filters: the list's own, and credentials in their query form (contract 4.1, 5). */
const OWN = new Set(['expand', 'sort', 'page', 'page_size'])
export const CREDENTIALS = new Set(['developer-id', 'user-id', 'user-api-key', 'access-token', 'hash-key', 'timestamp'])

/** The filters of one list request, ready to be written into a statement. */
export interface Filters {
  conditions(params: Params): string[]
  /** What was asked, for telling one list from another. */
  text: string
  /** The columns that are filtered. */
  columns: readonly string[]
  /** The one location that is asked for; undefined where none is, or several. */
  place: string | undefined
}

/** Where a value is never null, the text `null` is one like others. */
interface Filter extends Pick<AnyField, 'kind' | 'always'> {
  name: string
  column: string
  /** What is compared: the column, or what stands for one. */
  sql: string
  text: string
}

/** Reads `field=value` parameters on any shown column; throws a 422 for unknown names and impossible values. */
export function filtersOf(resource: Resource, query: readonly [string, string][], fact: Fact): Filters {
  const asked = loadFacts(query)
  const problems: Problems = {}
  const filters: Filter[] = []
  for (const [name, text] of asked) {
    const filter = filterOf(resource, name, text, fact) ?? searchOf(resource, name, text, fact)
    if (filter) filters.push(filter)
    else if (!isCompanion(resource, name, asked, fact))
      addProblem(problems, name, `"${name}" is not a column of ${resource.plural}.`)
  }
  const write = (params: Params): string[] => filters.map(filter => conditionOf(filter, params, asked, fact, problems))
  // The first pass only looks for values that do not fit.
  write({ values: [], add: () => '$0' })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const columns = filters.map(({ column }) => column)
  return { conditions: write, text: JSON.stringify([...asked]), columns, place: placeOf(resource, filters) }
}

function loadFacts(query: readonly [string, string][]): Map<string, string> {
  const asked = new Map<string, string>()
  const signed = query.some(([name]) => name === 'hash-key')
  for (const [name, text] of query) {
    // A timestamp is a credential only beside the hash it was signed with; transactions have a column of that name.
    const isCredential = CREDENTIALS.has(name) && (name !== 'timestamp' || signed)
    if (OWN.has(name) || isCredential || name.startsWith('_')) continue
    const earlier = asked.get(name)
    asked.set(name, earlier === undefined ? text : `${earlier},${text}`)
  }
  return asked
}

function filterOf(resource: Resource, name: string, text: string, fact: Fact): Filter | null {
  const { column = name, computed } = resource.derived[name] ?? {}
  const sql = quoted(column)
  if (computed) return { name, column, sql: computed.sql(fact), ...kindOf(computed.field), text }
  const field: AnyField | undefined = Object.hasOwn(resource.fields, column) ? resource.fields[column] : undefined
  const keys = field?.options.reach === 'key' ? fact.keys() : null
  if (field && keys)
    return { name, column, sql, always: true, kind: { ...field.kind, filter: keys.filter(name) }, text }
  if (field) return field.options.reach && column === name ? null : { name, column, sql, ...kindOf(field), text }
  const common = COMMON_COLUMNS.find(([each]) => each === column && each !== 'root_id' && each !== 'deleted_ts')
  const kind = (common?.[1] === 'bigint' ? stampKind : refKind) as AnyField['kind']
  return common ? { name, column, sql, kind, always: false, text } : null
}

/** `title_contains` finds a text inside of titles, where `null` is one like others. */
function searchOf(resource: Resource, name: string, text: string, fact: Fact): Filter | null {
  const found = name.endsWith('_contains') ? filterOf(resource, name.slice(0, -9), text, fact) : null
  return found?.kind.search
    ? { ...found, name, kind: { ...found.kind, filter: found.kind.search }, always: true }
    : null
}

const kindOf = ({ kind, always }: AnyField) => ({ kind, always })

/** `created_ts_from` belongs to `created_ts=custom`. */
function isCompanion(resource: Resource, name: string, asked: Map<string, string>, fact: Fact): boolean {
  const owner = name.replace(/_(from|to)$/, '')
  return owner !== name && asked.has(owner) && filterOf(resource, owner, '', fact) !== null
}

function conditionOf(
  filter: Filter,
  params: Params,
  asked: Map<string, string>,
  fact: Fact,
  problems: Problems,
): string {
  if (filter.text === 'null' && !filter.always) return `${filter.sql} is null`
  const scope: FilterScope = {
    param: value => params.add(value),
    seconds: fact.seconds,
    zone: fact.zone,
    companion: suffix => asked.get(filter.name + suffix),
  }
  const condition = filter.kind.filter(filter.sql, filter.text, scope)
  if (condition !== null) return condition
  addProblem(problems, filter.name, `${label(filter.name)} cannot be filtered by this value.`)
  return 'false'
}

function placeOf(resource: Resource, filters: Filter[]): string | undefined {
  const text = filters.find(({ column }) => column === resource.scope)?.text
  return text?.includes(',') ? undefined : text?.trim()
}
