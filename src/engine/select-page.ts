import { MARK_EVERY } from '../db/list-memory.ts'
import type { Window } from '../db/page-window.ts'
import type { Params } from '../db/params.ts'
import type { Caller } from '../definition/caller.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import { quoted } from './columns.ts'
import type { Filters } from './filter.ts'
import { inScope, inTree } from './scope.ts'
import { orderBy, type SortPart } from './sort.ts'

/** The records of a list, and their order. */
export interface Wanted {
  caller: Caller
  resource: Resource
  filters: Filters
  sort: readonly SortPart[]
}

/** Returns the statement of one page of records; `total` is the statement that counts all of them. */
export function pageSql(wanted: Wanted, total: string, window: Window, params: Params): string {
  const { resource, caller, filters, sort } = wanted
  const isDirect = window.offset === null && !isMerged(wanted)
  const which = isDirect ? filters.conditions(params) : [`id = any(array(${idsSql(wanted, window, params)}))`]
  return `with counted as materialized (${total})
 select *, (select total from counted) as total_count, (select moves from counted) as moves_count
   from ${quoted(resource.table)} where ${[inScope(resource, caller, params), ...which].join(' and ')}
 ${orderBy(sort)}${isDirect ? ` limit ${window.limit}` : ''}`
}

/** What counts as one of the columns that have an index of their own, beside the location. */
function isListed(wanted: Wanted): boolean {
  const columns = [wanted.sort[0]!.column, ...wanted.filters.columns]
  return isSearched(wanted) || columns.some(column => wanted.resource.fields[column]?.options.listed)
}

/** Texts are searched in their index alone, which has no whole records. */
function isSearched({ resource, filters }: Wanted): boolean {
  return filters.columns.some(column => resource.fields[column]?.kind.search)
}

/** Whether the first records of each location are read side by side, since the index has the location in front. */
const isMerged = (wanted: Wanted): boolean =>
  isSearched(wanted) || (isListed(wanted) && wanted.filters.place === undefined)

/** The ids of a page, from an index alone where one has all that it takes. That each is in scope is asked around it. */
function idsSql(wanted: Wanted, { limit, offset, is_reversed, from }: Window, params: Params): string {
  const sort = wanted.sort.map(part => (is_reversed ? { ...part, descending: !part.descending } : part))
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
  const conditions = [...conditionsOf(wanted, params), ...(from === undefined ? [] : [from])].join(' and ')
  return `select id from ${quoted(wanted.resource.table)} where ${conditions} ${order} ${cut}`
}

/** What is asked of a record to be in the list, by its location alone where one is asked for. */
function conditionsOf({ resource, caller, filters }: Wanted, params: Params): string[] {
  if (filters.place === undefined) return [inScope(resource, caller, params), ...filters.conditions(params)]
  const seen = `exists (select ${inTree(caller, params)} and descendant_id = ${params.add(filters.place)})`
  return ['deleted_ts is null', seen, ...filters.conditions(params)]
}

/** `from` of what is selected in each of the locations by itself. */
function inEachPlace({ resource, caller, filters }: Wanted, select: string, end: string, params: Params): string {
  const one = filters.place === undefined ? '' : ` and descendant_id = ${params.add(filters.place)}`
  const here = [`${quoted(resource.scope)} = tree.descendant_id`, 'deleted_ts is null', ...filters.conditions(params)]
  return `from (select descendant_id ${inTree(caller, params)}${one}) as tree,
 lateral (select ${select} from ${quoted(resource.table)} where ${here.join(' and ')} ${end}) as found`
}

/** Whether the tally, which every write keeps, says how many records there are: those of all, or of one location. */
export function isTallied({ filters }: Wanted): boolean {
  return filters.columns.length === (filters.place === undefined ? 0 : 1)
}

/**
 * Returns the statement that says how many records match, and how often some changed their places. Counting a million
 * rows takes fifty milliseconds, adding up at most 64 tallies takes none. Listed columns are counted in their indexes.
 */
export function totalSql(wanted: Wanted, params: Params): string {
  const { resource, caller, filters } = wanted
  if (!isTallied(wanted)) return countSql(wanted, params)
  const root = resource.scope === 'none' ? '' : caller.root_id
  const sums = 'coalesce(sum(records), 0)::bigint as total, coalesce(sum(moves), 0)::bigint as moves'
  const from = `select ${sums} from tally where noun = ${params.add(resource.table)} and root_id = ${params.add(root)}`
  const placed = filters.place === undefined ? '' : ` and place = ${params.add(filters.place)}`
  if (placeColumn(resource) === null || caller.sees_root) return from + placed
  return `${from}${placed} and place in (select descendant_id ${inTree(caller, params)})`
}

function countSql(wanted: Wanted, params: Params): string {
  const { resource, caller, filters } = wanted
  if (isListed(wanted)) {
    const sum = 'select coalesce(sum(records), 0)::bigint as total, 0 as moves'
    return `${sum} ${inEachPlace(wanted, 'count(*) as records', '', params)}`
  }
  const conditions = [inScope(resource, caller, params), ...filters.conditions(params)].join(' and ')
  return `select count(*) as total, 0 as moves from ${quoted(resource.table)} where ${conditions}`
}

/** The direction of a list by age of which places are kept: of a whole tree or one location. */
export function ageOrder(wanted: Wanted): 'ascending' | 'descending' | null {
  const { sort, caller, filters } = wanted
  const isOneTally = isTallied(wanted) && (caller.sees_root || filters.place !== undefined)
  if (!isOneTally || sort[0]!.column !== 'id') return null
  return sort[0]!.descending ? 'descending' : 'ascending'
}

/** Returns the statement that finds the places of records with ids below this one: no later write has such an id. */
export function marksSql(wanted: Wanted, below: string, params: Params): string {
  const settled = [...conditionsOf(wanted, params), `id < ${params.add(below)}`].join(' and ')
  return `with counted as materialized (${totalSql(wanted, params)})
 select (select moves from counted) as moves, coalesce(array_agg(id order by id), '{}') as ids
   from (select id, row_number() over (order by id) as rank from ${quoted(wanted.resource.table)} where ${settled}) as numbered
  where rank % ${MARK_EVERY} = 0`
}
