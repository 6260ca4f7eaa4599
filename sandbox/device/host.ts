import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../src/ports/clock.ts'
import type { Found, Outcome, Processor } from '../../src/ports/processor.ts'
import type { Inquiry, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { NOT_SENT } from '../../src/processors/simulator/codes.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import { findRunning } from '../processor/launch.ts'

/** The acquirer of a device, which it reaches without the gateway. */
export interface Host {
  /**
   * Returns the outcome; null when the processor has certainly not received the request. Throws while it is unknown.
   */
  ask(order: ProcessorRequest): Promise<Outcome | null>
  /** Returns the outcome of a request that was in progress during a crash. */
  pollOrder(order: Inquiry): Promise<Outcome | null>
}

/** Pauses before each poll after a lost response, in milliseconds. */
const POLL_PAUSES_MS = [50, 250, 500, 1_000, 2_000]

/** Connects to the processor simulator of this home, which may restart at another address. */
export function simulatedHost(home: string, clock: Clock): Host {
  let processor: Promise<Processor> | undefined
  const place = async () => {
    const live = await findRunning(home)
    if (!live) throw new Error('there is no processor')
    return live
  }
  const connect = async (): Promise<Processor> => simulator({ ...(await place()), clock, restart: place })(null)
  const reach = (): Promise<Processor> => {
    processor ??= connect().catch(error => {
      processor = undefined
      throw error
    })
    return processor
  }
  return {
    async ask(order) {
      const known = await reach().catch(() => null)
      if (!known) return null
      const outcome = await known.actions[order.action]!(order)
      if (outcome.verbiage === NOT_SENT) return null
      return outcome.result === 'unknown' ? pollOrder(known, order) : outcome
    },
    pollOrder: async order => pollOrder(await reach(), order),
  }
}

/** Ruled out only after two polls without the request, because it may still be on its way. */
async function pollOrder(processor: Processor, order: Inquiry): Promise<Outcome | null> {
  let unseen = 0
  for (const ms of POLL_PAUSES_MS) {
    await pause(ms)
    const found: Found | null = await processor.find(order).catch(() => null)
    if (found?.seen) return found.outcome
    if (found) unseen += 1
    if (unseen > 1) return ruleOut(processor, order)
  }
  throw new Error('the processor does not answer')
}

/** Only a request that cannot arrive any more has certainly not been executed. */
async function ruleOut(processor: Processor, order: Inquiry): Promise<Outcome | null> {
  const found = (await processor.ruleOut?.(order)) ?? { seen: false }
  return found.seen ? found.outcome : null
}
