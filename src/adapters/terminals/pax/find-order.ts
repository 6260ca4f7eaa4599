import { randomUUID } from 'node:crypto'
import type { Device, FoundOrder } from '../../../ports/terminal.ts'
import { LineTrouble, type TerminalLine } from '../../../ports/terminal-line.ts'
import { answeredOf } from './answered.ts'
import { RESULT } from './codes.ts'
import { ecrRef } from './ecr-ref.ts'
import { CANCEL, exchange } from './exchange.ts'
import type { AnswerParts } from './layouts.ts'

const WAIT_MS = 10_000

/**
 * Asks the device's own report what became of an order. With `stop`, a device that waits for a card is told to stop, and one that knows
 * nothing is reset and asked again, so that `none` is the last word. Throws LineTrouble when nothing can be learned now.
 */
export async function findOrder(
  line: TerminalLine,
  device: Device,
  reference: string,
  stop: boolean,
): Promise<FoundOrder> {
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

/** A cancel is answered with an end of the session, whether there was something to stop or not. */
async function halt(line: TerminalLine, device: Device): Promise<void> {
  try {
    await line.send(device, { id: randomUUID(), frame: CANCEL, wait_ms: WAIT_MS })
  } catch (error) {
    if (error instanceof LineTrouble && error.problem === 'unreachable') throw error
  }
}

async function report(line: TerminalLine, device: Device, reference: string): Promise<FoundOrder> {
  const ecr_ref = ecrRef(reference)
  try {
    const parts = { edc_type: '00', ecr_ref }
    const answer = await exchange(line, device, { id: randomUUID(), command: 'R02', parts, wait_ms: WAIT_MS })
    if (answer.result === RESULT.not_found) return { state: 'none' }
    if (answer.result !== RESULT.ok || answer.parts.trace?.ecr_ref !== ecr_ref)
      throw new LineTrouble('lost', `the terminal reports ${answer.result} ${answer.message}`)
    return { state: 'ended', outcome: answeredOf(resultOf(answer.parts), answer.message, answer.parts) }
  } catch (error) {
    if (isBusy(error)) return { state: 'busy' }
    throw error
  }
}

/** A report's own result says that there is a record; whether it is an approval its host code tells. */
function resultOf({ host }: AnswerParts<'R03'>): string {
  const code = host?.code ?? ''
  if (code === '10') return RESULT.partly_approved
  return ['0', '00', '85'].includes(code) ? RESULT.ok : RESULT.declined
}

function isBusy(error: unknown): boolean {
  return error instanceof LineTrouble && error.problem === 'busy'
}
