import type { Database, Queryable } from '../db/database.ts'
import { countedRows } from '../lib/counted-rows.ts'
import type { Clock } from '../ports/clock.ts'

/** What is counted: refused credentials (401), refused rights (403), and payments by their outcome. */
export type Watched = 'unauthorized' | 'forbidden' | 'approved' | 'declined'

/** Counts answers of this process, in memory; nobody waits for them. */
export interface Watch {
  /** `subject`: the product of a payment. */
  count(root_id: string, what: Watched, subject?: string): void
  /** Stores what was counted since the last time. */
  flush(): Promise<void>
}

/** Seconds that are counted together. */
export const WINDOW = 900
const FLUSH_MS = 5_000
const KEPT_SECONDS = 8 * 86_400

export function watchCounts(db: Database, clock: Clock): Watch {
  const { count, flush } = countedRows(db, STORE, FLUSH_MS)
  return {
    count(root_id, what, subject = '') {
      const seconds = clock.seconds()
      count([root_id, what, subject, seconds - (seconds % WINDOW)])
    },
    flush,
  }
}

const STORE = `
insert into watched_count (root_id, what, subject, window_ts, seen)
select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
    on conflict (root_id, what, subject, window_ts) do update set seen = watched_count.seen + excluded.seen`

/** Forgets what is too old to be compared with. Returns how many rows went. */
export function purgeCounts(db: Queryable, clock: Clock): Promise<number> {
  return db.run('delete from watched_count where window_ts < $1', [clock.seconds() - KEPT_SECONDS])
}
