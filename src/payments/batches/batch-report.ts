import type { Row } from '../../definition/resource.ts'
import type { Actor } from '../../definition/store.ts'
import { formatMoney } from '../../lib/money.ts'
import { Refusal } from '../../lib/problem.ts'
import type { transactionbatch } from '../../resources/transactionbatch/transactionbatch.ts'
import type { PaymentContext } from '../lifecycle/payment-context.ts'
import type { BatchLine, BatchReport } from '../payments.ts'
import { type BatchSum, checkBatch, LINE_ACTIONS, linesOf, netOf, sumsOf } from './check-batch.ts'

/**
 * Throws 503 when the processor's file cannot be had: a report that compared nothing must not look like one that did.
 */
export async function batchReport(
  { db, processors, log }: Pick<PaymentContext, 'db' | 'processors' | 'log'>,
  actor: Actor,
  batch: Row<typeof transactionbatch>,
): Promise<BatchReport> {
  const { mismatches, reconciled } = await checkBatch({ db, processors }, batch).catch(error => {
    log.error({ transactionbatch: batch.id, message: (error as Error).message }, 'a batch could not be compared')
    throw new Refusal(503, "The processor's file cannot be read at the moment; try again.")
  })
  const { id, batch_num, product_transaction_id, processing_status_id, batch_close_ts, settlement_file_name } = batch
  const told = { id, batch_num, product_transaction_id, processing_status_id, batch_close_ts, settlement_file_name }
  const sums = await sumsOf(db, id)
  const totals = { net_amount: formatMoney(netOf(sums)), totals: totalsOf(sums) }
  return {
    summary: { ...told, reconciled, ...totals, mismatches },
    lines: shownLines(db, id, await placesOf(db, actor)),
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

async function* shownLines(
  db: PaymentContext['db'],
  batch_id: string,
  may_see: ReadonlySet<string> | null,
): BatchReport['lines'] {
  for await (const lines of linesOf(db, batch_id))
    yield lines.filter(({ location_id }) => may_see === null || may_see.has(location_id)).map(shown)
}

function shown({ reference: _, location_id: __, amount, ...line }: BatchLine) {
  return { ...line, amount: formatMoney(amount) }
}

function totalsOf(sums: readonly BatchSum[]): BatchReport['summary']['totals'] {
  const brands = [...new Set(sums.map(({ account_type }) => account_type))].toSorted()
  return brands.flatMap(brand =>
    LINE_ACTIONS.flatMap(name =>
      sums
        .filter(({ account_type, action }) => account_type === brand && action === name)
        .map(({ amount, ...sum }) => ({ ...sum, amount: formatMoney(amount) })),
    ),
  )
}
