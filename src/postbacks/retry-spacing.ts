import type { Clock } from '../ports/clock.ts'

interface Attempt {
  clock_ms: number
  machine_ms: number
  interval_ms: number
}

/**
 * The clock port and the machine's clock drift apart by less than this, even on a busy machine. A larger difference
 * means that a sandbox clock was moved, which happens in whole seconds, or was stopped.
 */
const LARGEST_DRIFT_MS = 400
/** Attempts that are remembered. A retry whose attempt was forgotten comes less than a second early. */
const MOST = 1000

/**
 * Keeps the interval between attempts to the millisecond. Stored times are whole seconds, so the retry of an attempt
 * that ended late in a second would come up to a second early. This process remembers its own attempts and holds their
 * retries back, as long as the clock port runs at the machine's pace.
 */
export function retrySpacing(clock: Clock) {
  const attempts = new Map<string, Attempt>()
  return {
    failed(id: string, interval_seconds: number): void {
      const [oldest] = attempts.keys()
      if (attempts.size >= MOST && oldest !== undefined) attempts.delete(oldest)
      const now = { clock_ms: clock.now(), machine_ms: performance.now() }
      attempts.set(id, { ...now, interval_ms: interval_seconds * 1000 })
    },
    /**
     * Returns the postbacks that are due by the second but not by the millisecond, and in how many ms the first of them
     * is.
     */
    heldBack(): { ids: string[]; ms: number } {
      const ids: string[] = []
      let ms = Number.POSITIVE_INFINITY
      for (const [id, { clock_ms, machine_ms, interval_ms }] of attempts) {
        const passed = clock.now() - clock_ms
        const is_steady = Math.abs(passed - (performance.now() - machine_ms)) <= LARGEST_DRIFT_MS
        const left = interval_ms - passed
        if (left <= 0 || !is_steady) attempts.delete(id)
        else if (left < 1000) {
          ids.push(id)
          ms = Math.min(ms, left)
        }
      }
      return { ids, ms }
    },
  }
}
