import type { UnitOfWork } from '../../definition/store.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import { transaction } from '../../resources/transaction/transaction.ts'

/** The caller's own id for the transaction of a run. Null where a payment without a terminal took the id meanwhile: money moved, and that has to be written down. */
export async function freeApiId(work: UnitOfWork, { transaction_api_id, location_id }: RunRow): Promise<string | null> {
  const taken = transaction_api_id && (await work.find(transaction, { transaction_api_id, location_id }))
  return taken ? null : transaction_api_id
}
