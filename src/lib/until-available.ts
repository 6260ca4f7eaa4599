// biome-ignore-all lint/style/noRestrictedGlobals: how long to retry a write while its caller waits
import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from './problem.ts'

/** Milliseconds before the second try; each further pause is twice as long. */
const FIRST_PAUSE_MS = 50

/**
 * Runs `work` again, with growing pauses, while the database cannot do it at this moment: `work` has to find what it
 * has stored already. Throws the last error once these milliseconds are over.
 */
export async function untilAvailable<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + ms
  for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms *= 2) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() + pause_ms > until) throw error
      await pause(pause_ms)
    }
  }
}
