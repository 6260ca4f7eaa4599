import type { Book } from '../../definition/door.ts'
import type { RunRow } from '../../resources/terminalrun/terminalrun.ts'
import { transaction } from '../../resources/transaction/transaction.ts'

/** The caller's own id for the transaction of a run. Null where a payment without a terminal took the id meanwhile: money moved, and that has to be written down. */
export async function freeApiId(book: Book, { transaction_api_id, location_id }: RunRow): Promise<string | null> {
  const taken = transaction_api_id && (await book.find(transaction, { transaction_api_id, location_id }))
  return taken ? null : transaction_api_id
}
