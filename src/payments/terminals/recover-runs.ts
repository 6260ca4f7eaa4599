import { lease } from '../../db/lease.ts'
import { MACHINE_NOW } from '../../db/machine-now.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { OrderStatus, TerminalAction, Terminals } from '../../ports/terminal.ts'
import { terminal } from '../../resources/terminal/terminal.ts'
import { type RunRow, terminalrun } from '../../resources/terminalrun/terminalrun.ts'
import { loaded } from '../lifecycle/attempt.ts'
import { type PaymentContext, retryDelay } from '../lifecycle/payment-context.ts'
import { kindOf, type RunOutcome } from './execute-run.ts'

const CHUNK = 20
/** Longer than all polls of a slow device take, so that a poll never stops the next run of another process. */
const POLL_SECONDS = 90

/**
 * Takes over runs without a live holder (their process died, or their outcome is unknown), of one terminal or all,
 * and polls their devices. Only the device's response ends a run: while it cannot be reached the run stays open, and
 * past its deadline it is reported as unknown.
 */
export async function recoverRuns(
  context: PaymentContext,
  terminals: Terminals,
  terminal_id: string | null,
  end: (run: RunRow, outcome: RunOutcome) => Promise<void>,
): Promise<number> {
  const rows = await open_runs.claim(context.db, POLL_SECONDS, [CHUNK, terminal_id])
  const ended = await Promise.all(
    rows.map(row => recoverOne(context, terminals, loaded<RunRow>(terminalrun, row), end)),
  )
  return ended.filter(Boolean).length
}

const open_runs = lease<Record<string, unknown>>({
  table: 'terminalrun',
  column: 'lease_until',
  counter: 'asks',
  open: 'ended_ts is null',
  due: `lease_until <= ${MACHINE_NOW} and ($3::text is null or terminal_id = $3)
      and not exists (select from terminalholder h where h.id = holder and h.alive_until > ${MACHINE_NOW})`,
})

async function recoverOne(
  context: PaymentContext,
  terminals: Terminals,
  run: RunRow,
  end: (run: RunRow, outcome: RunOutcome) => Promise<void>,
): Promise<boolean> {
  try {
    const found = await pollDevice(context, terminals, run)
    const outcome = outcomeOf(run, found)
    if (outcome) {
      await end(run, outcome)
      return true
    }
    if (found === null && run.status === 'running' && isLate(context, run)) {
      await end(run, unknownOf(run))
      return false
    }
  } catch (error) {
    context.log.error(
      { terminalrun: run.id, message: (error as Error).message },
      'a terminal run could not be recovered',
    )
  }
  const wait = retryDelay(run.asks, context.retry_policy)
  await open_runs.release(context.db, run.id, wait)
  return false
}

/** Null when the device cannot be reached, so that nothing is known. */
async function pollDevice(context: PaymentContext, terminals: Terminals, run: RunRow): Promise<OrderStatus | null> {
  const device = await context.store.reader(systemCaller(run.root_id, 'terminal')).maybe(terminal, run.terminal_id)
  const driver = device && terminals[device.terminal_manufacturer_id]
  if (!driver) return null
  const order = {
    reference: run.id,
    action: (kindOf(run) === 'payment' ? run.action : 'avsonly') as TerminalAction,
    amount: run.transaction_amount ?? 0n,
  }
  // A customer may still be paying; only a device that was stopped can rule that out.
  const stop = run.cancel_ts !== null || run.status === 'unknown' || isLate(context, run)
  try {
    const found = await driver.find(order, device, stop)
    return found.state === 'none' && !stop ? await driver.find(order, device, true) : found
  } catch {
    return null
  }
}

function isLate(context: PaymentContext, { deadline_ts }: RunRow): boolean {
  return context.clock.seconds() > deadline_ts
}

function outcomeOf(run: RunRow, found: OrderStatus | null): RunOutcome | null {
  if (!found || found.state === 'busy') return null
  const kind = kindOf(run)
  if (found.state === 'none') return { kind, response: { result: 'failed', why: 'cancelled', text: 'ABORTED' } }
  const { outcome } = found
  if (kind === 'payment') return { kind, response: outcome }
  if (outcome.result === 'declined') return { kind, response: { ...outcome, result: 'declined' } }
  if (kind === 'store' && outcome.card && outcome.token)
    return { kind, response: { result: 'approved', card: outcome.card, token: outcome.token } }
  // The totals of a batch are not reported twice. Closing an empty batch is harmless, so it can be requested again.
  return { kind, response: { result: 'failed', why: 'cancelled', text: 'ABORTED' } }
}

function unknownOf(run: RunRow): RunOutcome {
  return { kind: kindOf(run), response: { result: 'unknown', text: 'COMMUNICATION ERROR' } }
}
