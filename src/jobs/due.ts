import type { Logger } from 'pino'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'

/** Work that is found by looking at rows when its moment comes: due recurrings, reminders, expiries, batches. */
export interface Due {
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

/** Enqueues everything that is due by now; answers how many jobs came of it. What fails is told and does not keep the others waiting. */
export async function enqueueDue(dues: readonly Due[], clock: Clock, log: Logger): Promise<number> {
  let count = 0
  for (const due of dues) {
    try {
      const moment = await due.next()
      if (moment !== null && moment <= clock.seconds()) count += await due.enqueue(clock.seconds())
    } catch (error) {
      log.error({ due: due.name, message: redactText((error as Error).message) }, 'due work could not be looked for')
    }
  }
  return count
}

const DAY = 86_400

/** The earliest moment after `seconds` at which one of them falls due; null when nothing waits. */
export async function nextDue(dues: readonly Due[], seconds: number): Promise<number | null> {
  const moments = await Promise.all(dues.map(due => due.next()))
  const known = moments.filter(moment => moment !== null)
  // What is due already was just enqueued and cannot get on; it hides what comes after it, so that is looked for in a day.
  return earliest(known.map(moment => (moment > seconds ? moment : seconds + DAY)))
}

/** The smallest of some moments; null of none. */
export function earliest(moments: readonly number[]): number | null {
  return moments.length === 0 ? null : Math.min(...moments)
}
