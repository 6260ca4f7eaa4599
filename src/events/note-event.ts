/**
 * The audit trail beside the door for writes: what is noted that changes no record, and the seals over all of it.
 * Never: a noun.
 */

import type { Queryable } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { newId } from '../lib/id.ts'
import type { Clock } from '../ports/clock.ts'

/** Something that happened without a record being written. */
export interface Noted {
  caller: Pick<Caller, 'root_id' | 'user_id' | 'method' | 'credential' | 'address'>
  location_id: string | null
  noun: string
  record_id: string
  verb: string
  /** Never a secret: who may read the trail reads this. */
  details: Record<string, unknown> | null
}

const COLUMNS =
  'id, root_id, location_id, noun, record_id, verb, changes, user_id, method, credential, address, created_ts'

/** Events as a part of another statement: the text of an insert, which adds its values to `values`. */
export function eventInsert(events: readonly Noted[], clock: Clock, values: unknown[]): string {
  const now = clock.now()
  const rows = events.map(({ caller, location_id, noun, record_id, verb, details }) => {
    const what = [newId(now), caller.root_id, location_id, noun, record_id, verb, details && JSON.stringify(details)]
    const who = [caller.user_id, caller.method, caller.credential ?? null, caller.address, Math.floor(now / 1000)]
    return `(${[...what, ...who].map(value => `$${values.push(value)}`).join(', ')})`
  })
  return `insert into event (${COLUMNS}) values ${rows.join(', ')}`
}

/** Adds events by themselves, in one statement. */
export async function noteEvents(db: Queryable, clock: Clock, events: readonly Noted[]): Promise<void> {
  if (events.length === 0) return
  const values: unknown[] = []
  await db.run(eventInsert(events, clock, values), values)
}
