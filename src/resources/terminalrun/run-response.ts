import { systemCaller } from '../../definition/caller.ts'
import type { OtherRecord } from '../../definition/command.ts'
import type { Store } from '../../definition/store.ts'
import { invalidField } from '../../lib/problem.ts'
import type { TerminalRuns } from '../../payments/payments.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { transaction } from '../transaction/transaction.ts'
import type { RunRow } from './terminalrun.ts'

/**
 * Returns the response to a request at a terminal: the transaction or vault of its run, or why nothing was
 * authorised. Waits for the run unless the caller does not want to or this process stops; then the response names the
 * run.
 */
export async function runResponse(
  runs: TerminalRuns,
  begun: RunRow,
  { store, is_async }: { store: Store; is_async?: boolean | undefined },
): Promise<OtherRecord> {
  const run = is_async && begun.ended_ts === null ? undefined : await runs.ended(begun)
  if (!run) return { record: { noun: 'terminalrun', row: begun }, state: 'pending' }
  const read = store.reader(systemCaller(run.root_id, 'terminal'))
  const payment = await read.maybe(transaction, run.transaction_id)
  if (payment) return { record: { noun: 'transaction', row: payment }, state: 'created' }
  const vault = await read.maybe(accountvault, run.account_vault_id)
  if (vault) return { record: { noun: 'accountvault', row: vault }, state: 'created' }
  throw invalidField('terminal_id', run.message || 'TIMEOUT')
}
