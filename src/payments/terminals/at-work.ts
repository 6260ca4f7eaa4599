import type { Queryable } from '../../db/database.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { LEASE_SECONDS } from './record-run.ts'

/** The runs whose devices this process is waiting for. */
export interface AtWork {
  add(id: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Nothing happens when the run is in other hands: whoever has it learns of the wish when it renews its lease. */
  cancel(id: string): void
  isLeaving(): boolean
  /** Stops waiting, and gives every lease back so that others can carry on at once. */
  leave(): Promise<void>
}

const RENEW_MS = 5_000

/** All leases of a process are renewed by one statement, however many devices it waits for. */
export function atWork(db: Queryable): AtWork {
  const runs = new Map<string, AbortController>()
  let leaving = false

  const renew = async (): Promise<void> => {
    if (runs.size === 0) return
    const rows = await db
      .query<{ id: string; cancel_ts: number | null }>(RENEW, [[...runs.keys()], LEASE_SECONDS])
      .catch(() => [])
    for (const { id, cancel_ts } of rows) if (cancel_ts !== null) runs.get(id)?.abort()
  }
  const timer = setInterval(renew, RENEW_MS)
  timer.unref()

  return {
    add(id, work) {
      const control = new AbortController()
      runs.set(id, control)
      work(control.signal)
        .catch(() => undefined)
        .finally(() => runs.delete(id))
    },
    cancel: id => runs.get(id)?.abort(),
    isLeaving: () => leaving,
    async leave() {
      leaving = true
      clearInterval(timer)
      if (runs.size > 0) await db.run(GIVE_BACK, [[...runs.keys()]]).catch(() => 0)
    },
  }
}

const RENEW = `
update terminalrun set lease_until = ${MACHINE_NOW} + $2 where id = any($1) and ended_ts is null returning id, cancel_ts`

const GIVE_BACK = 'update terminalrun set lease_until = 0 where id = any($1) and ended_ts is null'
