import type { Caller } from '../definition/caller.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import { quoted } from './columns.ts'
import type { Filters } from './filter.ts'
import type { Params } from './scope.ts'

/**
 * How many records match. Counting a million rows takes fifty milliseconds, adding up at most 64 tallies takes none;
 * so a list without filters, or of one location, is answered from the tally that every write keeps. Anything else is counted;
 * only then is `where` written, because a statement must not bring parameters that it does not use.
 */
export function totalSql(
  resource: Resource,
  caller: Caller,
  filters: Filters,
  where: () => string,
  params: Params,
): string {
  const place = filters.onlyPlace
  if (place === null) return `select count(*) from ${quoted(resource.table)} where ${where()}`

  const everybody = resource.scope === 'none'
  const root = everybody ? '' : caller.root_id
  const from = `select coalesce(sum(records), 0)::bigint from tally where noun = ${params.add(resource.table)} and root_id = ${params.add(root)}`
  const placed = place === undefined ? '' : ` and place = ${params.add(place)}`
  if (placeColumn(resource) === null || caller.sees_root) return from + placed
  return `${from}${placed} and place in (select descendant_id from location_tree where ancestor_id = ${params.add(caller.location_id)})`
}
