import { Unavailable } from '../lib/problem.ts'

/** Turns at the connections of a lane, which merchants take fairly. */
export interface FairTurns {
  /** Whether this merchant's work would begin at once. */
  isFree(merchant: string): boolean
  /** Returns what ends the turn, at once where it can. Rejects with Unavailable where it does not come in time. */
  take(merchant: string): (() => void) | Promise<() => void>
  /** Work that waits for its turn. */
  waiting(): number
}

/**
 * A merchant counts as active for so long after its last piece of work: as long as a request takes, and not longer,
 * since others have less of the machine meanwhile.
 */
const ACTIVE_MS = 150
/** What one merchant may hold of the connections while others are active. */
const SHARE = 0.125
/** The longest pause after a turn, so that a turn that waited for a lock is not paid for a second time. */
const LONGEST_REST_MS = 50
/** Work of one merchant that waits: more is refused at once. */
const MOST_WAITING = 2_000

/** Which merchants were active of late, in all lanes of a process. */
export interface RecentMerchants {
  note(merchant: string): void
  /** Whether anybody else was active just now. */
  hasOthers(merchant: string): boolean
}

export function recentMerchants(): RecentMerchants {
  let last = { merchant: '', at: Number.NEGATIVE_INFINITY }
  let before_that = last
  return {
    note(merchant) {
      if (merchant !== last.merchant) before_that = last
      last = { merchant, at: performance.now() }
    },
    hasOthers(merchant) {
      const { at } = last.merchant === merchant ? before_that : last
      return performance.now() - at < ACTIVE_MS
    },
  }
}

/**
 * While one merchant is alone it takes all turns of a small lane, and of a large one all but one, so that the first
 * statement of somebody else does not wait. While several are active each holds a share at most, however much it has to
 * do, and who waits is served in turn. So the work of one never stands in line behind all that another has sent. And a
 * merchant with work in line rests after each turn as long as that took: the database and this process then have half
 * of their time for others, who would otherwise wait for a processor even though they have a turn.
 */
export function fairTurns(places: number, wait_ms: number, active: RecentMerchants): FairTurns {
  const alone = Math.max(1, places - (places > 4 ? 1 : 0))
  const share = Math.max(1, Math.floor(places * SHARE))
  /** Turns of a merchant, and those that it rests from. */
  const running = new Map<string, number>()
  /** Milliseconds that a merchant has not rested yet: timers have no smaller unit. */
  const owed = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  let total = 0
  let waiting = 0

  const isShared = (merchant: string): boolean =>
    queues.size > (queues.has(merchant) ? 1 : 0) || active.hasOthers(merchant)
  const mayBegin = (merchant: string): boolean =>
    total < places && (running.get(merchant) ?? 0) < (isShared(merchant) ? share : alone)
  const begin = (merchant: string): (() => void) => {
    total += 1
    running.set(merchant, (running.get(merchant) ?? 0) + 1)
    const began = performance.now()
    return () => {
      total -= 1
      const pause = restOf(merchant, performance.now() - began)
      if (pause > 0) setTimeout(leave, pause, merchant)
      else leave(merchant)
      if (pause > 0 && waiting > 0) serve()
    }
  }
  const leave = (merchant: string): void => {
    const left = running.get(merchant)! - 1
    if (left > 0) running.set(merchant, left)
    else running.delete(merchant)
    if (waiting > 0) serve()
  }
  /** Returns how long the place of a turn that took `ms` stays empty. */
  const restOf = (merchant: string, ms: number): number => {
    const owes = (owed.get(merchant) ?? 0) + Math.min(ms, LONGEST_REST_MS)
    if (!queues.has(merchant) || !isShared(merchant)) {
      owed.delete(merchant)
      return 0
    }
    owed.set(merchant, owes % 1)
    return Math.floor(owes)
  }
  /** Begins all that may: a merchant that is alone again has more turns than the one that has just ended. */
  const serve = (): void => {
    while (total < places) {
      const [merchant, queue] = queues.entries().find(([each]) => mayBegin(each)) ?? []
      if (!merchant || !queue) return
      const next = queue.shift()!
      waiting -= 1
      queues.delete(merchant)
      if (queue.length > 0) queues.set(merchant, queue)
      next()
    }
  }
  const wait = (merchant: string): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(merchant) ?? []
      if (queue.length >= MOST_WAITING) return reject(new Unavailable(true, new Error('too many wait')))
      const go = (): void => {
        clearTimeout(timer)
        resolve(begin(merchant))
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(go), 1)
        waiting -= 1
        if (queue.length === 0) queues.delete(merchant)
        reject(new Unavailable(true, new Error('no turn in time')))
      }, wait_ms)
      queues.set(merchant, queue)
      queue.push(go)
      waiting += 1
    })
  return {
    isFree: merchant => !queues.has(merchant) && mayBegin(merchant),
    take(merchant) {
      active.note(merchant)
      return !queues.has(merchant) && mayBegin(merchant) ? begin(merchant) : wait(merchant)
    },
    waiting: () => waiting,
  }
}
