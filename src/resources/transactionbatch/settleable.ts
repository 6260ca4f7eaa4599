import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { TRANSITIONS } from '../transaction/transaction.states.ts'
import { transaction } from '../transaction/transaction.ts'
import { transactionbatch } from './transactionbatch.ts'

/** Returns the batch that payments of an account join now; null when none is open. */
export function openBatchOf(
  read: Pick<Reader, 'find'>,
  processor_account_id: string,
): Promise<Row<typeof transactionbatch> | null> {
  return read.find(transactionbatch, { processor_account_id, is_open: true })
}

/** Why a batch cannot be settled now: it is empty, or all that it holds is being changed. */
export type Hindrance = 'empty' | 'moving'

/** What of a batch counts its payments. */
type Counts = Pick<Row<typeof transactionbatch>, 'total_sale_count' | 'total_refund_count' | 'total_blind_refund_count'>

/** How many payments of a batch are settled with it. */
export function paymentsOf(batch: Counts): number {
  return batch.total_sale_count + batch.total_refund_count + batch.total_blind_refund_count
}

/** A payment that is being changed joins the next batch, so one that stands still is enough. */
export async function hindranceOf(
  read: Pick<Reader, 'all'>,
  batch: Counts & { id: string },
): Promise<Hindrance | null> {
  const count = paymentsOf(batch)
  if (count === 0) return 'empty'
  const doing = Object.keys(TRANSITIONS)
  const moving = await read.all(transaction, { transaction_batch_id: batch.id, doing }, count)
  return moving.length < count ? null : 'moving'
}

/** How a caller is refused. */
export const HINDERED: Readonly<Record<Hindrance, { text: string; status: 409 | 422 }>> = {
  empty: { text: 'No Transactions in Batch', status: 422 },
  moving: { text: 'A payment of the batch is being changed; try again.', status: 409 },
}
