import type { OtherRecord } from '../../definition/command.ts'
import { invalidField } from '../../lib/problem.ts'
import type { TerminalRuns } from '../../payments/payments.ts'
import type { RunRow } from './terminalrun.ts'

/**
 * Returns the response to a request at a terminal: the transaction or vault of its run, or why nothing was
 * authorised. Waits for the run unless the caller does not want to or this process stops; then the response names the
 * run.
 */
export async function runResponse(
  runs: TerminalRuns,
  begun: RunRow,
  { is_async }: { is_async?: boolean | undefined },
): Promise<OtherRecord> {
  const ended = is_async && begun.ended_ts === null ? undefined : await runs.ended(begun)
  if (!ended) return { record: { noun: 'terminalrun', row: begun }, state: 'pending' }
  const { run, payment, vault } = ended
  if (payment) return { record: { noun: 'transaction', row: payment }, state: 'created' }
  if (vault) return { record: { noun: 'accountvault', row: vault }, state: 'created' }
  throw invalidField('terminal_id', run.message || 'TIMEOUT')
}
