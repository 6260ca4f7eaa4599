/** The audit trail beside the store: events that change no record, and the seals over all events. Never: a noun. */

import type { Queryable } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { newId } from '../lib/id.ts'
import type { Clock } from '../ports/clock.ts'

/** Stands for the location tree of what belongs to no merchant. */
export const ROOTLESS = ''

/** An event that no write of a record stands for. */
export interface AuditEvent {
  caller: Pick<Caller, 'root_id' | 'user_id' | 'method' | 'credential' | 'address' | 'request_id'>
  location_id: string | null
  noun: string
  record_id: string
  verb: string
  /** Never a secret: everyone who may read the trail can read this. */
  details: Record<string, unknown> | null
}

const COLUMNS =
  'id, root_id, location_id, noun, record_id, verb, changes, user_id, method, credential, address, request_id, created_ts'

/** Returns an insert of events that can be part of another statement; it appends its values to `values`. */
export function eventInsert(events: readonly AuditEvent[], clock: Clock, values: unknown[]): string {
  const now = clock.now()
  const rows = events.map(({ caller, location_id, noun, record_id, verb, details }) => {
    const what = [newId(now), caller.root_id, location_id, noun, record_id, verb, details && JSON.stringify(details)]
    const { user_id, method, credential = null, address, request_id = null } = caller
    const who = [user_id, method, credential, address, request_id, Math.floor(now / 1000)]
    return `(${[...what, ...who].map(value => `$${values.push(value)}`).join(', ')})`
  })
  return `insert into event (${COLUMNS}) values ${rows.join(', ')}`
}

/** Stores events in a statement of their own. */
export async function recordEvents(db: Queryable, clock: Clock, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  const values: unknown[] = []
  await db.run(eventInsert(events, clock, values), values)
}
