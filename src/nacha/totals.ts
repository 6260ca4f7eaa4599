import type { Batch } from './model.ts'
import { transactionCode } from './transaction-codes.ts'

/** The totals of the control record of a batch or a file. */
export interface Totals {
  /** Entries and their addenda records. */
  count: number
  /** The sum of the first eight digits of all receiving routing numbers, truncated to ten digits. */
  hash: bigint
  /** Cents. */
  debits: bigint
  credits: bigint
}

const HASH_MODULUS = 10n ** 10n
const NONE: Totals = { count: 0, hash: 0n, debits: 0n, credits: 0n }

/** Returns the totals of record 8. Returns and notifications count on the side of their transaction codes. */
export function totalsOf(batch: Batch): Totals {
  const sums = { ...NONE }
  for (const entry of batch.entries) {
    sums.count += 1 + entry.addenda.length
    // Routing numbers that are no numbers are reported elsewhere.
    sums.hash += /^\d{8}/.test(entry.routing) ? BigInt(entry.routing.slice(0, 8)) : 0n
    if (transactionCode(entry.transaction_code)?.flow === 'debit') sums.debits += entry.amount
    else sums.credits += entry.amount
  }
  return { ...sums, hash: sums.hash % HASH_MODULUS }
}

/** Returns the totals of record 9: the sum of the batches. */
export function sumOf(totals: readonly Totals[]): Totals {
  const sum = totals.reduce(
    (all, each) => ({
      count: all.count + each.count,
      hash: all.hash + each.hash,
      debits: all.debits + each.debits,
      credits: all.credits + each.credits,
    }),
    NONE,
  )
  return { ...sum, hash: sum.hash % HASH_MODULUS }
}
