import { currentLane } from '../db/lanes.ts'
import { grouped } from '../lib/grouped.ts'
import { remembered } from '../lib/remembered.ts'

/** Seconds in which attempts are counted together. */
const WINDOW = 900

interface Parts {
  db: { query<T>(text: string, values?: readonly unknown[]): Promise<T[]> }
  clock: { seconds(): number }
}

export type AttemptVerdict = { allowed: true } | { allowed: false; retry_after: number; over?: string[] }

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
  const tries = await counterOf(db)({ names: Object.keys(limits), window_ts, seconds, lane: currentLane() })
  const over = Object.keys(limits).filter(who => tries.get(who)! > limits[who]!.most)
  return over.length > 0 ? { allowed: false, retry_after, over } : { allowed: true }
}

interface Attempt {
  names: readonly string[]
  window_ts: number
  seconds: number
  lane: string
}

/**
 * Returns the function that counts an attempt and returns how many there are by now under each of its names. Those that
 * arrive together are counted by one statement: behind one address there may be many, and each would wait for the
 * commit of the one before.
 */
const counterOf = remembered((db: Parts['db']) => {
  let trimmed_ts = 0
  return grouped(
    ({ window_ts, lane }: Attempt) => `${window_ts} ${lane}`,
    async group => {
      const [{ window_ts, seconds }] = group as [Attempt]
      const steps = new Map<string, number>()
      const own = group.map(
        ({ names }) => new Map(names.map(who => [who, steps.set(who, (steps.get(who) ?? 0) + 1).get(who)!])),
      )
      // In the order of the names, so that two concurrent statements cannot deadlock.
      const names = [...steps.keys()].toSorted()
      const counted = await db.query<Counter>(COUNT, [names, names.map(who => steps.get(who)), window_ts, seconds])
      if (trimmed_ts < window_ts) await db.query('delete from counted_try where window_ts < $1', [window_ts - WINDOW])
      trimmed_ts = window_ts
      const total = new Map(counted.map(({ who, tries }) => [who, tries]))
      return own.map(tries => new Map([...tries].map(([who, nth]) => [who, total.get(who)! - steps.get(who)! + nth])))
    },
  )
})

const COUNT = `
insert into counted_try (who, window_ts, tries, last_ts)
select who, $3, step, $4 from unnest($1::text[], $2::int[]) as attempts (who, step)
    on conflict (who, window_ts) do update set tries = counted_try.tries + excluded.tries, last_ts = excluded.last_ts
returning who, tries`

/** Returns whether one more attempt would be within all limits and late enough after the latest one; counts nothing. */
export async function mayAttempt({ db, clock }: Parts, limits: Record<string, AttemptLimit>): Promise<AttemptVerdict> {
  const { window_ts, retry_after, seconds } = windowAt(clock)
  const counted = await triesOf(db)({ names: Object.keys(limits), window_ts, seconds, lane: currentLane() })
  const waits = counted.map(({ who, tries, last_ts }) => {
    const { most, free = most } = limits[who]!
    if (tries >= most) return retry_after
    return tries < free ? 0 : last_ts + waitAfter(tries - free) - seconds
  })
  const wait = Math.max(0, ...waits)
  return wait > 0 ? { allowed: false, retry_after: wait } : { allowed: true }
}

/** Returns the function that tells how many attempts there were under each of these names, together with others. */
const triesOf = remembered((db: Parts['db']) =>
  grouped(
    ({ window_ts, lane }: Attempt) => `${window_ts} ${lane}`,
    async group => {
      const names = [...new Set(group.flatMap(({ names }) => names))]
      const counted = await db.query<Counter>(TRIES, [names, group[0]!.window_ts])
      return group.map(({ names }) => counted.filter(({ who }) => names.includes(who)))
    },
  ),
)

const TRIES = 'select who, tries, last_ts from counted_try where window_ts = $2 and who = any($1::text[])'

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
