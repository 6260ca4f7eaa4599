// biome-ignore-all lint/style/noRestrictedGlobals: how long cached credentials are used without a check
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { onLane } from '../db/lanes.ts'

/** The longest time for which a process uses its caches of credentials without asking whether something changed. */
const FRESH_MS = 25

/** Keeps the credential caches of several processes in step, for the price of one tiny query now and then. */
export interface Invalidation {
  /** Resolves once the caches are at most 25 ms behind the database; clears them when something changed. */
  ensureFresh(): Promise<void> | undefined
  /** Call it once a change is committed. Resolves when no process can use the former state any more. */
  invalidate(): Promise<void>
}

/**
 * A change raises a version in the database, and `invalidate` resolves only after the time for which a process may go
 * without reading it. A caller who got the response that a token or key has ended can rely on it in every process.
 */
export function invalidation(db: Database, clear: () => void): Invalidation {
  let seen: number | null = null
  let checked = Number.NEGATIVE_INFINITY
  let check: { began: number; done: Promise<void> } | undefined

  const readVersion = async (began: number): Promise<void> => {
    const [row] = await db.query<{ version: number }>('select version from credential_version where id = 1')
    const version = row?.version ?? 0
    if (version !== seen) clear()
    seen = version
    checked = Math.max(checked, began)
  }

  return {
    ensureFresh() {
      const now = performance.now()
      if (now - checked < FRESH_MS) return undefined
      // A check that a slow database delays may have read the version before the change this request must see.
      if (check && now - check.began < FRESH_MS) return check.done
      // Requests of all lanes wait for it, so it must not wait with those of one.
      const mine = { began: now, done: onLane('requests', () => readVersion(now)) }
      check = mine
      const end = (): void => {
        if (check === mine) check = undefined
      }
      mine.done.then(end, end)
      return mine.done
    },
    async invalidate() {
      clear()
      await db.run('update credential_version set version = version + 1 where id = 1')
      clear()
      await pause(FRESH_MS + 1)
    },
  }
}
