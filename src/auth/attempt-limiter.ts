/** Seconds in which attempts are counted together. */
const WINDOW = 900

interface Parts {
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> }
  clock: { seconds(): number }
}

export type AttemptVerdict = { allowed: true } | { allowed: false; retry_after: number }

/**
 * The most attempts under a name in a quarter of an hour, by the clock port, and after how many each further one has to
 * wait.
 */
export interface AttemptLimit {
  most: number
  /** Waits begin after so many: 10 seconds after the latest attempt, then 20, 40 and so on. */
  free?: number
}

/**
 * Counts an attempt under each of these names and returns whether all of them are still within their limits. The counts
 * are in the database, so all processes share them.
 */
export async function countAttempt(
  { db, clock }: Parts,
  limits: Record<string, AttemptLimit>,
): Promise<AttemptVerdict> {
  const { window_ts, retry_after, seconds } = windowAt(clock)
  // In the order of the names, so that two concurrent attempts cannot deadlock.
  const names = Object.keys(limits).toSorted()
  const counted = await db.query<Counter>(
    `insert into counted_try (who, window_ts, tries, last_ts) select who, $2, 1, $3 from unnest($1::text[]) as names (who)
     on conflict (who, window_ts) do update set tries = counted_try.tries + 1, last_ts = excluded.last_ts
     returning who, tries, last_ts`,
    [names, window_ts, seconds],
  )
  await db.query('delete from counted_try where window_ts < $1', [window_ts - WINDOW])
  const isOver = counted.some(({ who, tries }) => tries > (limits[who]?.most ?? 0))
  return isOver ? { allowed: false, retry_after } : { allowed: true }
}

/** Returns whether one more attempt would be within all limits and late enough after the latest one; counts nothing. */
export async function mayAttempt({ db, clock }: Parts, limits: Record<string, AttemptLimit>): Promise<AttemptVerdict> {
  const { window_ts, retry_after, seconds } = windowAt(clock)
  const counted = await db.query<Counter>(
    'select who, tries, last_ts from counted_try where window_ts = $2 and who = any($1::text[])',
    [Object.keys(limits), window_ts],
  )
  const waits = counted.map(({ who, tries, last_ts }) => {
    const { most, free = most } = limits[who]!
    if (tries >= most) return retry_after
    return tries < free ? 0 : last_ts + waitAfter(tries - free) - seconds
  })
  const wait = Math.max(0, ...waits)
  return wait > 0 ? { allowed: false, retry_after: wait } : { allowed: true }
}

const FIRST_WAIT = 10
const LONGEST_WAIT = 300

function waitAfter(beyond: number): number {
  return Math.min(FIRST_WAIT * 2 ** Math.min(beyond, 10), LONGEST_WAIT)
}

interface Counter {
  who: string
  tries: number
  last_ts: number
}

function windowAt(clock: Parts['clock']): { window_ts: number; retry_after: number; seconds: number } {
  const seconds = clock.seconds()
  const window_ts = seconds - (seconds % WINDOW)
  return { window_ts, retry_after: window_ts + WINDOW - seconds, seconds }
}
