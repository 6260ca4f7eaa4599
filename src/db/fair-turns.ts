// biome-ignore-all lint/style/noRestrictedGlobals: whether another merchant was recently active
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
 * do, and who waits is served in turn. So the work of one never stands in line behind all that another has sent. That
 * matters for what was begun before somebody else came: requests that come later have waited at the door
 * (`http/admission.ts`).
 */
export function fairTurns(places: number, wait_ms: number, active: RecentMerchants): FairTurns {
  const alone = Math.max(1, places - (places > 4 ? 1 : 0))
  const share = Math.max(1, Math.floor(places * SHARE))
  const running = new Map<string, number>()
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
    return () => {
      total -= 1
      const left = running.get(merchant)! - 1
      if (left > 0) running.set(merchant, left)
      else running.delete(merchant)
      if (waiting > 0) serve()
    }
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
