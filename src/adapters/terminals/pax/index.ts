import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../ports/clock.ts'
import type {
  ClosedBatch,
  CommandOptions,
  Device,
  StoreRequest,
  Terminal,
  TerminalAction,
  TerminalFailure,
  TerminalOutcome,
  TerminalRequest,
  TerminalResponse,
  TerminalUnknown,
} from '../../../ports/terminal.ts'
import { LineError, type TerminalLine } from '../../../ports/terminal-line.ts'
import { isApproval, RESULT } from './codes.ts'
import { ecrRef } from './ecr-ref.ts'
import { exchange } from './exchange.ts'
import { findOrder, POLL_PAUSES_MS, pollOrder } from './find-order.ts'
import type { RequestParts } from './layouts.ts'
import { creditRequest, tokenRequest } from './order-request.ts'
import { showTerms } from './show-terms.ts'
import { fetchSignature } from './signature.ts'
import { outcomeOf } from './terminal-response.ts'
import type { WireResponse } from './wire.ts'

export interface PaxSettings {
  line: TerminalLine
  clock: Clock
  /** Pauses before each poll for a lost response, in milliseconds. */
  poll_pauses_ms?: readonly number[] | undefined
}

const LONGEST_SECONDS = 300
/** Added to the time after which the device is asked to stop. */
const STOP_MS = 15_000

/** A driver of terminals that speak the PAX protocol, over any line. */
export function paxTerminal({ line, clock, poll_pauses_ms = POLL_PAUSES_MS }: PaxSettings): Terminal {
  const parts = { line, poll_pauses_ms }
  const action = async (
    order: TerminalRequest,
    device: Device,
    watch: CommandOptions = {},
  ): Promise<TerminalOutcome> => {
    const { outcome, signed } = await execute(parts, order.reference, creditRequest(order), device, watch)
    if (!signed || outcome.result !== 'approved') return outcome
    return { ...outcome, signature_png_base64: await fetchSignature(line, device) }
  }
  const actions: TerminalAction[] = [
    'sale',
    'authonly',
    'avsonly',
    'force',
    'refund',
    'void',
    'authcomplete',
    'tipadjust',
  ]
  return {
    name: 'pax',
    actions: Object.fromEntries(
      actions.map(name => [
        name,
        (order: TerminalRequest, device: Device, watch?: CommandOptions) =>
          action({ ...order, action: name }, device, watch),
      ]),
    ),
    async store({ reference }, device, watch = {}) {
      const { outcome } = await execute(parts, reference, tokenRequest(reference), device, watch)
      if (outcome.result !== 'approved')
        return outcome as (TerminalResponse & { result: 'declined' }) | TerminalFailure | TerminalUnknown
      const { card, token } = outcome
      if (card && token) return { result: 'approved', card, token }
      return { result: 'failed', why: 'refused', text: 'The terminal gave no token for the card.' }
    },
    closeBatch: (order, device, watch = {}) => closeBatch({ line, clock }, order, device, watch),
    find: ({ reference }, device, stop) => findOrder(line, device, reference, stop),
    prompt: (terms, device, signal) => showTerms(line, terms, device, signal),
    async isOnline(device) {
      try {
        await exchange(line, device, { id: randomUUID(), command: 'A00', parts: {}, wait_ms: 5_000 })
        return true
      } catch (error) {
        // A busy device is online.
        return error instanceof LineError && error.problem === 'busy'
      }
    },
  }
}

interface Done {
  outcome: TerminalOutcome
  /** A signature was taken and can be fetched. */
  signed: boolean
}

/** Submits a request to the device once. What stays open is decided by the device's report. */
async function execute(
  { line, poll_pauses_ms }: { line: TerminalLine; poll_pauses_ms: readonly number[] },
  reference: string,
  parts: RequestParts<'T00'>,
  device: Device,
  { signal, progress, wait_seconds = LONGEST_SECONDS }: CommandOptions,
): Promise<Done> {
  const deadline = AbortSignal.timeout(wait_seconds * 1000)
  const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
  const cancelling = () => progress?.('cancelling')
  stop.addEventListener('abort', cancelling, { once: true })
  const late = (failed: TerminalFailure): TerminalFailure =>
    deadline.aborted && !signal?.aborted
      ? { result: 'failed', why: 'timeout', text: 'Overall Request Timeout' }
      : failed
  const settle = async (failed: TerminalFailure): Promise<Done> => {
    progress?.('asking')
    return { outcome: await pollOrder(line, device, reference, late(failed), poll_pauses_ms), signed: false }
  }
  progress?.('connecting')
  try {
    const answer = await exchange(line, device, {
      id: reference,
      command: 'T00',
      parts,
      wait_ms: wait_seconds * 1000 + STOP_MS,
      stop,
      taken: () => progress?.('taken'),
    })
    // A late or repeated response to another request says nothing about this one.
    if (!answers(answer, reference)) return openIfApproved(answer, await settle(LOST))
    const outcome = outcomeOf(answer)
    if ('ask' in outcome) return await settle(outcome.ask)
    if (outcome.result === 'failed')
      return { outcome: outcome.why === 'cancelled' ? late(outcome) : outcome, signed: false }
    return { outcome, signed: isSigned(answer) }
  } catch (error) {
    const trouble = failureOf(error)
    return trouble.is_certain ? { outcome: trouble.failed, signed: false } : await settle(trouble.failed)
  } finally {
    stop.removeEventListener('abort', cancelling)
  }
}

/** Returns what a line error means: only a command that was never delivered is certainly not executed. */
function failureOf(error: unknown): { failed: TerminalFailure; is_certain: boolean } {
  const problem = error instanceof LineError ? error.problem : 'lost'
  if (problem === 'busy')
    return {
      failed: { result: 'failed', why: 'busy', text: 'The terminal is at work on something else.' },
      is_certain: true,
    }
  const why = problem === 'refused' ? 'refused' : 'unreachable'
  return { failed: { result: 'failed', why, text: 'CONNECT ERROR' }, is_certain: problem !== 'lost' }
}

const LOST: TerminalFailure = { result: 'failed', why: 'unreachable', text: 'CONNECT ERROR' }

/**
 * Responses name their request. One that ended early may leave the name out; an approval without it could be that of
 * another request, so the device is queried.
 */
function answers({ result, parts }: WireResponse<'T01'>, reference: string): boolean {
  const ecr_ref = parts.trace?.ecr_ref
  return ecr_ref === undefined ? !isApproval(result) : ecr_ref === ecrRef(reference)
}

/** A device that approved something may have charged the card although its report does not name the request. */
function openIfApproved({ result, parts }: WireResponse<'T01'>, done: Done): Done {
  if (done.outcome.result !== 'failed' || !isApproval(result) || parts.trace?.ecr_ref !== undefined) return done
  return {
    outcome: { result: 'unknown', text: 'The terminal approved a payment and does not say which.' },
    signed: false,
  }
}

function isSigned({ parts }: WireResponse<'T01'>): boolean {
  return ['1', 'Y'].includes(parts.ext?.SIGNSTATUS ?? '')
}

/** Closing a batch may take long. */
const WAIT_MS = 60_000

/**
 * Closes the device's batch with its host. A lost response leaves it unknown: closing again is harmless, because the
 * batch is empty then.
 */
async function closeBatch(
  { line, clock }: { line: TerminalLine; clock: Clock },
  { reference }: StoreRequest,
  device: Device,
  { progress }: CommandOptions,
): Promise<ClosedBatch | TerminalFailure | TerminalUnknown> {
  progress?.('connecting')
  try {
    const timestamp = stampOf(clock.seconds())
    const taken = () => progress?.('taken')
    const parts = { timestamp }
    const answer = await exchange(line, device, { id: reference, command: 'B00', parts, wait_ms: WAIT_MS, taken })
    if (answer.result !== RESULT.ok)
      return { result: 'failed', why: 'refused', text: answer.message || `ERROR ${answer.result}` }
    const { host, counts = '', amounts = '' } = answer.parts
    return {
      result: 'approved',
      host_reference: host?.host_ref ?? null,
      amount: sumOf(amounts),
      count: Number(sumOf(counts)),
    }
  } catch (error) {
    const problem = error instanceof LineError ? error.problem : 'lost'
    if (problem === 'lost') return { result: 'unknown', text: 'CONNECT ERROR' }
    if (problem === 'busy') return { result: 'failed', why: 'busy', text: 'The terminal is at work on something else.' }
    return { result: 'failed', why: problem, text: 'CONNECT ERROR' }
  }
}

/** yyyyMMddHHmmss in UTC. */
function stampOf(seconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toString({ smallestUnit: 'second' })
    .replaceAll(/\D/g, '')
}

/** Totals are listed by card type, separated by `=` or a group separator. */
function sumOf(text: string): bigint {
  const numbers = text.split(/[^\d-]+/).filter(part => /^-?\d{1,15}$/.test(part))
  return numbers.reduce((sum, part) => sum + BigInt(part), 0n)
}
