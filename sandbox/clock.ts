import type { Database } from '../src/db/database.ts'
import { MACHINE_NOW } from '../src/db/machine-now.ts'
import type { Worker } from '../src/jobs/worker.ts'
import { invalid, invalidField } from '../src/lib/problem.ts'
import type { Clock } from '../src/ports/clock.ts'
import { type TimelineEvent, timelineSince } from './timeline.ts'

export interface SandboxClock extends Clock {
  /** Reads how far other processes have moved the clock. */
  follow(): Promise<void>
  /**
   * Moves the clock forward to a moment (Unix seconds) while all work that falls due is done in the order of time. Time
   * stands still while the work of one moment is done, so that every record carries the moment at which it was due. A
   * moment that is counted from now is given as a function: another process may have moved the clock since this one
   * last read it.
   */
  moveTo(target: number | ((now: number) => number), worker: Worker): Promise<Timeline>
}

export interface Timeline {
  from: number
  to: number
  events: TimelineEvent[]
  /** How many later events the answer leaves out; only there when it does. */
  omitted?: number
}

/**
 * The last second of 2099, UTC, so that milliseconds sent for seconds are refused and not taken for a date far in the
 * future.
 */
export const LATEST = 4_102_444_799
/** Longer than the lease of a job, so that a job whose worker died is done in its turn and not later. */
const DRAIN_MS = 30_000

/** The machine's time plus what the sandbox was moved ahead; never back. */
export function sandboxClock(db: Database, machine: Clock): SandboxClock {
  let ahead_ms = 0
  let standing_ms: number | null = null
  let moving: Promise<unknown> = Promise.resolve()

  const millis = () => standing_ms ?? machine.now() + ahead_ms
  const seconds = () => Math.floor(millis() / 1000)
  const follow = async (): Promise<void> => {
    const [row] = await db.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
    ahead_ms = Math.max(ahead_ms, row?.ahead_ms ?? 0)
  }
  const standAt = async (ms: number): Promise<void> => {
    standing_ms = Math.max(ms, standing_ms ?? 0)
    ahead_ms = Math.max(ahead_ms, standing_ms - machine.now())
    await db.run(`update sandbox_clock set ahead_ms = greatest(ahead_ms, $1), moved_ts = ${MACHINE_NOW} where id = 1`, [
      ahead_ms,
    ])
  }
  const move = async (target: number | ((now: number) => number), worker: Worker): Promise<Timeline> => {
    await follow()
    const from_ms = millis()
    const from = seconds()
    const to = typeof target === 'number' ? target : target(from)
    if (to < from) throw invalidField('now', 'The clock moves forward only.')
    if (to > LATEST) throw invalidField('now', 'The clock ends with the year 2099; it counts seconds.')
    try {
      await standAt(from_ms)
      for (;;) {
        const { next } = await worker.drain(DRAIN_MS)
        if (next === null || next > to) break
        await standAt(next * 1000)
      }
      await standAt(to * 1000)
      await worker.drain(DRAIN_MS)
      return { from, to: seconds(), ...(await timelineSince(db, from_ms)) }
    } finally {
      standing_ms = null
    }
  }
  return {
    now: millis,
    seconds,
    follow,
    moveTo(target, worker) {
      const turn = moving.then(() => move(target, worker))
      moving = turn.catch(() => undefined)
      return turn
    },
  }
}

/**
 * Reads where to move the clock: `{"now": seconds}`, or `{"advance": "P1M"}`, a span of ISO 8601 counted in UTC.
 * Returns Unix seconds, throws a 422.
 */
export function targetOf(body: unknown, seconds: number): number {
  const { now, advance } = (body ?? {}) as { now?: unknown; advance?: unknown }
  if (typeof now === 'number' && Number.isInteger(now)) return now
  if (typeof advance !== 'string') throw invalid({ now: ['Now or advance is needed.'] })
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO('UTC')
    return Math.floor(start.add(Temporal.Duration.from(advance)).epochMilliseconds / 1000)
  } catch {
    throw invalidField('advance', 'Advance must be a span such as P1M or PT36H.')
  }
}
