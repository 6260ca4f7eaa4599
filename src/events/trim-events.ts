import { systemCaller } from '../definition/caller.ts'
import { recordEvents } from './record-events.ts'
import { type SealParts, sealEvents } from './seal.ts'

/**
 * Deletes events older than `before` (Unix seconds), link by link. The links stay, so that the chain can still be
 * verified from its start. It is the only way to delete events, blocks every other write to the trail while it runs,
 * and is itself recorded in each location tree. Returns how many events were deleted.
 */
export async function trimEvents(parts: SealParts, before: number): Promise<number> {
  await sealEvents(parts)
  const { db, clock } = parts
  return db.transaction(async tx => {
    await tx.run('alter table event disable trigger event_stays')
    await tx.run('alter table event_seal disable trigger event_seal_stays')
    const links = await tx.query<{ root_id: string; event_ids: string[] }>(TRIMMED, [before, clock.seconds()])
    const trimmed = Map.groupBy(links, link => link.root_id)
    for (const [root_id, own] of trimmed) {
      const event_ids = own.flatMap(link => link.event_ids)
      await tx.run('delete from event where id = any($1)', [event_ids])
      await recordEvents(tx, clock, [
        {
          caller: systemCaller(root_id, 'operator'),
          location_id: null,
          noun: 'audit_trail',
          record_id: root_id,
          verb: 'trimmed',
          details: { events: event_ids.length, before },
        },
      ])
    }
    await tx.run('alter table event_seal enable trigger event_seal_stays')
    await tx.run('alter table event enable trigger event_stays')
    return links.reduce((sum, link) => sum + link.event_ids.length, 0)
  })
}

/** Whole links from the start of each chain, up to the first with an event that is young enough to stay. */
const TRIMMED = `
update event_seal s set trimmed_ts = $2
 where trimmed_ts is null
   and position < coalesce(
     (select min(y.position) from event_seal y
       where y.root_id = s.root_id and y.trimmed_ts is null
         and exists (select from event e where e.id = any(y.event_ids) and e.created_ts >= $1)),
     9223372036854775807)
returning root_id, event_ids`
