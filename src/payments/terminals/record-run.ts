import type { Actor } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { Refusal } from '../../lib/problem.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { asRoot, type PaymentContext } from '../lifecycle/payment-context.ts'
import type { NewRun } from '../payments.ts'

/** Added to the device's time limit, for its response to arrive and be stored. */
const GRACE_SECONDS = 15
const RETRY_SECONDS = 5

/**
 * Inserts the run, which occupies the terminal. Of two simultaneous runs a unique index lets one in; the other is
 * refused as busy. No other process continues the run while its holder is alive.
 */
export async function recordRun(
  context: PaymentContext,
  actor: Actor,
  { wait_seconds, ...request }: NewRun,
  holder: string,
): Promise<RunRow> {
  const seconds = context.clock.seconds()
  const record = {
    ...request,
    id: newId(context.clock.now()),
    status: 'running',
    deadline_ts: seconds + wait_seconds + GRACE_SECONDS,
    holder,
    lease_until: 0,
    asks: 0,
  } as const
  try {
    return await context.store.insert(asRoot(actor), terminalrun, record)
  } catch (error) {
    if (error instanceof Refusal && error.problems?.terminal_id) throw busy()
    throw error
  }
}

/** The response is not final: the same request may be sent again. */
function busy(): Refusal {
  const problems = { terminal_id: ['Terminal is busy with another request.'] }
  return new Refusal(422, 'validation failed', problems, { 'retry-after': String(RETRY_SECONDS) })
}
