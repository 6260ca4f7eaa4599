import type { Database } from '../../db/database.ts'
import { coalescer } from '../../lib/coalescer.ts'
import { roundRobin } from '../../lib/round-robin.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { loaded } from '../lifecycle/attempt.ts'

/** Notification channel for runs with a result. */
export const CHANNEL = 'terminalrun'

/** Requests that wait for a run. Each costs an entry in a map, and no connection or timer. */
export interface WaitList {
  wait(run: RunRow): Promise<RunRow | undefined>
  /** Resolves the waiting requests of a run that has a result or is reported as unknown. */
  resolve(run: RunRow): void
  close(): void
}

const LOOK_MS = 1_000
/** Runs per poll. */
const LOOKED_AT = 500

/** Learns of runs of other processes by notification, and by polling some rows every second in case one is lost. */
export function waitList(db: Database): WaitList {
  const waiting = new Map<string, ((run: RunRow | undefined) => void)[]>()
  let stopListening: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const settle = (id: string, run: RunRow | undefined): void => {
    const waiters = waiting.get(id) ?? []
    waiting.delete(id)
    for (const resolve of waiters) resolve(run)
  }
  const look = coalescer(async ids => {
    const wanted = ids.filter(id => waiting.has(id))
    if (wanted.length === 0) return
    const rows = await db.query<Record<string, unknown>>(UNKNOWN, [wanted]).catch(() => [])
    for (const row of rows) settle(row.id as string, loaded<RunRow>(terminalrun, row))
  })
  const open = (): void => {
    if (timer) return
    const next = roundRobin(() => waiting.keys(), LOOKED_AT)
    timer = setInterval(() => look(next()), LOOK_MS).unref()
    stopListening = db.listen(CHANNEL, id => look([id]))
  }
  return {
    wait(run) {
      if (hasResult(run)) return Promise.resolve(run)
      if (closed) return Promise.resolve(undefined)
      open()
      return new Promise(resolve => {
        waiting.set(run.id, [...(waiting.get(run.id) ?? []), resolve])
        // The run may have ended after the caller read it.
        look([run.id])
      })
    },
    resolve: run => settle(run.id, run),
    close() {
      closed = true
      clearInterval(timer)
      stopListening?.()
      for (const id of [...waiting.keys()]) settle(id, undefined)
    },
  }
}

const UNKNOWN = `select * from terminalrun where id = any($1) and status <> 'running'`

function hasResult({ status }: Pick<RunRow, 'status'>): boolean {
  return status !== 'running'
}
