import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../db/database.ts'
import { systemCaller } from '../definition/caller.ts'
import { recordEvents } from './record-events.ts'
import { type SealParts, sealEvents } from './seal.ts'

/** The number of this lock among the advisory locks of the database. */
const TRIM_LOCK = 7_265_103
/** Events of one transaction, at most one link more; where little is written links are small. */
const EVENTS = 2000
const LINKS = 500
/** Between two transactions, so that vacuum and other writes get their turn. */
const PAUSE_MS = 20

/**
 * Deletes events older than `before` (Unix seconds), a few links at a time, each time in a short transaction of its own
 * that keeps no other write waiting. The links stay, so that the chain can still be verified from its start. It is the
 * only way to delete events; several processes take turns, and each piece is recorded in its location tree. Returns
 * how many events were deleted.
 */
export async function trimEvents(parts: SealParts, before: number, stopping?: AbortSignal): Promise<number> {
  await sealEvents(parts)
  const roots = await parts.db.query<{ root_id: string }>(
    'select distinct root_id from event_seal where trimmed_ts is null order by root_id',
  )
  let all = 0
  for (const { root_id } of roots) {
    for (let gone = -1; gone !== 0 && !stopping?.aborted; all += gone) {
      gone = await parts.db.transaction(tx => trimSome(parts, tx, root_id, before))
      if (gone > 0) await pause(PAUSE_MS)
    }
  }
  return all
}

async function trimSome({ clock }: SealParts, tx: Tx, root_id: string, before: number): Promise<number> {
  // Only others that trim wait here, for one piece.
  await tx.query('select pg_advisory_xact_lock($1)', [TRIM_LOCK])
  await tx.run(`set local tollgate.trimming = 'on'`)
  const links = await tx.query<{ event_ids: string[] }>(TRIMMED, [root_id, before, clock.seconds()])
  const event_ids = links.flatMap(link => link.event_ids)
  if (event_ids.length === 0) return 0
  await tx.run('delete from event where root_id = $1 and id = any($2)', [root_id, event_ids])
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
  return event_ids.length
}

/** Whole links from the start of a chain, up to the first with an event that is young enough to stay. */
const TRIMMED = `
with next as (
  select position, event_ids from event_seal where root_id = $1 and trimmed_ts is null order by position limit ${LINKS}),
counted as (
  select *, sum(cardinality(event_ids)) over (order by position) - cardinality(event_ids) as before from next),
first as (select * from counted where before < ${EVENTS}),
aged as (
  select position, exists (
           select from event e where e.root_id = $1 and e.id = any(first.event_ids) and e.created_ts >= $2) as is_young
    from first)
update event_seal s set trimmed_ts = $3
 where root_id = $1
   and position in (select position from aged
                     where position < coalesce((select min(position) from aged where is_young), 9223372036854775807))
returning event_ids`
