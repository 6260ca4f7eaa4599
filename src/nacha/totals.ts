import type { Batch, Entry } from './model.ts'
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
    if (flowOf(entry) === 'debit') sums.debits += entry.amount
    else sums.credits += entry.amount
  }
  return { ...sums, hash: sums.hash % HASH_MODULUS }
}

/** Unknown codes follow the pattern of the others: 1 to 4 at the end are credits, 6 to 9 debits. */
function flowOf({ transaction_code: code }: Entry): 'credit' | 'debit' {
  return transactionCode(code)?.flow ?? (code % 10 > 5 ? 'debit' : 'credit')
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
