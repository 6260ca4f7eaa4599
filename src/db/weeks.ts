import type { Queryable } from './database.ts'

/** Beside the present week. A worker that stood still for less finds a week for what it writes. */
const AHEAD = 2
const CHUNK = 5_000

/**
 * Looks after a table in partitions by the week of its ids (decision 0058): makes the weeks that are missing, and drops
 * those of which every row is older than `before` (Unix seconds). What somebody reads at the moment is left for the
 * next time. Returns about how many rows are gone.
 */
export async function keepWeeks(db: Queryable, table: string, now: number, before: number): Promise<number> {
  await db.query('select make_weeks($1, $2, $3)', [table, now, AHEAD])
  let all = 0
  for (;;) {
    const gone = await rows(db, 'select drop_week($1, $2) as rows', [table, before])
    if (gone === null || gone < 0) break
    all += gone
  }
  for (;;) {
    const gone = (await rows(db, 'select trim_rest($1, $2, $3) as rows', [table, before, CHUNK]))!
    all += gone
    if (gone < CHUNK) return all
  }
}

async function rows(db: Queryable, text: string, values: readonly unknown[]): Promise<number | null> {
  return (await db.query<{ rows: number | null }>(text, values))[0]!.rows
}
