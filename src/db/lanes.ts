import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { Lane } from './database.ts'

/** How long the work of a lane may wait for a connection, for a lock and for the end of a statement. */
export interface LaneLimits {
  connection_ms: number
  lock_ms: number
  statement_ms: number
  /**
   * How long a transaction may wait for its next statement. Only a frozen or dead process exceeds this, and its locks
   * block others. Where they may be locks that outcomes need, this is shorter than an outcome is tried to be stored.
   */
  idle_ms: number
  /** Settings of its connections. */
  options?: string
}

/** Plans are kept, and one made for a small table would read all of it until PostgreSQL has counted its rows again. */
const BY_INDEX = '-c enable_seqscan=off'

/**
 * A request that waits longer than this is better refused than kept: its client has given up by then. Lists over
 * millions of records and jobs may take longer, because they only hold up each other; a transaction of a job may
 * not wait for its process, because it may be settling a batch that all payments of a merchant join.
 */
export const LIMITS: Record<Lane, LaneLimits> = {
  requests: { connection_ms: 10_000, lock_ms: 5_000, statement_ms: 30_000, idle_ms: 6_000, options: BY_INDEX },
  // Tried again when it fails, so that one slow try must not use up the time there is. All is found by ids there, so
  // plans for whatever values are right; PostgreSQL would plan anew for each group that is small.
  outcomes: {
    connection_ms: 3_000,
    lock_ms: 3_000,
    statement_ms: 8_000,
    idle_ms: 4_000,
    options: `${BY_INDEX} -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan`,
  },
  jobs: { connection_ms: 20_000, lock_ms: 5_000, statement_ms: 120_000, idle_ms: 6_000 },
  // Nothing waits for what a list reads.
  lists: { connection_ms: 10_000, lock_ms: 5_000, statement_ms: 60_000, idle_ms: 60_000 },
  pages: { connection_ms: 10_000, lock_ms: 5_000, statement_ms: 30_000, idle_ms: 6_000 },
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

/** The place of a request that is worked on. */
export interface Place {
  leave(): void
  /** Runs `work`, and gives the place up while it lasts. */
  away<T>(work: () => Promise<T>): Promise<T>
}

/** What takes turns together: requests of a merchant's programs, those of visitors of its pages, its large lists. */
export type WorkKind = 'programs' | 'pages' | 'lists'

/** Which requests are worked on at the same time. */
export interface Admission {
  /**
   * Returns the place of a request of this merchant, or of a large list that one asks for, at once where it can.
   * Rejects with Unavailable where there is none in time, and with a refusal where the connection of `response` closes
   * meanwhile: nobody waits for that request any more.
   */
  enter(merchant: string, kind: WorkKind, response?: EventEmitter): Place | Promise<Place>
}

export interface AdmissionUse {
  /** Requests that are worked on now. */
  working: number
  /** Requests that wait for others of their merchant now. */
  waiting: number
  /** Requests that had to wait since the process began. */
  waited: number
}

/** Whose work it is, once that is known: its turns at connections are taken for this merchant. */
interface Owner {
  root_id: string | null
  /** Of a request: tells by `finish` that it is answered. */
  admitted: { admission: Admission; response: EventEmitter; place?: Place } | null
}

interface Work {
  lane: Lane
  owner: Owner
  /** It has a connection: a second one that it needs meanwhile must not wait for the first. */
  has_connection: boolean
}

const current = new AsyncLocalStorage<Work>()

/** Runs `work` on the connections of a lane, with everything that it awaits and starts. */
export function onLane<T>(lane: Lane, work: () => T): T {
  const owner = current.getStore()?.owner ?? { root_id: null, admitted: null }
  return current.run({ lane, owner, has_connection: false }, work)
}

/** Runs the work of a request, whose merchant is told by `ownedBy` when it is known. */
export function onRequest<T>(admission: Admission, response: EventEmitter, work: () => T): T {
  const owner = { root_id: null, admitted: { admission, response } }
  return current.run({ lane: 'requests', owner, has_connection: false }, work)
}

/**
 * Says whose the work is that runs now. A request waits here until it may be worked on; throws Unavailable where that
 * takes too long.
 */
export async function ownedBy(root_id: string): Promise<void> {
  const own = current.getStore()
  if (!own) return
  const { owner, lane } = own
  const is_known = owner.root_id !== null
  owner.root_id = root_id
  if (!owner.admitted || is_known) return
  const { admission, response } = owner.admitted
  const place = await admission.enter(root_id, lane === 'pages' ? 'pages' : 'programs', response)
  owner.admitted.place = place
  response.once('finish', place.leave)
}

/** Runs `work`, which waits for a processor, a terminal or another request: the place of this one is free meanwhile. */
export function away<T>(work: () => Promise<T>): Promise<T> {
  const place = current.getStore()?.owner.admitted?.place
  return place ? place.away(work) : work()
}

/** Runs `work`, a large list or a part of a file, when it is the turn of this merchant's; throws as `ownedBy`. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { root_id, admitted } = current.getStore()?.owner ?? {}
  if (!root_id || !admitted) return work()
  const place = await admitted.admission.enter(root_id, 'lists', admitted.response)
  try {
    return await work()
  } finally {
    place.leave()
  }
}

/** Returns what runs work for the owner of the work that runs now, when something else runs. */
export function ownedAsNow(): <T>(work: () => T) => T {
  return AsyncLocalStorage.snapshot()
}

/** Runs what is done on a connection. */
export function withConnection<T>(work: () => T): T {
  const own = current.getStore()
  return own?.owner.root_id ? current.run({ ...own, has_connection: true }, work) : work()
}

/** Returns the lane of the work that runs now: `requests` unless it was put on another. */
export function currentLane(): Lane {
  return current.getStore()?.lane ?? 'requests'
}

/** Returns for which merchant work waits for a turn; null where it waits for nobody. */
export function currentMerchant(): string | null {
  const own = current.getStore()
  return !own || own.has_connection || own.lane === 'jobs' ? null : own.owner.root_id
}
