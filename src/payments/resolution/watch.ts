import type { Queryable } from '../../db/database.ts'
import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { type Attempt, type AttemptRecord, decodeAttempt } from '../lifecycle/attempt.ts'

/** Seconds from giving an order up, and from each look to the next, until it is looked for again. */
export const WATCH_SECONDS: readonly number[] = [60, 600, 3_600, 21_600, 86_400, 172_800]

/** Looks for an order that was given up again, after so many looks; not any more after the last. */
export async function watch(db: Queryable, id: string, looks: number): Promise<void> {
  const seconds = WATCH_SECONDS[looks]
  const text = `update attempt set watch_ts = ${MACHINE_NOW} + $2, looks = $3 where id = $1`
  await db.run(text, [id, seconds ?? null, looks + 1])
}

/** Orders that were given up, of which every process looks for others. */
const watched = lease<AttemptRecord & { looks: number }>({
  table: 'attempt',
  column: 'watch_ts',
  open: 'watch_ts is not null',
})

/** Claims orders whose next look is due. */
export async function takeWatched(
  db: Queryable,
  most: number,
  lease_seconds: number,
): Promise<(Attempt & { looks: number })[]> {
  const rows = await watched.claim(db, lease_seconds, [most])
  return rows.map(row => ({ ...decodeAttempt(row), looks: row.looks }))
}
