import type { Queryable } from '../db/database.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import { quoted } from '../engine/columns.ts'
import { changelog } from '../resources/changelog/changelog.ts'
import { definitions } from '../resources/definitions.ts'
import { noArguments, type Operator } from './operator.ts'

const TOTAL =
  'select coalesce(sum(records), 0)::bigint as total, coalesce(sum(moves), 0)::bigint as moves from tally where noun = $1'

/**
 * Counts the records of every listed resource again, one short transaction each. Needed only after records were
 * imported past the gateway.
 */
export function recount(args: string[]): (operator: Operator) => Promise<void> {
  noArguments('recount', args)
  return async ({ db, print }) => {
    for (const resource of counted()) {
      const corrected = await db.transaction(tx => correct(tx, resource))
      if (corrected !== 0) print(`${resource.plural}: corrected by ${corrected}`)
    }
    print('totals are exact')
  }
}

/** Returns one listed resource per table: composed views share table and totals with the resource they show. */
function counted(): Resource[] {
  const resources: readonly Resource[] = Object.values(definitions)
  // The audit trail has no stored totals.
  const listed = resources.filter(each => each.verbs.includes('list') && each.table !== changelog.table)
  return listed.filter((each, index) => listed.findIndex(other => other.table === each.table) === index)
}

/** Counts everything again inside the open transaction. Returns a line for each resource whose totals were wrong. */
export async function recountAll(tx: Queryable): Promise<string[]> {
  const wrong: string[] = []
  for (const resource of counted()) {
    const corrected = await correct(tx, resource)
    if (corrected !== 0) wrong.push(`${resource.plural}: corrected by ${corrected}`)
  }
  return wrong
}

async function correct(tx: Queryable, resource: Resource): Promise<number> {
  const place = placeColumn(resource)
  const root = resource.scope === 'none' ? `''` : 'root_id'
  const column = place === null ? `''` : quoted(place)
  // Writers wait while records are counted, or theirs would be counted twice or not at all.
  await tx.query(`lock table ${quoted(resource.table)} in share row exclusive mode`)
  const [before] = await tx.query<{ total: number; moves: number }>(TOTAL, [resource.table])
  await tx.run('delete from tally where noun = $1', [resource.table])
  await tx.run(
    `insert into tally (noun, root_id, place, shard, records, moves)
     select $1, ${root}, ${column}, 0, count(*), $2 from ${quoted(resource.table)} where deleted_ts is null group by 2, 3`,
    // Whoever remembers places of records learns that they may have changed.
    [resource.table, (before?.moves ?? 0) + 1],
  )
  const [after] = await tx.query<{ total: number; moves: number }>(TOTAL, [resource.table])
  return (after?.total ?? 0) - (before?.total ?? 0)
}
