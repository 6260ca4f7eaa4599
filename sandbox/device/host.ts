import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../src/ports/clock.ts'
import type { Found, Outcome, Processor, ProcessorRequest } from '../../src/ports/processor.ts'
import { NOT_SENT } from '../../src/processors/simulator/codes.ts'
import { simulator } from '../../src/processors/simulator/index.ts'
import { findRunning } from '../processor/endpoint.ts'

/** The acquirer, as a device speaks to it: straight, without the gateway. */
export interface Host {
  /** The outcome; null when the processor has certainly not had the order; throws when nobody can say yet. */
  ask(order: ProcessorRequest): Promise<Outcome | null>
  /** What became of an order that was under way when the device fell over. */
  pollOrder(reference: string): Promise<Outcome | null>
}

/** Pauses before each question about an order whose answer was lost, in milliseconds. */
const POLL_PAUSES_MS = [50, 250, 500, 1_000, 2_000]

/** The processor simulator of this home. It may be started anew at any time, and is then found at its new address. */
export function simulatedHost(home: string, clock: Clock): Host {
  let processor: Promise<Processor> | undefined
  const place = async () => {
    const live = await findRunning(home)
    if (!live) throw new Error('there is no processor')
    return live
  }
  const connect = async (): Promise<Processor> => simulator({ ...(await place()), clock, restart: place })
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
      return outcome.result === 'unknown' ? pollOrder(known, order.reference) : outcome
    },
    pollOrder: async reference => pollOrder(await reach(), reference),
  }
}

/** `Never seen` is said twice before the order is ruled out: it may still be on its way. */
async function pollOrder(processor: Processor, reference: string): Promise<Outcome | null> {
  let unseen = 0
  for (const ms of POLL_PAUSES_MS) {
    await pause(ms)
    const found: Found | null = await processor.find(reference).catch(() => null)
    if (found?.seen) return found.outcome
    if (found) unseen += 1
    if (unseen > 1) return ruleOut(processor, reference)
  }
  throw new Error('the processor does not answer')
}

/** Only an order that cannot arrive any more has certainly not been carried out. */
async function ruleOut(processor: Processor, reference: string): Promise<Outcome | null> {
  const found = (await processor.ruleOut?.(reference)) ?? { seen: false }
  return found.seen ? found.outcome : null
}
