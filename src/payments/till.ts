import type { Book } from '../definition/door.ts'
import { addToBatch, joinBatch, type OpenBatch, type Steps } from './batch.ts'

/**
 * The batches of one database transaction. What many payments add to a batch is written once and last, because every
 * payment of the batch passes that row one by one.
 */
export interface Till {
  /** The open batch of a product, found once. */
  batchOf(product_transaction_id: string): Promise<OpenBatch>
  add(batch_id: string, steps: Steps): void
  /** Writes the sums, always in the same order of batches. */
  close(seconds: number): Promise<void>
}

export function till(book: Book): Till {
  const batches = new Map<string, Promise<OpenBatch>>()
  const sums = new Map<string, Steps>()
  return {
    batchOf(product_transaction_id) {
      const known = batches.get(product_transaction_id) ?? joinBatch(book, product_transaction_id)
      batches.set(product_transaction_id, known)
      return known
    },
    add(batch_id, steps) {
      sums.set(batch_id, together(sums.get(batch_id) ?? {}, steps))
    },
    async close(seconds) {
      for (const [batch_id, steps] of [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await addToBatch(book, batch_id, steps, seconds)
    },
  }
}

function together(sum: Steps, steps: Steps): Steps {
  const all = { ...sum }
  for (const [name, step] of Object.entries(steps)) {
    const total = name as keyof Steps
    const before = all[total] ?? { amount: 0n, count: 0 }
    all[total] = { amount: before.amount + step.amount, count: before.count + step.count }
  }
  return all
}
