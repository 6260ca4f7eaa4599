import type { Row } from '../../definition/resource.ts'
import type { Actor } from '../../definition/store.ts'
import { formatMoney } from '../../lib/money.ts'
import { Refusal } from '../../lib/problem.ts'
import type { transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { BatchLine, BatchReport } from '../payments.ts'
import { checkBatch, LINE_ACTIONS, payout } from './check-batch.ts'

/**
 * Throws 503 when the processor's file cannot be had: a report that compared nothing must not look like one that did.
 */
export async function batchReport(
  { db, processors, log }: Pick<PaymentContext, 'db' | 'processors' | 'log'>,
  actor: Actor,
  batch: Row<typeof transactionbatch>,
): Promise<BatchReport> {
  const { lines, mismatches, reconciled } = await checkBatch(db, processors, batch).catch(error => {
    log.error({ transactionbatch: batch.id, message: (error as Error).message }, 'a batch could not be compared')
    throw new Refusal(503, "The processor's file cannot be read at the moment; try again.")
  })
  const { id, batch_num, product_transaction_id, processing_status_id, batch_close_ts, settlement_file_name } = batch
  const told = { id, batch_num, product_transaction_id, processing_status_id, batch_close_ts, settlement_file_name }
  const may_see = await placesOf(db, actor)
  return {
    ...told,
    reconciled,
    net_amount: formatMoney(lines.reduce((sum, line) => sum + (payout(line) ?? 0n), 0n)),
    totals: totalsOf(lines),
    mismatches,
    lines: lines
      .filter(({ location_id }) => may_see === null || may_see.has(location_id))
      .map(({ reference: _, location_id: __, amount, ...line }) => ({ ...line, amount: formatMoney(amount) })),
  }
}

/**
 * Payments of other locations can be in a product's batch; they count, and are shown to who may see them. Null sees
 * all.
 */
async function placesOf(db: PaymentContext['db'], { caller }: Actor): Promise<ReadonlySet<string> | null> {
  if (caller.sees_root) return null
  const text = 'select descendant_id as id from location_tree where ancestor_id = $1'
  return new Set((await db.query<{ id: string }>(text, [caller.location_id])).map(({ id }) => id))
}

function totalsOf(lines: readonly BatchLine[]): BatchReport['totals'] {
  const brands = [...new Set(lines.map(line => line.account_type))].toSorted()
  return brands.flatMap(account_type =>
    LINE_ACTIONS.flatMap(action => {
      const own = lines.filter(line => line.account_type === account_type && line.action === action)
      const amount = formatMoney(own.reduce((sum, line) => sum + line.amount, 0n))
      return own.length === 0 ? [] : [{ account_type, action, count: own.length, amount }]
    }),
  )
}
