import type { Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { STANDING } from '../../resources/transactionbatch/settleable.ts'
import { PROCESSING, transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'

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
