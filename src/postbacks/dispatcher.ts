import { wakeableSleep } from '../jobs/wakeable-sleep.ts'
import { redactText } from '../lib/redact-text.ts'
import { type DeliveryParts, deliveries } from './deliveries.ts'
import { prepare, type Render } from './prepare.ts'
import { postbackQueue, RENEW_MS } from './queue.ts'

/** Delivers postbacks. Several processes may do so at once. */
export interface Dispatcher {
  start(): void
  /** An idle courier looks at once instead of at its next poll. */
  wake(): void
  /** Delivers everything that is due now, whoever holds it; for the sandbox clock and for tests. */
  settle(): Promise<void>
  /** The earliest moment at which one is due, Unix seconds; null when none is open. */
  next(): Promise<number | null>
  stop(): Promise<void>
}

const POLL_MS = 500
const GLANCE_MS = 20
/** How long somebody else's postbacks are waited for: who holds them may have died. */
const PATIENCE_MS = 20_000

export function dispatcher(parts: DeliveryParts & { render: Render }): Dispatcher {
  const { db, clock, log } = parts
  const queue = postbackQueue(db)
  const nap = wakeableSleep()
  const away = deliveries(parts, queue, nap.wake)
  let stopping = false
  let running: Promise<void> | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const look = async (): Promise<number> => {
    const prepared = await prepare(db, parts.render, log)
    const due = await queue.lanes(clock.seconds())
    const silenced = due.filter(config => !config.is_active || config.deleted_ts !== null)
    for (const { id } of silenced) await queue.cancel(id, clock.seconds())
    const heard = due.filter(config => !silenced.includes(config))
    const departed = await away.depart(heard)
    if (departed === 0 && heard.length > 0) {
      const ids = heard.map(({ id }) => id)
      await queue.fallIn(clock.seconds(), ids)
    }
    return prepared + departed
  }
  /** One at a time in this process: two at once would each fill the whole room of a lane. */
  const round = (): Promise<number> => {
    const next = turn.then(look)
    turn = next.catch(() => undefined)
    return next
  }
  const lost = (error: Error): number => {
    log.error({ message: redactText(error.message) }, 'courier could not look for postbacks')
    return 0
  }
  const loop = async (): Promise<void> => {
    while (!stopping) {
      nap.listen()
      const moved = await round().catch(lost)
      if (moved === 0 && !stopping) await nap.pause(Math.min(POLL_MS, away.soonest() + 1))
    }
  }
  const renewing = setInterval(() => {
    if (away.held.size > 0) void queue.renew([...away.held.keys()]).catch(lost)
  }, RENEW_MS).unref()

  return {
    start() {
      running ??= loop()
    },
    wake: nap.wake,
    async settle() {
      let patience_until = performance.now() + PATIENCE_MS
      while (!stopping) {
        const moved = await round()
        if (moved + away.held.size > 0) patience_until = performance.now() + PATIENCE_MS
        if (away.held.size > 0) await Promise.race(away.held.values())
        else if (moved > 0) continue
        else if (performance.now() > patience_until || !(await queue.anyDue(clock.seconds()))) return
        else await new Promise(resolve => setTimeout(resolve, GLANCE_MS))
      }
    },
    next: queue.next,
    async stop() {
      stopping = true
      nap.wake()
      clearInterval(renewing)
      await running
      await turn
      await Promise.all(away.held.values())
    },
  }
}
