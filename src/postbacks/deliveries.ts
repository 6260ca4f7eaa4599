import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { redactText } from '../lib/redact-text.ts'
import type { Poster } from '../ports/poster.ts'
import { DeliveryWindow } from './delivery-window.ts'
import { type Health, watchHealth } from './health.ts'
import { attemptOf, requestOf, type SendParts } from './post.ts'
import type { Config, HeldPostback, PostbackQueue } from './queue.ts'
import { spacing } from './spacing.ts'
import { type Tried, writeDown } from './write-down.ts'

export interface DeliveryParts extends SendParts {
  db: Database
  poster: Poster
  log: Logger
  health: Health
}

const MOST_ON_THEIR_WAY = 256
/** Of these, what receivers may hold together whose last try failed: however many are dead, there is room for the others. */
const MOST_IN_TROUBLE = 128

/** The postbacks that are on their way from this process. `ended` is called whenever there is room again. */
export function deliveries(parts: DeliveryParts, queue: PostbackQueue, ended: () => void) {
  const { clock, log } = parts
  const lanes = new Map<string, DeliveryWindow>()
  const held = new Map<string, Promise<void>>()
  const spaces = spacing(clock)
  const judge = watchHealth(parts.db, parts.health)
  const write = writing(async tried => {
    await writeDown(parts.db, tried).catch(() => oneByOne(parts.db, tried))
    await judge(tried)
  })

  const carry = async (one: HeldPostback, window: DeliveryWindow): Promise<void> => {
    let succeeded = false
    try {
      const tried = await attempt(parts, one)
      succeeded = tried.attempt.succeeded
      await write(tried)
    } catch (error) {
      // Its lease ends by itself, and then it is sent again.
      const message = redactText(String((error as Error).message))
      log.error({ postback: one.id, message }, 'what became of a postback was not written down')
    } finally {
      window.ended(succeeded)
      held.delete(one.id)
      const more = one.number_of_attempts + 1 < one.config.number_of_attempts
      if (!succeeded && more) spaces.tried(one.id, one.config.attempt_interval)
      ended()
    }
  }
  return {
    held,
    /** Milliseconds until a postback may go out whose second has begun. */
    soonest: () => spaces.heldBack().ms,
    /** Takes what these lanes have due, as far as there is room, and sends it off. Answers how many went. */
    async depart(due: readonly Config[]): Promise<number> {
      const open = roomOf(lanes, due, MOST_ON_THEIR_WAY - held.size)
      if (open.length === 0) return 0
      const claimed = await queue.claim(clock.seconds(), open, [...held.keys(), ...spaces.heldBack().ids])
      for (const one of claimed) {
        const window = lanes.get(one.postback_config_id)!
        window.on_their_way += 1
        held.set(one.id, carry(one, window))
      }
      return claimed.length
    },
  }
}

/** How many of each receiver may go: the well ones first, those of one never more than its share. */
function roomOf(
  lanes: Map<string, DeliveryWindow>,
  due: readonly Config[],
  left: number,
): { config: Config; room: number }[] {
  const open = due.map(config => {
    const window = lanes.get(config.id) ?? new DeliveryWindow()
    lanes.set(config.id, window)
    return { config, window }
  })
  const held = [...lanes.values()]
    .filter(window => window.in_trouble)
    .reduce((sum, window) => sum + window.on_their_way, 0)
  let [all, troubled] = [left, MOST_IN_TROUBLE - held]
  return open
    .toSorted((one, other) => Number(one.window.in_trouble) - Number(other.window.in_trouble))
    .map(({ config, window }) => {
      const room = Math.max(0, Math.min(window.room, all, window.in_trouble ? troubled : all))
      all -= room
      if (window.in_trouble) troubled -= room
      return { config, room }
    })
    .filter(({ room }) => room > 0)
}

/** What cannot be stored of one answer must not keep the others from being stored, nor the postback from being over. */
async function oneByOne(db: Database, tried: readonly Tried[]): Promise<void> {
  for (const each of tried) {
    const bare = { ...each.attempt, request_headers: '{}', response_headers: null, response_body: null }
    await writeDown(db, [each]).catch(() => writeDown(db, [{ ...each, attempt: bare }]))
  }
}

async function attempt(parts: DeliveryParts, held: HeldPostback): Promise<Tried> {
  const { clock, poster } = parts
  const began_ms = clock.now()
  const request = prepared(parts, held)
  const answer = 'error' in request ? { ...UNSENT, error: request.error } : await poster.post(request)
  return { held, attempt: attemptOf(request, answer), began_ms, ended: clock.seconds() }
}

const UNSENT = { status: null, headers: null, body: null, duration_ms: 0 }

/** A key that is missing is a failed try like any other: it is told, and tried again, and not for ever. */
function prepared(parts: DeliveryParts, held: HeldPostback) {
  try {
    return requestOf(parts, held)
  } catch (error) {
    const message = redactText(String((error as Error).message))
    parts.log.error({ postback: held.id, message }, 'postback could not be sent')
    const error_text = 'the credentials of the configuration could not be opened'
    return { url: held.url ?? held.config.url, headers: {}, body: '', error: error_text }
  }
}

/** Writes one batch after the other; what ends while a batch is being written is the next one, so that a commit serves many. */
function writing(work: (tried: readonly Tried[]) => Promise<void>): (tried: Tried) => Promise<void> {
  let waiting: Tried[] = []
  let next: Promise<void> | null = null
  let last: Promise<void> = Promise.resolve()
  return tried => {
    waiting.push(tried)
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
