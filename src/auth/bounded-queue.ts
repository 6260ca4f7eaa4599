import { Refusal } from '../lib/problem.ts'
import { semaphore } from '../lib/semaphore.ts'

/** Passwords checked at the same time in this process: each takes 19 MiB and a thread for a tenth of a second. */
const AT_ONCE = 2
const MOST_WAITING = 60

/** Runs work of which only some may run at once; the rest waits, and what finds too many waiting is refused with 429. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>

export function boundedQueue(at_once = AT_ONCE, most_waiting = MOST_WAITING): BoundedQueue {
  const enter = semaphore(at_once)
  let inside = 0
  return async work => {
    if (inside >= at_once + most_waiting)
      throw new Refusal(429, 'Too many people sign in at this moment.', null, { 'retry-after': '2' })
    inside += 1
    try {
      return await enter(work)
    } finally {
      inside -= 1
    }
  }
}
