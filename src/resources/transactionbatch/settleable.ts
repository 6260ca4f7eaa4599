import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { STATUS, TRANSITIONS } from '../transaction/transaction.states.ts'
import { transaction } from '../transaction/transaction.ts'
import { transactionbatch } from './transactionbatch.ts'

/** Returns the batch that payments of an account join now; null when none is open. */
export function openBatchOf(
  read: Pick<Reader, 'find'>,
  processor_account_id: string,
): Promise<Row<typeof transactionbatch> | null> {
  return read.find(transactionbatch, { processor_account_id, is_open: true })
}

/** Why a batch cannot be settled now: it is empty, or one of its payments is being changed. */
export type Hindrance = 'empty' | 'moving'

/** Statuses of payments that are settled with their batch: sales and refunds. A voided payment is not. */
export const SETTLED_STATUSES: readonly number[] = [STATUS.sale, STATUS.refunded]

export async function hindranceOf(read: Reader, transaction_batch_id: string): Promise<Hindrance | null> {
  const settled = SETTLED_STATUSES.map(status_id => read.exists(transaction, { transaction_batch_id, status_id }))
  if ((await Promise.all(settled)).every(each => !each)) return 'empty'
  const moving = await read.exists(transaction, { transaction_batch_id, doing: Object.keys(TRANSITIONS) })
  return moving ? 'moving' : null
}

/** How a caller is refused. */
export const HINDERED: Readonly<Record<Hindrance, { text: string; status: 409 | 422 }>> = {
  empty: { text: 'No Transactions in Batch', status: 422 },
  moving: { text: 'A payment of the batch is being changed; try again.', status: 409 },
}
