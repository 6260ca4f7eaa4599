import type { Clock } from '../../../ports/clock.ts'
import type {
  ClosedBatch,
  CommandOptions,
  Device,
  StoreRequest,
  TerminalFailure,
  TerminalUnknown,
} from '../../../ports/terminal.ts'
import { LineError, type TerminalLine } from '../../../ports/terminal-line.ts'
import { RESULT } from './codes.ts'
import { exchange } from './exchange.ts'

/** Closing a batch may take long. */
const WAIT_MS = 60_000

/**
 * Closes the device's batch with its host. A lost response leaves it unknown: closing again is harmless, because the
 * batch is empty then.
 */
export async function closeBatch(
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
