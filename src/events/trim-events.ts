import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable, Tx } from '../db/database.ts'
import { dropWeeks, makeWeeks } from '../db/weeks.ts'
import { systemCaller } from '../definition/caller.ts'
import { recordEvents } from './record-events.ts'
import { type SealParts, sealEvents } from './seal.ts'

/** The number of this lock among the advisory locks of the database; `drop_week` knows it too. */
const TRIM_LOCK = 7_265_103
/** Events of one transaction, at most one link more; where little is written links are small. */
const EVENTS = 2000
const LINKS = 500
/** Between two transactions, so that vacuum and other writes get their turn. */
const PAUSE_MS = 20

/**
 * Takes events older than `before` (Unix seconds) out of the trail: marks their links, a few at a time, each time in a
 * short transaction of its own that keeps no other write waiting, and then drops the parts that are over (decision
 * 0058). The links stay, so that the chain can still be verified from its start. It is the only way to delete events;
 * several processes take turns, and each piece is recorded in its location tree. A part that somebody reads is dropped
 * by `keepEventParts` later. Returns how many events were taken out.
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
  if (!stopping?.aborted) await dropWeeks(parts.db, 'event', before)
  return all
}

/**
 * Makes the parts of the trail that come, and drops what was trimmed and was read at that moment. `before` is null
 * where events are kept for ever.
 */
export async function keepEventParts(db: Queryable, now: number, before: number | null): Promise<void> {
  await makeWeeks(db, 'event', now)
  if (before !== null) await dropWeeks(db, 'event', before)
}

async function trimSome({ clock }: SealParts, tx: Tx, root_id: string, before: number): Promise<number> {
  // Only others that trim wait here, for one piece.
  await tx.query('select pg_advisory_xact_lock($1)', [TRIM_LOCK])
  const gone = await tx.query(TRIMMED, [root_id, before, clock.seconds(), LINKS, EVENTS])
  if (gone.length === 0) return 0
  await recordEvents(tx, clock, [
    {
      caller: systemCaller(root_id, 'operator'),
      location_id: null,
      noun: 'audit_trail',
      record_id: root_id,
      verb: 'trimmed',
      details: { events: gone.length, before },
    },
  ])
  return gone.length
}

/**
 * Whole links from the start of a chain, up to the first with an event that is young enough to stay, or lies in a part
 * that does. The function runs as the owner of the tables, because the role that serves may delete no event.
 */
const TRIMMED = 'select event_id from trim_audit($1, $2, $3, $4, $5)'
