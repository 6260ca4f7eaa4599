import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome, Processor, ProcessorRequest } from '../../ports/processor.ts'
import type { RetryPolicy } from './payment-context.ts'

/** Reported while an outcome is unknown: not approved, and not final either. */
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

/** The processor never received the request. */
export const NEVER_SEEN: Outcome = { result: 'declined', ...NOTHING }

/**
 * Submits a request. Never throws: whatever fails on the way, the request may have arrived, so the outcome is unknown
 * and the processor is polled a few times while the caller waits. Holds no database connection.
 */
export async function submit(
  processor: Processor,
  request: ProcessorRequest,
  retry_policy: RetryPolicy,
): Promise<Outcome> {
  const outcome = await call(processor, request, retry_policy.call_ms)
  return outcome.result === 'unknown' ? poll(processor, request.reference, retry_policy) : outcome
}

/** One request, one call. */
async function call(processor: Processor, request: ProcessorRequest, call_ms: number): Promise<Outcome> {
  try {
    const action = processor.actions[request.action]
    if (!action) return UNKNOWN
    return await within(call_ms, action(request))
  } catch {
    return UNKNOWN
  }
}

/** `Never seen` is not believed here: seconds after the call the request may still be on its way. */
async function poll(processor: Processor, reference: string, { find_ms, poll_ms }: RetryPolicy): Promise<Outcome> {
  const until = performance.now() + poll_ms
  for (const wait of find_ms) {
    await pause(wait)
    try {
      const found = await within(Math.max(0, until - performance.now()), processor.find(reference))
      if (found.seen && found.outcome.result !== 'unknown') return found.outcome
    } catch {
      // Not reachable, or too slow: the next poll may succeed.
    }
  }
  return UNKNOWN
}

/**
 * Gives up on what takes longer. The promise itself cannot be stopped; whatever it brings later is found by the
 * resolver.
 */
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
