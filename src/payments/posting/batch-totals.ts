import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import type { Steps, Total } from '../batches/batch.ts'

/** Card money that was taken or refunded is settled with a batch; an authorization is not yet. */
export function joinsBatch({ status_id }: TransactionRow): boolean {
  return status_id === STATUS.sale || status_id === STATUS.refunded
}

/**
 * Returns how a change moves the totals of its batch: what the payment counted as before is subtracted, what it
 * counts as now added.
 */
export function batchSteps(before: TransactionRow, after: TransactionRow): Steps {
  const steps: Steps = {}
  const add = (total: Total, amount: bigint, count: number): void => {
    const sum = steps[total] ?? { amount: 0n, count: 0 }
    steps[total] = { amount: sum.amount + amount, count: sum.count + count }
  }
  const was = countsAs(before)
  const is = countsAs(after)
  if (was) add(was.total, -was.amount, -1)
  if (is) add(is.total, is.amount, 1)
  if (was && after.status_id === STATUS.voided) add('void', was.amount, 1)
  const moved = Object.entries(steps).filter(([, step]) => step.amount !== 0n || step.count !== 0)
  return Object.fromEntries(moved)
}

function countsAs(row: TransactionRow): { total: Total; amount: bigint } | null {
  if (row.status_id === STATUS.sale) return { total: 'sale', amount: row.captured_amount }
  if (row.status_id !== STATUS.refunded) return null
  return { total: row.previous_transaction_id === null ? 'blind_refund' : 'refund', amount: row.auth_amount ?? 0n }
}
