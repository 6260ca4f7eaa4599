import type { Caller } from '../definition/caller.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import { quoted } from './columns.ts'
import type { Filters } from './filter.ts'
import { inScope, inTree, type Params } from './scope.ts'
import { orderBy, type SortPart } from './sort.ts'

/** The records of a list, and their order. */
export interface Wanted {
  caller: Caller
  resource: Resource
  filters: Filters
  sort: readonly SortPart[]
}

/** Returns the statement of one page of records; `total` is SQL that counts all of them. */
export function pageSql(wanted: Wanted, total: string, limit: string, offset: string | null, params: Params): string {
  const { resource, caller, filters, sort } = wanted
  const select = `select *, (${total}) as total_count from ${quoted(resource.table)} where ${inScope(resource, caller, params)}`
  const isDirect = offset === null && !isMerged(wanted)
  const which = isDirect ? filters.conditions(params) : [`id = any(array(${idsSql(wanted, limit, offset, params)}))`]
  return `${[select, ...which].join(' and ')} ${orderBy(sort)}${isDirect ? ` limit ${limit}` : ''}`
}

/** What counts as one of the columns that have an index of their own, beside the location. */
function isListed({ resource, filters, sort }: Wanted): boolean {
  return [sort[0]!.column, ...filters.columns].some(column => resource.fields[column]?.options.listed)
}

/**
 * Whether the first records of each location are taken and put in order together: the indexes of listed columns have
 * the location in front, so those of several locations are read side by side.
 */
function isMerged(wanted: Wanted): boolean {
  return isListed(wanted) && wanted.filters.place === undefined
}

/**
 * The ids of a page, read from an index alone where one has all that it takes. They are read by the location: that the
 * record lies in its caller's tree is asked of the location here, and of each record again by the statement around it.
 */
function idsSql(wanted: Wanted, limit: string, offset: string | null, params: Params): string {
  const { resource, caller, filters, sort } = wanted
  const order = orderBy(sort)
  const cut = `limit ${limit}${offset === null ? '' : ` offset ${offset}`}`
  if (isMerged(wanted)) {
    const keys = ['id', ...sort.map(({ sql }, index) => `${sql} as key_${index}`)].join(', ')
    const first = inEachPlace(
      wanted,
      keys,
      `${order} limit ${offset === null ? limit : `${limit} + ${offset}`}`,
      params,
    )
    const merged = orderBy(sort.map((part, index) => (part.column === 'id' ? part : { ...part, sql: `key_${index}` })))
    return `select found.id ${first} ${merged} ${cut}`
  }
  const scope =
    filters.place === undefined
      ? inScope(resource, caller, params)
      : `deleted_ts is null and exists (select ${inTree(caller, params)} and descendant_id = ${params.add(filters.place)})`
  const conditions = [scope, ...filters.conditions(params)].join(' and ')
  return `select id from ${quoted(resource.table)} where ${conditions} ${order} ${cut}`
}

/** `from` of what is selected in each of the locations by itself. */
function inEachPlace({ resource, caller, filters }: Wanted, select: string, end: string, params: Params): string {
  const one = filters.place === undefined ? '' : ` and descendant_id = ${params.add(filters.place)}`
  const here = [`${quoted(resource.scope)} = tree.descendant_id`, 'deleted_ts is null', ...filters.conditions(params)]
  return `from (select descendant_id ${inTree(caller, params)}${one}) as tree,
 lateral (select ${select} from ${quoted(resource.table)} where ${here.join(' and ')} ${end}) as found`
}

/**
 * How many records match. Counting a million rows takes fifty milliseconds, adding up at most 64 tallies takes none;
 * so a list without filters, or of one location, is answered from the tally that every write keeps. Anything else is
 * counted, listed columns in their indexes.
 */
export function totalSql(wanted: Wanted, params: Params): string {
  const { resource, caller, filters } = wanted
  if (filters.columns.length > (filters.place === undefined ? 0 : 1)) return countSql(wanted, params)
  const root = resource.scope === 'none' ? '' : caller.root_id
  const from = `select coalesce(sum(records), 0)::bigint from tally where noun = ${params.add(resource.table)} and root_id = ${params.add(root)}`
  const placed = filters.place === undefined ? '' : ` and place = ${params.add(filters.place)}`
  if (placeColumn(resource) === null || caller.sees_root) return from + placed
  return `${from}${placed} and place in (select descendant_id ${inTree(caller, params)})`
}

function countSql(wanted: Wanted, params: Params): string {
  const { resource, caller, filters } = wanted
  if (isListed(wanted))
    return `select coalesce(sum(records), 0)::bigint ${inEachPlace(wanted, 'count(*) as records', '', params)}`
  const conditions = [inScope(resource, caller, params), ...filters.conditions(params)].join(' and ')
  return `select count(*) from ${quoted(resource.table)} where ${conditions}`
}
