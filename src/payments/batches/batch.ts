import type { SideStatement, UnitOfWork } from '../../definition/store.ts'
import { producttransaction } from '../../resources/producttransaction/producttransaction.ts'
import { STATUS } from '../../resources/transaction/transaction.states.ts'
import type { TransactionRow } from '../../resources/transaction/transaction.ts'
import {
  isSettledWith,
  type SettledBatch,
  transactionbatch,
} from '../../resources/transactionbatch/transactionbatch.ts'
import type { OfAccount } from '../lifecycle/routing.ts'
import { startValues } from '../start-values.ts'

/** The batch a payment belongs to. */
export interface OpenBatch {
  id: string
  batch_num: number
}

const LAST_NUMBER = 9999

/** The product and the account that a batch is of. */
type OfBatch = OfAccount & { product_transaction_id: string }

/**
 * Returns the open batch of a product's account; opens one when there is none. The share lock holds its membership open
 * until the transaction ends, even if it closes meanwhile (`fixMembers`). Nobody waits for anybody here.
 */
export async function joinBatch(work: UnitOfWork, of: OfBatch): Promise<OpenBatch> {
  const { product_transaction_id, processor_account_id } = of
  const open = await findOpen(work, processor_account_id)
  if (open) return open
  // The second to get this lock finds the batch that the first has opened; transactionbatch_open_key has the last word.
  const product = await work.lock(producttransaction, product_transaction_id)
  const opened = await findOpen(work, processor_account_id)
  if (opened) return opened
  if (!product) throw new Error(`there is no product ${product_transaction_id}`)
  const batch_num = await nextNumber(work, product_transaction_id)
  const { root_id, location_id } = product
  const batch = await work.insert(transactionbatch, {
    ...STARTS,
    root_id,
    location_id,
    product_transaction_id,
    processor_account_id,
    batch_num,
  })
  if (product.current_batch !== batch_num) await work.update(producttransaction, product, { current_batch: batch_num })
  return { id: batch.id, batch_num }
}

const STARTS = startValues(transactionbatch)

async function findOpen(work: UnitOfWork, processor_account_id: string): Promise<OpenBatch | null> {
  const [row] = await work.query<OpenBatch>(openBatchOf('$1'), [processor_account_id])
  return row ?? null
}

/** SQL: the open batch of an account. */
export function openBatchOf(account: string): string {
  return `select id, batch_num from transactionbatch where processor_account_id = ${account} and is_open for key share`
}

/** The number of the open batch of a product's account, or of the one that would be opened next. */
export async function currentNumber(
  work: UnitOfWork,
  { id, processor_account_id }: { id: string; processor_account_id: string },
): Promise<number> {
  return (await findOpen(work, processor_account_id))?.batch_num ?? nextNumber(work, id)
}

/**
 * One more than the product's latest, which the product itself keeps: by their ids batches need not be in order,
 * because processes whose clocks differ have opened them. The first batch has the number the product starts with.
 */
async function nextNumber(work: UnitOfWork, product_transaction_id: string): Promise<number> {
  const [row] = await work.query<{ current_batch: number; begun: boolean }>(
    `select current_batch, exists (select from transactionbatch where product_transaction_id = $1) as begun
       from producttransaction where id = $1`,
    [product_transaction_id],
  )
  if (!row?.begun) return row?.current_batch ?? 1
  return (row.current_batch % LAST_NUMBER) + 1
}

type Total = 'sale' | 'refund' | 'void' | 'blind_refund'

/** Changes of a batch's totals: minor units and number of payments. */
export type Steps = Partial<Record<Total, { amount: bigint; count: number }>>

/**
 * The statement that adds to the totals of a batch; null where nothing changes. Last in its transaction, because all
 * payments of the batch queue for this row. No event: the batch is published when it opens and closes.
 */
export function totalsUpdate(batch_id: string, steps: Steps, seconds: number): SideStatement | null {
  const values: unknown[] = [batch_id, seconds]
  const sets = Object.entries(steps).flatMap(([total, { amount, count }]) => {
    values.push(amount.toString(), count)
    const amounts = `total_${total}_amount = total_${total}_amount + $${values.length - 1}`
    return [amounts, `total_${total}_count = total_${total}_count + $${values.length}`]
  })
  if (sets.length === 0) return null
  return { text: `update transactionbatch set ${sets.join(', ')}, modified_ts = $2 where id = $1`, values }
}

/** Card money that was taken or refunded is settled with a batch; an authorization is not yet. */
export function joinsBatch({ status_id }: TransactionRow): boolean {
  return status_id === STATUS.sale || status_id === STATUS.refunded
}

/**
 * A payment that was moved counts in the batch it was in no more, and in the other one as a new payment. One that its
 * processor took back leaves its batch.
 */
export function stepsByBatch(before: TransactionRow, after: TransactionRow): [batch_id: string, steps: Steps][] {
  const [from, to] = [before.transaction_batch_id, after.transaction_batch_id]
  const nothing = { ...after, status_id: STATUS.pending } as TransactionRow
  if (to !== null && (from === null || from === to)) return [[to, batchSteps(before, after)]]
  const left: [string, Steps][] = from === null ? [] : [[from, batchSteps(before, nothing)]]
  return to === null ? left : [...left, [to, batchSteps(nothing, after)]]
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
  // A void that did not happen.
  if (before.status_id === STATUS.voided && after.status_id !== STATUS.voided)
    add('void', -(before.auth_amount ?? 0n), -1)
  const moved = Object.entries(steps).filter(([, step]) => step.amount !== 0n || step.count !== 0)
  return Object.fromEntries(moved)
}

function countsAs(row: TransactionRow): { total: Total; amount: bigint } | null {
  if (row.status_id === STATUS.sale) return { total: 'sale', amount: row.captured_amount }
  if (row.status_id !== STATUS.refunded) return null
  return { total: row.previous_transaction_id === null ? 'blind_refund' : 'refund', amount: row.auth_amount ?? 0n }
}

/**
 * Whether a locked payment is settled with its batch, or just being. The batch stays as it is until the transaction
 * ends, or at least no payment of it is settled whose change this transaction begins.
 */
export async function isSettled(work: UnitOfWork, { id, transaction_batch_id }: TransactionRow): Promise<boolean> {
  if (transaction_batch_id === null) return false
  const text = 'select processing_status_id, settled_ranges from transactionbatch where id = $1 for key share'
  const [batch] = await work.query<SettledBatch>(text, [transaction_batch_id])
  return batch !== undefined && isSettledWith(batch, id)
}
