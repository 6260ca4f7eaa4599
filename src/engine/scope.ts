import type { Params } from '../db/params.ts'
import type { Caller } from '../definition/caller.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import { quoted } from './columns.ts'

/**
 * The only code that turns a caller into a condition: nothing is read or locked without it.
 * Records lie in the caller's location tree; a caller placed below the root sees its own subtree only.
 */
export function inScope(resource: Resource, caller: Caller, params: Params, alias = ''): string {
  const prefix = alias ? `${alias}.` : ''
  const living = `${prefix}deleted_ts is null`
  if (resource.scope === 'none') return living
  const tree = `${prefix}root_id = ${params.add(caller.root_id)} and ${living}`
  const place = placeColumn(resource)
  if (caller.sees_root || place === null) return tree
  return `${tree} and ${prefix}${quoted(place)} in (select descendant_id ${inTree(caller, params)})`
}

/** The locations that the caller sees, as `from` and `where` of a select. */
export function inTree(caller: Caller, params: Params): string {
  return `from location_tree where root_id = ${params.add(caller.root_id)} and ancestor_id = ${params.add(caller.location_id)}`
}
