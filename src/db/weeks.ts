import type { Queryable } from './database.ts'

/** Beside the present part. A worker that stood still for less finds a part for what it writes. */
const AHEAD = 2
const CHUNK = 5_000

/**
 * Looks after a table in partitions by the weeks of its ids (decision 0058): makes the parts that are missing, and
 * drops those of which every row is older than `before` (Unix seconds). What somebody reads at the moment is left for
 * the next time. Returns about how many rows are gone.
 */
export async function keepWeeks(db: Queryable, table: string, now: number, before: number): Promise<number> {
  await makeWeeks(db, table, now)
  let all = (await dropWeeks(db, table, before)).rows
  for (;;) {
    const gone = (await rows(db, 'select trim_rest($1, $2, $3) as rows', [table, before, CHUNK]))!
    all += gone
    if (gone < CHUNK) return all
  }
}

/** Makes the parts that are missing, from that of `now` (Unix seconds) on. */
export async function makeWeeks(db: Queryable, table: string, now: number): Promise<void> {
  await db.query('select make_weeks($1, $2, $3)', [table, now, AHEAD])
}

/**
 * Drops the parts of which every row is older than `before` (Unix seconds). Returns about how many rows are gone, and
 * whether a part stays for the next time because somebody reads it.
 */
export async function dropWeeks(
  db: Queryable,
  table: string,
  before: number,
): Promise<{ rows: number; is_read: boolean }> {
  for (let all = 0; ; ) {
    const gone = await rows(db, 'select drop_week($1, $2) as rows', [table, before])
    if (gone === null || gone < 0) return { rows: all, is_read: gone !== null }
    all += gone
  }
}

async function rows(db: Queryable, text: string, values: readonly unknown[]): Promise<number | null> {
  return (await db.query<{ rows: number | null }>(text, values))[0]!.rows
}
