import type { TransactionRow } from '../../resources/transaction/transaction.ts'

/** A write of a transaction: how it was (null when it is new), how it is, and the verb of its event. */
export interface TransactionChange {
  before: TransactionRow | null
  after: TransactionRow
  verb: string
}
