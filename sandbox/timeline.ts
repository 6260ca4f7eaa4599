import type { Database } from '../src/db/database.ts'
import { firstIdAt } from '../src/lib/id.ts'

export interface TimelineEvent {
  ts: number
  event: string
  resource: string
  id: string
  location_id: string | null
}

/** More than a year of a busy merchant; beyond it the response says how many it leaves out. */
const MOST_EVENTS = 100_000

/**
 * Returns the events since a moment (milliseconds) in their order, but for accounts that were opened, which concern the
 * audit trail alone. Identifiers sort by time to the millisecond, finer than `created_ts`.
 */
export async function timelineSince(
  db: Database,
  from_ms: number,
  most = MOST_EVENTS,
): Promise<{ events: TimelineEvent[]; omitted?: number }> {
  const first = firstIdAt(from_ms)
  const rows = await db.query<{ ts: number; resource: string; verb: string; id: string; location_id: string | null }>(
    `select created_ts as ts, noun as resource, verb, record_id as id, location_id
       from event where event.id >= $1 and verb <> 'revealed' order by event.created_ts, event.id limit $2`,
    [first, most],
  )
  const events = rows.map(({ verb, ...event }) => ({ ...event, event: `${event.resource}.${verb}` }))
  if (events.length < most) return { events }
  const [all] = await db.query<{ count: number }>(
    `select count(*) as count from event where id >= $1 and verb <> 'revealed'`,
    [first],
  )
  const omitted = (all?.count ?? most) - most
  return omitted > 0 ? { events, omitted } : { events }
}
