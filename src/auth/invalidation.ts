import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'

/** How old a process may let what it remembers of credentials become before it asks whether anything changed. */
const STALE_MS = 25

/** Keeps what several processes remember of credentials in step, at the price of one tiny query in a while. */
export interface Invalidation {
  /** Resolves once what is remembered is at most 25 ms behind the database; clears it when something changed. */
  check(): Promise<void> | undefined
  /** Something changed and is committed. Resolves when no process can still go by what it was before. */
  changed(): Promise<void>
}

/**
 * A change raises a version in the database and is answered only after the time that anybody may go on without asking for
 * it. So whoever was told that a token or a key has ended can rely on it, whichever process is asked next.
 */
export function invalidation(db: Database, clear: () => void): Invalidation {
  let seen: number | null = null
  let checked = Number.NEGATIVE_INFINITY
  let asking: { began: number; answer: Promise<void> } | undefined

  const ask = async (began: number): Promise<void> => {
    const [row] = await db.query<{ version: number }>('select version from credential_version where id = 1')
    const version = row?.version ?? 0
    if (version !== seen) clear()
    seen = version
    checked = Math.max(checked, began)
  }

  return {
    check() {
      const now = performance.now()
      if (now - checked < STALE_MS) return undefined
      // A question that a slow database has held up for longer may have been asked before what this request has to know of.
      if (asking && now - asking.began < STALE_MS) return asking.answer
      const mine = { began: now, answer: ask(now) }
      asking = mine
      const over = (): void => {
        if (asking === mine) asking = undefined
      }
      mine.answer.then(over, over)
      return mine.answer
    },
    async changed() {
      clear()
      await db.run('update credential_version set version = version + 1 where id = 1')
      clear()
      await pause(STALE_MS + 1)
    },
  }
}
