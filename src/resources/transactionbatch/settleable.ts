import type { Row } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import { STATUS, TRANSITIONS, transaction } from '../transaction/transaction.ts'
import { transactionbatch } from './transactionbatch.ts'

/** The batch a product's payments join at this moment; null when none is open. */
export async function openBatchOf(
  read: Pick<Reader, 'find'>,
  product_transaction_id: string,
): Promise<Row<typeof transactionbatch> | null> {
  return read.find(transactionbatch, { product_transaction_id, is_open: true })
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
