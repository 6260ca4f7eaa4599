import { placeColumn } from '../definition/resource.ts'
import { quoted } from '../engine/columns.ts'
import type { Operator } from './operator.ts'
import { definitions } from './operator-door.ts'

/** Counts every noun again, one short transaction each; needed only after records were imported around the gateway. */
export async function recount({ db, print }: Operator): Promise<void> {
  for (const { resource } of definitions().nouns) {
    const place = placeColumn(resource)
    const root = resource.scope === 'none' ? `''` : 'root_id'
    const column = place === null ? `''` : quoted(place)
    const corrected = await db.transaction(async tx => {
      // Writers wait for the moment of counting, or their records would be counted twice or not at all.
      await tx.query(`lock table ${quoted(resource.name)} in share row exclusive mode`)
      const before = await tx.query<{ total: number }>(
        `select coalesce(sum(records), 0)::bigint as total from tally where noun = $1`,
        [resource.name],
      )
      await tx.run('delete from tally where noun = $1', [resource.name])
      await tx.run(
        `insert into tally (noun, root_id, place, shard, records)
         select $1, ${root}, ${column}, 0, count(*) from ${quoted(resource.name)} where deleted_ts is null group by 2, 3`,
        [resource.name],
      )
      const after = await tx.query<{ total: number }>(
        `select coalesce(sum(records), 0)::bigint as total from tally where noun = $1`,
        [resource.name],
      )
      return (after[0]?.total ?? 0) - (before[0]?.total ?? 0)
    })
    if (corrected !== 0) print(`${resource.plural}: corrected by ${corrected}`)
  }
  print('totals are exact')
}
