import type { Clock } from '../../ports/clock.ts'

/** Seconds in which tries are counted together. */
const WINDOW = 900

interface Parts {
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> }
  clock: Clock
}

export type MayTry = { allowed: true } | { allowed: false; retry_after: number }

/**
 * Counts a try under each of some names and tells whether all of them are still within their limits. A public form that takes card
 * numbers is where stolen ones are tested; a person who mistypes needs a handful of tries in a quarter of an hour.
 */
export async function countTry({ db, clock }: Parts, limits: Record<string, number>): Promise<MayTry> {
  const seconds = clock.seconds()
  const window_ts = seconds - (seconds % WINDOW)
  // In the order of the names, so that two tries at once cannot wait for each other.
  const names = Object.keys(limits).toSorted()
  const counted = await db.query<{ who: string; tries: number }>(
    `insert into page_try (who, window_ts, tries) select who, $2, 1 from unnest($1::text[]) as names (who)
     on conflict (who, window_ts) do update set tries = page_try.tries + 1
     returning who, tries`,
    [names, window_ts],
  )
  await db.query('delete from page_try where window_ts < $1', [window_ts - WINDOW])
  const isOver = counted.some(({ who, tries }) => tries > (limits[who] ?? 0))
  return isOver ? { allowed: false, retry_after: window_ts + WINDOW - seconds } : { allowed: true }
}
