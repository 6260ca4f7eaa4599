// biome-ignore-all lint/style/noRestrictedGlobals: when polling loops run next
/** How many looks in a row have to find nothing before they are made half as often. */
const QUIET_LOOKS = 10

/** Returns how long who has found nothing so many times waits before he looks again, in milliseconds. */
export const pauseAfter = (empty_looks: number): number => untilNext(empty_looks < QUIET_LOOKS ? 500 : 1_000)

/**
 * Returns the milliseconds until what is done this often is done again: all of it in step, because waking an idle
 * process, and PostgreSQL, costs several times what they do then. Half of the time at least, one and a half at most.
 */
export function untilNext(every_ms: number): number {
  // In whole milliseconds: Node keeps a list of timers for each other span.
  const left = every_ms - Math.floor(performance.now() % every_ms)
  return left < every_ms / 2 ? left + every_ms : left
}

/**
 * Returns a pause that can be cut short, also before it begins, so that a notification during a look for work is not
 * missed.
 */
export function wakeableSleep() {
  let woken = false
  let end = (): void => undefined
  return {
    /** A wake-up from now on counts for the next pause. */
    listen(): void {
      woken = false
    },
    wake(): void {
      woken = true
      end()
    },
    pause(ms: number): Promise<void> {
      if (woken) return Promise.resolve()
      return new Promise(resolve => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
