// biome-ignore-all lint/style/noRestrictedGlobals: how long to wait for postbacks that another process has leased
import type { Engine } from '../engine/engine.ts'
import { redactText } from '../lib/redact-text.ts'
import { pauseAfter, wakeableSleep } from '../lib/wakeable-sleep.ts'
import { type DeliveryParts, deliveries } from './deliveries.ts'
import { postbackQueue, RENEW_MS } from './queue.ts'
import { renderPostbacks } from './render-postbacks.ts'

/** Delivers postbacks. Several processes may do so at once. */
export interface Dispatcher {
  start(): void
  /** Makes an idle dispatcher poll at once. */
  wake(): void
  /** Delivers everything that is due now, whichever process holds it; for the sandbox clock and for tests. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** How often `settle` polls while another process holds what is due. */
const SETTLE_POLL_MS = 20
/** How long `settle` waits for postbacks of another process, which may have died. */
const SETTLE_TIMEOUT_MS = 20_000

export function dispatcher(parts: DeliveryParts & { engine: Engine }): Dispatcher {
  const { db, clock, log } = parts
  const queue = postbackQueue(db)
  const sleep = wakeableSleep()
  const { inFlight, sendDue, untilNextRetry } = deliveries(parts, queue, sleep.wake)
  let stopping = false
  let running: Promise<void> | null = null
  let latest: Promise<unknown> = Promise.resolve()

  const dispatch = async (): Promise<number> => {
    const rendered = await renderPostbacks(parts)
    const due = await queue.dueConfigs(clock.seconds())
    const disabled = due.filter(config => !config.is_active || config.deleted_ts !== null)
    for (const { id } of disabled) await queue.cancel(id, clock.seconds())
    const active = due.filter(config => !disabled.includes(config))
    const sent = await sendDue(active)
    if (sent === 0 && active.length > 0) {
      const ids = active.map(({ id }) => id)
      await queue.delayLaterOnes(clock.seconds(), ids)
    }
    return rendered + sent
  }
  /** One at a time in this process: two at once would each use the whole window of a receiver. */
  const dispatchInTurn = (): Promise<number> => {
    const next = latest.then(dispatch)
    latest = next.catch(() => undefined)
    return next
  }
  const logFailure = (error: Error): number => {
    log.error({ message: redactText(error.message) }, 'the dispatcher could not poll for postbacks')
    return 0
  }
  const dispatchIfBusy = async (): Promise<number> => ((await queue.isBusy(clock.seconds())) ? dispatchInTurn() : 0)
  const loop = async (): Promise<void> => {
    let moved = 0
    let empty = 0
    while (!stopping) {
      sleep.listen()
      moved = await (moved > 0 ? dispatchInTurn() : dispatchIfBusy()).catch(logFailure)
      empty = moved === 0 ? empty + 1 : 0
      if (moved === 0 && !stopping) await sleep.pause(Math.min(pauseAfter(empty), untilNextRetry() + 1))
    }
  }
  const renewing = setInterval(() => {
    if (inFlight.size > 0) void queue.renew([...inFlight.keys()]).catch(logFailure)
  }, RENEW_MS).unref()

  return {
    start() {
      running ??= loop()
    },
    wake: sleep.wake,
    async settle() {
      let wait_until = performance.now() + SETTLE_TIMEOUT_MS
      while (!stopping) {
        const moved = await dispatchInTurn()
        if (moved + inFlight.size > 0) wait_until = performance.now() + SETTLE_TIMEOUT_MS
        if (inFlight.size > 0) await Promise.race(inFlight.values())
        else if (moved > 0) continue
        else if (performance.now() > wait_until || !(await queue.anyDue(clock.seconds()))) return
        else await new Promise(resolve => setTimeout(resolve, SETTLE_POLL_MS))
      }
    },
    async stop() {
      stopping = true
      sleep.wake()
      clearInterval(renewing)
      await running
      await latest
      await Promise.all(inFlight.values())
    },
  }
}
