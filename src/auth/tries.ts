/** Seconds in which tries are counted together. */
const WINDOW = 900

interface Parts {
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> }
  clock: { seconds(): number }
}

export type MayTry = { allowed: true } | { allowed: false; retry_after: number }

/**
 * Counts a try under each of some names and tells whether all of them are still within their limits. The counts are in the
 * database, so all processes share them. `among`: the most tries under a name in a quarter of an hour, by the gateway's clock.
 */
export async function countTry({ db, clock }: Parts, among: Record<string, number>): Promise<MayTry> {
  const { window_ts, retry_after } = windowAt(clock.seconds())
  // In the order of the names, so that two tries at once cannot wait for each other.
  const names = Object.keys(among).toSorted()
  const counted = await db.query<Counted>(
    `insert into counted_try (who, window_ts, tries) select who, $2, 1 from unnest($1::text[]) as names (who)
     on conflict (who, window_ts) do update set tries = counted_try.tries + 1
     returning who, tries`,
    [names, window_ts],
  )
  await db.query('delete from counted_try where window_ts < $1', [window_ts - WINDOW])
  const isOver = counted.some(({ who, tries }) => tries > (among[who] ?? 0))
  return isOver ? { allowed: false, retry_after } : { allowed: true }
}

/** The same without counting: whether one more try would be within all limits. */
export async function mayTry({ db, clock }: Parts, among: Record<string, number>): Promise<MayTry> {
  const { window_ts, retry_after } = windowAt(clock.seconds())
  const counted = await db.query<Counted>(
    'select who, tries from counted_try where window_ts = $2 and who = any($1::text[])',
    [Object.keys(among), window_ts],
  )
  const isOver = counted.some(({ who, tries }) => tries >= (among[who] ?? 0))
  return isOver ? { allowed: false, retry_after } : { allowed: true }
}

interface Counted {
  who: string
  tries: number
}

function windowAt(seconds: number): { window_ts: number; retry_after: number } {
  const window_ts = seconds - (seconds % WINDOW)
  return { window_ts, retry_after: window_ts + WINDOW - seconds }
}
