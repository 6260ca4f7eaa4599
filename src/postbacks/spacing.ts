import type { Clock } from '../ports/clock.ts'

interface Try {
  clock_ms: number
  machine_ms: number
  wait_ms: number
}

/**
 * The two clocks of one machine differ that much only when it was busy between two looks at them; when they differ by more, ours was
 * moved, which it is by whole seconds, or stands still.
 */
const NATURAL_MS = 400
/** So many tries are remembered; a retry that is forgotten comes less than a second early. */
const MOST = 1000

/**
 * Whole seconds are too coarse to keep an interval: a try that ends late in a second would be followed up to a second early.
 * This process remembers its own tries and holds the next back until the interval is over to the millisecond, as long as
 * time takes its natural course.
 */
export function spacing(clock: Clock) {
  const tries = new Map<string, Try>()
  return {
    tried(id: string, wait_seconds: number): void {
      const [oldest] = tries.keys()
      if (tries.size >= MOST && oldest !== undefined) tries.delete(oldest)
      tries.set(id, { clock_ms: clock.now(), machine_ms: performance.now(), wait_ms: wait_seconds * 1000 })
    },
    /** The postbacks that are not to be tried yet, although their second may have begun, and after how many ms the first may be. */
    heldBack(): { ids: string[]; ms: number } {
      const ids: string[] = []
      let ms = Number.POSITIVE_INFINITY
      for (const [id, { clock_ms, machine_ms, wait_ms }] of tries) {
        const passed = clock.now() - clock_ms
        const is_natural = Math.abs(passed - (performance.now() - machine_ms)) <= NATURAL_MS
        const left = wait_ms - passed
        if (left <= 0 || !is_natural) tries.delete(id)
        else if (left < 1000) {
          ids.push(id)
          ms = Math.min(ms, left)
        }
      }
      return { ids, ms }
    },
  }
}
