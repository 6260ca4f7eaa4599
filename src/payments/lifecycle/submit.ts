// biome-ignore-all lint/style/noRestrictedGlobals: how long to wait for a processor
import { setTimeout as pause } from 'node:timers/promises'
import { away } from '../../db/lanes.ts'
import { momentOf } from '../../lib/id.ts'
import { within } from '../../lib/within.ts'
import { NO_RESPONSE_DATA, type Outcome, type Processor } from '../../ports/processor.ts'
import type { ProcessorRequest } from '../../ports/processor-request.ts'
import { REASON } from '../../resources/transaction/transaction.states.ts'
import { sentBetween } from './attempt.ts'
import type { Line } from './lines.ts'
import { lookUp } from './look-up.ts'
import type { PaymentContext } from './payment-context.ts'

/** Reported while an outcome is unknown: not approved, and not final either. */
export const COMMUNICATION_ERROR = {
  reason_code_id: REASON.communication_error,
  verbiage: 'COMMUNICATION ERROR',
  response_message: null,
} as const

const UNKNOWN: Outcome = { ...NO_RESPONSE_DATA, ...COMMUNICATION_ERROR, result: 'unknown' }

/** The processor never received the request. */
export const NEVER_SEEN: Outcome = { ...UNKNOWN, result: 'declined' }

/** What a caller is answered whose request did not leave: it can be made again at any time. */
export const NOT_SENT: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'declined',
  reason_code_id: REASON.retry,
  verbiage: 'PROCESSOR NOT REACHED, NOTHING SENT',
  decline_class: 'soft',
}

/** What a payer is told of an account that does not work; the operator is told why. */
const SETUP_ISSUE = { reason_code_id: REASON.setup, verbiage: 'SETUP ISSUE', decline_class: 'soft' } as const

/** A stored request to a processor account. */
interface Sending {
  account: string
  processor: Processor
  request: ProcessorRequest
  /** What has to be given back is sent until the processor decides it, also once its settings are right again. */
  is_reversal?: true
}

type Reach = Pick<PaymentContext, 'lines' | 'retry_policy' | 'misconfigured' | 'clock'>

/** Within it an approval may still be unknown where voids are made; Worldpay asks for a minute. */
const RECORDED_MS = 600_000

/**
 * Submits a request. Never throws: whatever fails on the way, the request may have arrived, so the outcome is unknown
 * and the processor is polled a few times while the caller waits. While the account cannot be reached nothing is sent:
 * the outcome then says `never_left`. Holds no database connection and no place of a request.
 */
export function submit(reach: Reach, sending: Sending): Promise<Outcome> {
  return away(() => send(reach, sending))
}

async function send(reach: Reach, asked: Sending): Promise<Outcome> {
  const sent = sentBetween(asked.request.reference, [reach.clock.seconds()])
  const sending = { ...asked, request: { ...asked.request, sent } }
  const { account, processor, request } = sending
  const { call_ms, probe_wait_ms } = reach.retry_policy
  const line = reach.lines.to(account, processor)
  if (!(await line.admits(request.reference, probe_wait_ms))) return { ...UNKNOWN, never_left: true }
  const outcome = await call(line, sending, call_ms)
  if (outcome.misconfigured) {
    reach.misconfigured?.(account, outcome.misconfigured)
    if (sending.is_reversal) return { ...UNKNOWN, never_left: true }
    return { ...outcome, ...SETUP_ISSUE }
  }
  if (outcome.unrecorded && sending.is_reversal && isRecent(reach, request)) return { ...UNKNOWN, never_left: true }
  return outcome.result === 'unknown' && !outcome.never_left ? poll(reach, sending) : outcome
}

/** Whether a reversal began moments ago: its approval is no older. */
function isRecent({ clock }: Reach, { reference }: ProcessorRequest): boolean {
  return clock.now() - (momentOf(reference) ?? 0) < RECORDED_MS
}

/** One request, one call. */
async function call(line: Line, { processor, request }: Sending, call_ms: number): Promise<Outcome> {
  const action = processor.actions[request.action]
  if (!action) return UNKNOWN
  try {
    const outcome = await within(call_ms, action(request))
    if (outcome.result === 'unknown') line.failed(request.reference, outcome.verbiage)
    else line.answered()
    return outcome
  } catch (error) {
    line.failed(request.reference, error)
    return UNKNOWN
  }
}

/** `Never seen` is not believed here: seconds after the call the request may still be on its way. */
async function poll(reach: Reach, { account, processor, request }: Sending): Promise<Outcome> {
  const { find_ms, poll_ms } = reach.retry_policy
  const until = performance.now() + poll_ms
  for (const wait of find_ms) {
    await pause(wait)
    const ms = until - performance.now()
    const found = await lookUp(reach, { account, processor, asked: request, ms })
    if (found?.seen && found.outcome.result !== 'unknown') return found.outcome
  }
  return UNKNOWN
}
