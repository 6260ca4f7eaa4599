import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome, Processor, ProcessorRequest } from '../../ports/processor.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** What is said while nobody knows: not approved, and not final either. */
export const COMMUNICATION_ERROR = {
  reason_code_id: 1531,
  verbiage: 'COMMUNICATION ERROR',
  response_message: null,
} as const

const NOTHING = {
  ...COMMUNICATION_ERROR,
  auth_code: null,
  auth_amount: null,
  avs: null,
  avs_enhanced: null,
  cvv_response: null,
  processor_reference: null,
}

const UNKNOWN: Outcome = { result: 'unknown', ...NOTHING }

/** The processor says that the order never reached it, so it did not happen. */
export const NEVER_SEEN: Outcome = { result: 'declined', ...NOTHING }

/**
 * Puts an order to a processor. Never throws: whatever goes wrong on the way, the order may have arrived, so the outcome
 * is unknown, and the processor is asked a few quick times what became of it while the caller still waits. Holds no
 * database connection.
 */
export async function submit(
  processor: Processor,
  order: ProcessorRequest,
  retry_policy: RetryPolicy,
): Promise<Outcome> {
  const outcome = await ask(processor, order, retry_policy.call_ms)
  return outcome.result === 'unknown' ? poll(processor, order.reference, retry_policy) : outcome
}

/** One order, one call. */
async function ask(processor: Processor, order: ProcessorRequest, call_ms: number): Promise<Outcome> {
  try {
    const action = processor.actions[order.action]
    if (!action) return UNKNOWN
    return await within(call_ms, action(order))
  } catch {
    return UNKNOWN
  }
}

/** `Never seen` is not believed here: seconds after the call the order may still be on its way. */
async function poll(processor: Processor, reference: string, { find_ms, poll_ms }: RetryPolicy): Promise<Outcome> {
  const until = performance.now() + poll_ms
  for (const wait of find_ms) {
    await pause(wait)
    try {
      const found = await within(Math.max(0, until - performance.now()), processor.find(reference))
      if (found.seen && found.outcome.result !== 'unknown') return found.outcome
    } catch {
      // Not reachable, or too slow: the next question may fare better.
    }
  }
  return UNKNOWN
}

/** Gives up on what takes longer. The promise itself cannot be stopped; whatever it brings later is found by the resolver. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the processor took too long')), ms)
  })
  try {
    return await Promise.race([promise, expiry])
  } finally {
    clearTimeout(timer)
  }
}
