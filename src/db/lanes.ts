import { AsyncLocalStorage } from 'node:async_hooks'
import type { Lane } from './database.ts'

/** How long the work of a lane may wait for a connection, for a lock and for the end of a statement. */
export interface LaneLimits {
  connection_ms: number
  lock_ms: number
  statement_ms: number
}

/**
 * A request that waits longer than this is better refused than kept: its client has given up by then. Lists over
 * millions of records and jobs may take longer, since they hold nobody up but each other.
 */
export const LIMITS: Record<Lane, LaneLimits> = {
  requests: { connection_ms: 10_000, lock_ms: 5_000, statement_ms: 30_000 },
  // Tried again when it fails, so that one slow try must not use up the time there is.
  outcomes: { connection_ms: 3_000, lock_ms: 3_000, statement_ms: 8_000 },
  jobs: { connection_ms: 20_000, lock_ms: 5_000, statement_ms: 120_000 },
  lists: { connection_ms: 10_000, lock_ms: 5_000, statement_ms: 60_000 },
  pages: { connection_ms: 10_000, lock_ms: 5_000, statement_ms: 30_000 },
}

const LANES = Object.keys(LIMITS) as readonly Lane[]

/** Shares of all lanes but `requests`, which has the rest. */
const SHARES: Readonly<Record<Exclude<Lane, 'requests'>, number>> = {
  outcomes: 0.15,
  jobs: 0.2,
  lists: 0.15,
  pages: 0.1,
}

/** Divides the connections of a process. Fewer than there are lanes are shared by all work. */
export function lanesOf(connections: number): number | Record<Lane, number> {
  if (connections < LANES.length) return connections
  const sizes = { requests: connections, outcomes: 0, jobs: 0, lists: 0, pages: 0 }
  for (const lane of LANES) {
    if (lane === 'requests') continue
    sizes[lane] = Math.max(1, Math.round(connections * SHARES[lane]))
    sizes.requests -= sizes[lane]
  }
  return sizes
}

const current = new AsyncLocalStorage<Lane>()

/** Runs `work` on the connections of a lane, with everything that it awaits and starts. */
export function onLane<T>(lane: Lane, work: () => T): T {
  return current.run(lane, work)
}

/** Returns the lane of the work that runs now: `requests` unless it was put on another. */
export function currentLane(): Lane {
  return current.getStore() ?? 'requests'
}
