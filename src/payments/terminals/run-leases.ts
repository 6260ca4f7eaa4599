import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { onLane } from '../../db/lanes.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'

/** The runs whose devices this process is waiting for. */
export interface RunLeases {
  /** Returns this process's id for other processes; its heartbeat is stored when this resolves. */
  holder(): Promise<string>
  /** When `work` fails the run is released, so that another process recovers it. */
  add(id: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Does nothing for a run of another process, which sees the cancellation at its next heartbeat. */
  cancel(id: string): void
  isClosing(): boolean
  /** Stops waiting and releases the runs to other processes. */
  close(): Promise<void>
}

const HEARTBEAT_MS = 5_000
const LEASE_SECONDS = 30

/** One heartbeat row per process instead of one per run: ten thousand waiting runs write one row every five seconds. */
export function runLeases(db: Queryable, heartbeat_ms = HEARTBEAT_MS): RunLeases {
  const id = randomUUID()
  const runs = new Map<string, AbortController>()
  let stray: readonly string[] = []
  let first: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let closing = false

  const heartbeat = async (): Promise<void> => {
    // Others take the runs of this process over when this has to wait.
    await onLane('outcomes', () => db.run(HEARTBEAT, [id, LEASE_SECONDS]))
    // Runs stored under our id but not in progress here at two heartbeats: their commit was never confirmed, or
    // storing their outcome failed. They are listed only when the count is higher than expected.
    const [counted] = await db.query<{ count: number }>(HELD, [id])
    const held = counted!.count > runs.size ? await db.query<{ id: string }>(STRAY, [id, [...runs.keys()]]) : []
    const lost = held.map(run => run.id).filter(run => stray.includes(run) && !runs.has(run))
    if (lost.length > 0) await db.run('update terminalrun set holder = null where id = any($1)', [lost])
    stray = held.map(run => run.id)
    if (runs.size === 0) return
    for (const run of await db.query<{ id: string }>(CANCELLED, [id])) runs.get(run.id)?.abort()
  }
  const live = (): void => {
    timer = setInterval(() => void heartbeat().catch(() => undefined), heartbeat_ms)
    timer.unref()
  }
  return {
    async holder() {
      first ??= db.run(FORGET).then(heartbeat).then(live)
      await first.catch(error => {
        first = undefined
        throw error
      })
      return id
    },
    add(run_id, work) {
      const control = new AbortController()
      runs.set(run_id, control)
      work(control.signal)
        .catch(() => release(db, run_id))
        .catch(() => undefined)
        .finally(() => runs.delete(run_id))
    },
    cancel: run_id => runs.get(run_id)?.abort(),
    isClosing: () => closing,
    async close() {
      closing = true
      clearInterval(timer)
      if (first) await db.run('delete from terminalholder where id = $1', [id]).catch(() => 0)
    },
  }
}

/** Immediate when the database is reachable; otherwise a later heartbeat releases the run. */
function release(db: Queryable, id: string): Promise<unknown> {
  return db.run('update terminalrun set holder = null where id = $1 and ended_ts is null', [id])
}

/** Who begins forgets those that have died. */
const FORGET = `delete from terminalholder where alive_until < ${MACHINE_NOW} - ${LEASE_SECONDS}`

const HEARTBEAT = `
insert into terminalholder (id, alive_until) values ($1, ${MACHINE_NOW} + $2)
on conflict (id) do update set alive_until = excluded.alive_until`

const HELD = `
select count(*) as count from terminalrun where holder = $1 and ended_ts is null`

const STRAY = `
select id from terminalrun
 where holder = $1 and ended_ts is null
   and not exists (select from unnest($2::text[]) as at_work (id) where at_work.id = terminalrun.id)`

const CANCELLED = `
select id from terminalrun where holder = $1 and ended_ts is null and cancel_ts is not null`
