import type { Book } from '../definition/door.ts'
import type { Row } from '../definition/resource.ts'
import { transactionbatch } from '../resources/transactionbatch/transactionbatch.ts'

export const PROCESSING = { to_settle: 1, settled: 2, error: 3, again: 4, processing: 5, forced: 6 } as const

/** The batch a product's payments join at this moment; null when none is open. */
export async function openBatchOf(
  book: Pick<Book, 'find'>,
  product_transaction_id: string,
): Promise<Row<typeof transactionbatch> | null> {
  return book.find(transactionbatch, { product_transaction_id, is_open: true })
}

/**
 * Closes a batch that was settled: its payments can from now on be refunded, and no longer voided. Payments that are just being stored
 * hold the batch, so they are waited for and belong to it.
 */
export async function closeBatch(
  book: Book,
  id: string,
  detail: string | null,
  seconds: number,
): Promise<Row<typeof transactionbatch> | null> {
  const batch = await book.lock(transactionbatch, id, 'whole')
  if (!batch?.is_open) return null
  await markSettled(book, id, seconds)
  return book.update(transactionbatch, batch, {
    is_open: false,
    processing_status_id: PROCESSING.settled,
    batch_close_ts: seconds,
    batch_close_detail: detail,
  })
}

/**
 * From now on the payments of a batch can be refunded and not voided; null takes that back. No event of each: the batch tells of all. One
 * that is just being changed is passed over (PostgreSQL would refuse it), and whoever closes the batch has to look for such a one after this.
 */
export async function markSettled(book: Book, id: string, settled_ts: number | null): Promise<void> {
  await book.query('update transaction set settled_ts = $2 where transaction_batch_id = $1 and doing is null', [
    id,
    settled_ts,
  ])
}
