import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { STATUS, TRANSITIONS, transaction } from '../../resources/transaction/transaction.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'

/** The batch a product's payments join at this moment; null when none is open. */
export async function openBatchOf(
  work: Pick<UnitOfWork, 'find'>,
  product_transaction_id: string,
): Promise<Row<typeof transactionbatch> | null> {
  return work.find(transactionbatch, { product_transaction_id, is_open: true })
}

/** Why a batch cannot be settled at this moment: there is nothing in it, or a payment of it is being changed. */
export type Hindrance = 'empty' | 'moving'

/** What stands in a batch and will be settled: sales, and what went back. A payment that was voided has left it. */
export const STANDING: readonly number[] = [STATUS.sale, STATUS.refunded]

export async function hindranceOf(read: Reader, transaction_batch_id: string): Promise<Hindrance | null> {
  const stands = STANDING.map(status_id => read.exists(transaction, { transaction_batch_id, status_id }))
  if ((await Promise.all(stands)).every(each => !each)) return 'empty'
  const moving = await read.exists(transaction, { transaction_batch_id, doing: Object.keys(TRANSITIONS) })
  return moving ? 'moving' : null
}

/** What a caller is told of it. */
export const HINDERED: Readonly<Record<Hindrance, { text: string; status: 409 | 422 }>> = {
  empty: { text: 'No Transactions in Batch', status: 422 },
  moving: { text: 'A payment of the batch is being changed; try again.', status: 409 },
}

/**
 * From now on what stands in a batch can be refunded and not voided; null takes that back. No event of each: the batch tells of all. One
 * that is just being changed is passed over (PostgreSQL would refuse it), and whoever closes the batch has to look for such a one after this.
 */
export async function markSettled(work: UnitOfWork, id: string, settled_ts: number | null): Promise<void> {
  const text = `update transaction set settled_ts = $2
    where transaction_batch_id = $1 and status_id = any($3::int[]) and doing is null`
  await work.query(text, [id, settled_ts, STANDING])
}

/** Closes a locked batch that the processor is not asked about: it was settled another way, never will be, or holds nothing. */
export function forceClose(
  work: UnitOfWork,
  batch: Row<typeof transactionbatch>,
  detail: string,
  seconds: number,
): Promise<Row<typeof transactionbatch>> {
  return work.update(transactionbatch, batch, {
    is_open: false,
    processing_status_id: PROCESSING.forced,
    batch_close_ts: seconds,
    batch_close_detail: detail,
    due_ts: null,
  })
}
