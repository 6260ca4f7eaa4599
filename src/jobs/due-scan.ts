import type { Logger } from 'pino'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'

/** Work that is found by looking at rows when its moment comes: due recurrings, reminders, expiries, batches. */
export interface DueScan {
  name: string
  /**
   * The earliest moment (Unix seconds) at which something in the tables falls due; null when nothing waits. Indexed and
   * cheap: it is asked every second. What was enqueued already should not count: `enqueue` moves a thing on in the
   * statement that enqueues its job, or the job does so before anything else.
   */
  next(): Promise<number | null>
  /** Enqueues one job for each thing due at `seconds`, with a key that makes it once per thing and date. Answers how many. */
  enqueue(seconds: number): Promise<number>
}

/** What a look at everything that falls due has found. */
export interface Look {
  /** Jobs that came of it. */
  found: number
  /** The earliest later moment at which something falls due, as far as it was there to be seen; null when nothing waits. */
  next: number | null
}

const DAY = 86_400

/** Enqueues everything that is due by now. What fails is told and does not keep the others waiting. */
export async function runDueScan(dueScans: readonly DueScan[], clock: Clock, log: Logger): Promise<Look> {
  const seconds = clock.seconds()
  let found = 0
  const later: number[] = []
  for (const due of dueScans) {
    try {
      const moment = await due.next()
      if (moment === null) continue
      if (moment > seconds) {
        later.push(moment)
        continue
      }
      found += await due.enqueue(seconds)
      // What cannot get on hides what comes after it, so that is looked for in a day.
      later.push(seconds + DAY)
    } catch (error) {
      log.error({ due: due.name, message: redactText((error as Error).message) }, 'due work could not be looked for')
    }
  }
  return { found, next: earliest(later) }
}

/** The first of some moments; null where there is none. */
export function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter(moment => moment !== null)
  return known.length === 0 ? null : Math.min(...known)
}
