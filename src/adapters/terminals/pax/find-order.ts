import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  Device,
  OrderStatus,
  TerminalFailure,
  TerminalResponse,
  TerminalUnknown,
} from '../../../ports/terminal.ts'
import { LineError, type TerminalLine } from '../../../ports/terminal-line.ts'
import { RESULT } from './codes.ts'
import { ecrRef } from './ecr-ref.ts'
import { CANCEL, exchange } from './exchange.ts'
import type { ResponseParts } from './layouts.ts'
import { terminalResponse } from './terminal-response.ts'

const WAIT_MS = 10_000

/**
 * Looks a request up in the device's local report. With `stop`, a waiting device is stopped, and one that does not
 * know the request is reset and queried again, so that `none` is final. Throws LineError when the device cannot be
 * queried.
 */
export async function findOrder(
  line: TerminalLine,
  device: Device,
  reference: string,
  stop: boolean,
): Promise<OrderStatus> {
  if (stop) await halt(line, device)
  const found = await report(line, device, reference)
  if (found.state !== 'none' || !stop) return found
  try {
    await exchange(line, device, { id: randomUUID(), command: 'A16', parts: {}, wait_ms: WAIT_MS })
  } catch (error) {
    if (isBusy(error)) return { state: 'busy' }
    throw error
  }
  return report(line, device, reference)
}

/** A device acknowledges a cancel by ending the session, whether a command was in progress or not. */
async function halt(line: TerminalLine, device: Device): Promise<void> {
  try {
    await line.send(device, { id: randomUUID(), frame: CANCEL, wait_ms: WAIT_MS })
  } catch (error) {
    if (error instanceof LineError && error.problem === 'unreachable') throw error
  }
}

async function report(line: TerminalLine, device: Device, reference: string): Promise<OrderStatus> {
  const ecr_ref = ecrRef(reference)
  try {
    const parts = { edc_type: '00', ecr_ref }
    const answer = await exchange(line, device, { id: randomUUID(), command: 'R02', parts, wait_ms: WAIT_MS })
    if (answer.result === RESULT.not_found) return { state: 'none' }
    if (answer.result !== RESULT.ok || answer.parts.trace?.ecr_ref !== ecr_ref)
      throw new LineError('lost', `the terminal reports ${answer.result} ${answer.message}`)
    return { state: 'ended', outcome: terminalResponse(resultOf(answer.parts), answer.message, answer.parts) }
  } catch (error) {
    if (isBusy(error)) return { state: 'busy' }
    throw error
  }
}

/** The report's own result only says that there is a record; the host code in it says whether it was approved. */
function resultOf({ host }: ResponseParts<'R03'>): string {
  const code = host?.code ?? ''
  if (code === '10') return RESULT.partly_approved
  return ['0', '00', '85'].includes(code) ? RESULT.ok : RESULT.declined
}

function isBusy(error: unknown): boolean {
  return error instanceof LineError && error.problem === 'busy'
}

/** Pauses before each poll, in milliseconds: a crashed device needs time to restart. */
export const POLL_PAUSES_MS: readonly number[] = [0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]

/** Every poll may time out while a request waits; later polls belong to recovery. */
const LONGEST_MS = 25_000

/**
 * Polls a device after the line was lost during a request. Returns `failed` only when the device itself says that it
 * has not executed the request; `unknown` when it cannot be reached.
 */
export async function pollOrder(
  line: TerminalLine,
  device: Device,
  reference: string,
  failed: TerminalFailure,
  pauses: readonly number[],
): Promise<TerminalResponse | TerminalFailure | TerminalUnknown> {
  const enough = AbortSignal.timeout(LONGEST_MS)
  for (const ms of pauses) {
    await pause(ms)
    if (enough.aborted) break
    try {
      const found = await findOrder(line, device, reference, true)
      if (found.state === 'ended') return found.outcome
      if (found.state === 'none') return failed
    } catch {
      // Unreachable or not understood: the next poll may succeed.
    }
  }
  return { result: 'unknown', text: failed.text }
}
