import type { Database } from '../../db/database.ts'
import { away } from '../../db/lanes.ts'
import { coalescer } from '../../lib/coalescer.ts'
import { roundRobin } from '../../lib/round-robin.ts'

/** Requests that wait for a record. Each costs an entry in a map, and no connection. */
export interface WaitList<Row> {
  /** Resolves with the record once it is what is waited for; with undefined when the list closes or time is over. */
  wait(row: Row, most_ms?: number): Promise<Row | undefined>
  /** Resolves the waiting requests of a record that is what they wait for. */
  resolve(row: Row): void
  close(): void
}

/** What is waited for. */
interface Awaited<Row> {
  /** Returns those of the records of these ids ($1) that are what is waited for. */
  select: string
  load(columns: Record<string, unknown>): Row
  is_there(row: Row): boolean
  /** Where other processes notify their ids. */
  channel?: string
}

const LOOK_MS = 1_000
/** Records per poll. */
const LOOKED_AT = 500

/**
 * Learns of records of other processes by notification, where there is one, and by polling some rows every second in
 * case one is lost.
 */
export function waitList<Row extends { id: string }>(
  db: Database,
  { select, load, is_there, channel }: Awaited<Row>,
): WaitList<Row> {
  const waiting = new Map<string, ((row: Row | undefined) => void)[]>()
  let stopListening: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const settle = (id: string, row: Row | undefined): void => {
    const waiters = waiting.get(id) ?? []
    waiting.delete(id)
    for (const resolve of waiters) resolve(row)
  }
  const leave = (id: string, waiter: (row: Row | undefined) => void): void => {
    const others = (waiting.get(id) ?? []).filter(each => each !== waiter)
    if (others.length > 0) waiting.set(id, others)
    else waiting.delete(id)
    waiter(undefined)
  }
  const look = coalescer(async ids => {
    const wanted = ids.filter(id => waiting.has(id))
    if (wanted.length === 0) return
    const rows = await db.query<Record<string, unknown>>(select, [wanted]).catch(() => [])
    for (const row of rows) settle(row.id as string, load(row))
  })
  const open = (): void => {
    if (timer) return
    const next = roundRobin(() => waiting.keys(), LOOKED_AT)
    timer = setInterval(() => look(next()), LOOK_MS).unref()
    if (channel) stopListening = db.listen(channel, id => look([id]))
  }
  return {
    wait(row, most_ms) {
      if (is_there(row)) return Promise.resolve(row)
      if (closed) return Promise.resolve(undefined)
      open()
      return away(
        () =>
          new Promise(resolve => {
            waiting.set(row.id, [...(waiting.get(row.id) ?? []), resolve])
            if (most_ms !== undefined) setTimeout(() => leave(row.id, resolve), most_ms).unref()
            // It may be there since the caller read it.
            look([row.id])
          }),
      )
    },
    resolve: row => settle(row.id, row),
    close() {
      closed = true
      clearInterval(timer)
      stopListening?.()
      for (const id of [...waiting.keys()]) settle(id, undefined)
    },
  }
}
