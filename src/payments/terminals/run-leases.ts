import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'

/** The runs whose devices this process is waiting for. */
export interface RunLeases {
  /** How others know this process; it is alive when this resolves. */
  holder(): Promise<string>
  /** When `work` fails the run is let go of, so that others find out what became of it. */
  add(id: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Nothing happens when the run is in other hands: whoever has it hears of the wish within some seconds. */
  cancel(id: string): void
  isClosing(): boolean
  /** Stops waiting, so that others can carry on at once. */
  leave(): Promise<void>
}

const BEAT_MS = 5_000
export const LEASE_SECONDS = 30

/** A process that waits for ten thousand devices writes one row every five seconds, not ten thousand. */
export function runLeases(db: Queryable, beat_ms = BEAT_MS): RunLeases {
  const id = randomUUID()
  const runs = new Map<string, AbortController>()
  let stray: readonly string[] = []
  let first: Promise<unknown> | undefined
  let timer: NodeJS.Timeout | undefined
  let closing = false

  const beat = async (): Promise<void> => {
    await db.run(BEAT, [id, LEASE_SECONDS])
    // Stored in our name, and not at work here at two beats: its commit was never confirmed to us, or its outcome could not be stored.
    // Which they are is asked only when there are more than are known of here.
    const [counted] = await db.query<{ count: number }>(HELD, [id])
    const held = counted!.count > runs.size ? await db.query<{ id: string }>(STRAY, [id, [...runs.keys()]]) : []
    const lost = held.map(run => run.id).filter(run => stray.includes(run) && !runs.has(run))
    if (lost.length > 0) await db.run('update terminalrun set holder = null where id = any($1)', [lost])
    stray = held.map(run => run.id)
    if (runs.size === 0) return
    for (const run of await db.query<{ id: string }>(CANCELLED, [id])) runs.get(run.id)?.abort()
  }
  const live = (): void => {
    timer = setInterval(() => void beat().catch(() => undefined), beat_ms)
    timer.unref()
  }
  return {
    async holder() {
      first ??= beat().then(live)
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
    async leave() {
      closing = true
      clearInterval(timer)
      if (first) await db.run('delete from terminalholder where id = $1', [id]).catch(() => 0)
    },
  }
}

/** At once where the database can be reached; otherwise the next beats see to it. */
function release(db: Queryable, id: string): Promise<unknown> {
  return db.run('update terminalrun set holder = null where id = $1 and ended_ts is null', [id])
}

const BEAT = `
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
