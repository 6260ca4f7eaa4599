// biome-ignore-all lint/style/noRestrictedGlobals: whether an interval is over, to the millisecond
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Clock } from '../ports/clock.ts'
import type { Poster } from '../ports/poster.ts'
import type { DeliveryWindow } from './delivery-window.ts'
import { attemptOf, requestOf, type SendParts } from './post.ts'
import type { Config, LeasedPostback, PostbackQueue } from './queue.ts'
import { type DisableConfig, type FinishedAttempt, receiverHealth, recordAttempts } from './record-attempts.ts'
import { shareRoom } from './share-room.ts'

export interface DeliveryParts extends SendParts {
  db: Database
  poster: Poster
  log: Logger
  health: DisableConfig
}

/** The postbacks this process has in flight. `finished` is called whenever there is room again. */
export function deliveries(parts: DeliveryParts, queue: PostbackQueue, finished: () => void) {
  const { db, clock, log } = parts
  const windows = new Map<string, DeliveryWindow>()
  const inFlight = new Map<string, Promise<void>>()
  /** How many are in flight, by merchant. */
  const held = new Map<string, number>()
  const hold = (root_id: string, change: 1 | -1): void => {
    const now = (held.get(root_id) ?? 0) + change
    if (now === 0) held.delete(root_id)
    else held.set(root_id, now)
  }
  const spacing = retrySpacing(clock)
  const checkHealth = receiverHealth(db, parts.health)
  const record = inBatches(async (attempts: readonly FinishedAttempt[]) => {
    await recordAttempts(db, attempts).catch(() => recordOneByOne(db, attempts))
    await checkHealth(attempts)
  })

  const deliver = async (postback: LeasedPostback, window: DeliveryWindow): Promise<void> => {
    let succeeded = false
    try {
      const attempt = await send(parts, postback)
      succeeded = attempt.attempt.succeeded
      await record(attempt)
    } catch (error) {
      // Its lease expires, and then it is sent again.
      const message = redactText(String((error as Error).message))
      log.error({ postback: postback.id, message }, 'the outcome of a postback could not be recorded')
    } finally {
      window.finished(succeeded)
      hold(postback.root_id, -1)
      inFlight.delete(postback.id)
      const is_last = postback.number_of_attempts + 1 >= postback.config.number_of_attempts
      if (!succeeded && !is_last) spacing.failed(postback.id, postback.config.attempt_interval)
      finished()
    }
  }
  return {
    inFlight,
    /** Returns the milliseconds until the first retry that is held back may go out. */
    untilNextRetry: () => spacing.heldBack().ms,
    /** Claims due postbacks of these configurations, as far as there is room, and sends them. Returns how many. */
    async sendDue(due: readonly Config[]): Promise<number> {
      const open = shareRoom(windows, due, held)
      if (open.length === 0) return 0
      const claimed = await queue.claim(clock.seconds(), open, [...inFlight.keys(), ...spacing.heldBack().ids])
      for (const postback of claimed) {
        const window = windows.get(postback.postback_config_id)!
        window.in_flight += 1
        hold(postback.root_id, 1)
        inFlight.set(postback.id, deliver(postback, window))
      }
      return claimed.length
    },
  }
}

/** Records each attempt by itself, and without the response where PostgreSQL refuses to store that. */
async function recordOneByOne(db: Database, attempts: readonly FinishedAttempt[]): Promise<void> {
  for (const each of attempts) {
    const bare = { ...each.attempt, request_headers: '{}', response_headers: null, response_body: null }
    await recordAttempts(db, [each]).catch(() => recordAttempts(db, [{ ...each, attempt: bare }]))
  }
}

async function send(parts: DeliveryParts, postback: LeasedPostback): Promise<FinishedAttempt> {
  const { clock, poster } = parts
  const began_ms = clock.now()
  const request = prepared(parts, postback)
  const response = 'error' in request ? { ...UNSENT, error: request.error } : await poster.post(request)
  return { postback, attempt: attemptOf(request, response), began_ms, ended_ts: clock.seconds() }
}

const UNSENT = { status: null, headers: null, body: null, duration_ms: 0 }

/**
 * Credentials that cannot be opened make a failed attempt like any other, which is recorded and retried a limited
 * number of times.
 */
function prepared(parts: DeliveryParts, postback: LeasedPostback) {
  try {
    return requestOf(parts, postback)
  } catch (error) {
    const message = redactText(String((error as Error).message))
    parts.log.error({ postback: postback.id, message }, 'postback could not be sent')
    const error_text = 'the credentials of the configuration could not be opened'
    return { url: postback.url ?? postback.config.url, headers: {}, body: '', error: error_text }
  }
}

/**
 * Passes items to `work` one batch at a time. Items that arrive while a batch is running form the next one, so that
 * they share a commit.
 */
function inBatches<T>(work: (batch: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | null = null
  let last: Promise<void> = Promise.resolve()
  return item => {
    waiting.push(item)
    next ??= last
      .catch(() => undefined)
      .then(() => {
        const batch = waiting
        waiting = []
        next = null
        last = work(batch)
        return last
      })
    return next
  }
}

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
function retrySpacing(clock: Clock) {
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
