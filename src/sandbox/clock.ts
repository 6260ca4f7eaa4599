import type { Database } from '../db/database.ts'
import type { Worker } from '../jobs/worker.ts'
import { invalidField } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'

/** Everything that exists for trying Tollgate out: seed, clock, outbox, processor simulator. Only app.ts imports it, only in sandbox mode. */
export interface SandboxClock extends Clock {
  /** Reads how far other processes have moved the clock. */
  follow(): Promise<void>
  /** Moves the clock forward to a moment (Unix seconds) while all work that falls due is done in true time order. */
  moveTo(seconds: number, worker: Worker): Promise<Timeline>
}

export interface TimelineEvent {
  ts: number
  event: string
  resource: string
  id: string
  location_id: string | null
}

export interface Timeline {
  from: number
  to: number
  events: TimelineEvent[]
}

/** The last second of 2099, UTC. Who sends milliseconds for seconds must not end up in a year that nothing else can read. */
const LATEST = 4_102_444_799

/** The machine's time plus what the sandbox was moved ahead; never back. */
export function sandboxClock(db: Database, machine: Clock): SandboxClock {
  let ahead_ms = 0
  const clock: SandboxClock = {
    now: () => machine.now() + ahead_ms,
    seconds: () => Math.floor((machine.now() + ahead_ms) / 1000),
    async follow() {
      const [row] = await db.query<{ ahead_ms: number }>('select ahead_ms from sandbox_clock where id = 1')
      ahead_ms = Math.max(ahead_ms, row?.ahead_ms ?? 0)
    },
    async moveTo(seconds, worker) {
      await clock.follow()
      const from = clock.seconds()
      if (seconds < from) throw invalidField('now', 'The clock moves forward only.')
      if (seconds > LATEST) throw invalidField('now', 'The clock ends with the year 2099; it counts seconds.')
      await worker.drain()
      for (;;) {
        const next = await nextDue(db, seconds)
        if (next === null) break
        await ahead(next)
        await worker.drain()
      }
      await ahead(seconds)
      await worker.drain()
      return { from, to: clock.seconds(), events: await eventsSince(db, from) }
    },
  }
  const ahead = async (seconds: number): Promise<void> => {
    ahead_ms = Math.max(ahead_ms, seconds * 1000 - machine.now())
    await db.run('update sandbox_clock set ahead_ms = greatest(ahead_ms, $1) where id = 1', [ahead_ms])
  }
  return clock
}

async function nextDue(db: Database, until: number): Promise<number | null> {
  const [row] = await db.query<{ run_at: number | null }>(
    'select min(run_at) as run_at from job where failed_ts is null and run_at <= $1',
    [until],
  )
  return row?.run_at ?? null
}

const MOST_EVENTS = 10_000

async function eventsSince(db: Database, from: number): Promise<TimelineEvent[]> {
  const rows = await db.query<{ ts: number; resource: string; verb: string; id: string; location_id: string | null }>(
    `select created_ts as ts, noun as resource, verb, record_id as id, location_id
       from event where created_ts >= $1 order by created_ts, id limit ${MOST_EVENTS}`,
    [from],
  )
  return rows.map(({ verb, ...event }) => ({ ...event, event: `${event.resource}.${verb}` }))
}
