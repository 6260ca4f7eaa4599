import type { CommandOptions, Terminal, TerminalAction, TerminalOutcome, Terminals } from '../../ports/terminal.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { Recorded } from '../lifecycle/record-outcome.ts'
import type { RunRequest } from '../payments.ts'

type Stored = Awaited<ReturnType<NonNullable<Terminal['store']>>>
type Closed = Awaited<ReturnType<NonNullable<Terminal['closeBatch']>>>

/** The device's response to a run. */
export type RunOutcome =
  | { kind: 'payment'; response: TerminalOutcome }
  | { kind: 'store'; response: Stored }
  | { kind: 'settle'; response: Closed }

/** How a run ends, or that it does not yet, and an approval to be reversed. */
export interface StoredOutcome {
  set: Ending
  reversal?: Recorded | null
}

type Ending = Pick<RunRow, 'status'> &
  Partial<Pick<RunRow, 'result' | 'message' | 'transaction_id' | 'transaction_amount' | 'account_vault_id'>>

const NOT_OFFERED = {
  result: 'failed',
  why: 'refused',
  text: 'The terminal does not offer this action.',
} as const

/**
 * Submits a run to its device and waits for the outcome. Holds no database connection. Never throws: every error is
 * an unknown outcome.
 */
export async function executeRun(
  context: PaymentContext,
  terminals: Terminals,
  run: RunRow,
  { device, order, wait_seconds }: RunRequest,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const kind = kindOf(run)
  const driver = terminals[device.terminal_manufacturer_id]
  const watch: CommandOptions = { signal, wait_seconds, progress: step => void note(context, run.id, step) }
  const reference = run.id
  try {
    if (kind === 'store') {
      return { kind, response: (await driver?.store?.({ reference }, device, watch)) ?? NOT_OFFERED }
    }
    if (kind === 'settle') {
      return { kind, response: (await driver?.closeBatch?.({ reference }, device, watch)) ?? NOT_OFFERED }
    }
    const action = driver?.actions[run.action as TerminalAction]
    if (!action || !order) return { kind, response: NOT_OFFERED }
    return { kind, response: await action({ ...order, reference }, device, watch) }
  } catch (error) {
    context.log.error({ terminalrun: run.id, message: (error as Error).message }, 'a terminal driver failed')
    return { kind, response: { result: 'unknown', text: 'COMMUNICATION ERROR' } }
  }
}

export function kindOf({ action }: Pick<RunRow, 'action'>): RunOutcome['kind'] {
  return action === 'store' || action === 'settle' ? action : 'payment'
}

/** Stores the current step for watchers. It is no event, and a failure to store it is ignored. */
async function note(context: PaymentContext, id: string, step: string): Promise<void> {
  await context.db
    .run('update terminalrun set step = $2 where id = $1 and ended_ts is null', [id, step])
    .catch(() => {})
}
