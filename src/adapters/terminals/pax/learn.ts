import { setTimeout as pause } from 'node:timers/promises'
import type { Answered, Device, Failed, Unknown } from '../../../ports/terminal.ts'
import type { TerminalLine } from '../../../ports/terminal-line.ts'
import { findOrder } from './find-order.ts'

/** Pauses before each question, in milliseconds: a device that fell over needs time to get up. */
export const LEARN_MS: readonly number[] = [0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]

/** A device may let each question time out, and somebody waits: what is not known by then is asked for later. */
const LONGEST_MS = 25_000

/**
 * The line was lost with an order on it: the device is asked until it says what became of it. `failed` only when the device itself says
 * that it has not done it; `unknown` when it cannot be asked.
 */
export async function learn(
  line: TerminalLine,
  device: Device,
  reference: string,
  failed: Failed,
  pauses: readonly number[],
): Promise<Answered | Failed | Unknown> {
  const enough = AbortSignal.timeout(LONGEST_MS)
  for (const ms of pauses) {
    await pause(ms)
    if (enough.aborted) break
    try {
      const found = await findOrder(line, device, reference, true)
      if (found.state === 'ended') return found.outcome
      if (found.state === 'none') return failed
    } catch {
      // Not reachable, or not understood: the next question may fare better.
    }
  }
  return { result: 'unknown', text: failed.text }
}
