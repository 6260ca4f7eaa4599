import type { Database, Queryable } from '../db/database.ts'
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

/** What a killed process had not stored yet is not counted. */
export function watchCounts(db: Database, clock: Clock): Watch {
  const counted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    // In one order in every process, so that two of them never wait for each other.
    const rows = [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1))
    counted.clear()
    const columns = rows.map(([key, seen]) => [...(JSON.parse(key) as (string | number)[]), seen])
    if (rows.length > 0)
      await db.run(
        STORE,
        [0, 1, 2, 3, 4].map(column => columns.map(row => row[column])),
      )
  }
  return {
    count(root_id, what, subject = '') {
      const seconds = clock.seconds()
      const key = JSON.stringify([root_id, what, subject, seconds - (seconds % WINDOW)])
      counted.set(key, (counted.get(key) ?? 0) + 1)
      timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS).unref()
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
