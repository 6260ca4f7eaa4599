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

/** Whose work it is, once that is known: its turns at connections are taken for this merchant. */
interface Owner {
  root_id: string | null
}

interface Place {
  lane: Lane
  owner: Owner
  /** It has a connection: a second one that it needs meanwhile must not wait for the first. */
  has_connection: boolean
}

const current = new AsyncLocalStorage<Place>()

/** Runs `work` on the connections of a lane, with everything that it awaits and starts. */
export function onLane<T>(lane: Lane, work: () => T): T {
  const owner = current.getStore()?.owner ?? { root_id: null }
  return current.run({ lane, owner, has_connection: false }, work)
}

/** Runs the work of a request, whose merchant is told by `ownedBy` when it is known. */
export function onRequest<T>(work: () => T): T {
  return current.run({ lane: 'requests', owner: { root_id: null }, has_connection: false }, work)
}

/** Says whose the work is that runs now. */
export function ownedBy(root_id: string): void {
  const place = current.getStore()
  if (place) place.owner.root_id = root_id
}

/** Runs what is done on a connection. */
export function withConnection<T>(work: () => T): T {
  const place = current.getStore()
  return place?.owner.root_id ? current.run({ ...place, has_connection: true }, work) : work()
}

/** Returns the lane of the work that runs now: `requests` unless it was put on another. */
export function currentLane(): Lane {
  return current.getStore()?.lane ?? 'requests'
}

/** Returns for which merchant work waits for a turn; null where it waits for nobody. */
export function currentMerchant(): string | null {
  const place = current.getStore()
  return !place || place.has_connection || place.lane === 'jobs' ? null : place.owner.root_id
}
