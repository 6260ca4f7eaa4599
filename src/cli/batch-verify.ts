import { openProcessors } from '../boot/mode.ts'
import type { Database } from '../db/database.ts'
import { columnsOf, hydrate } from '../engine/columns.ts'
import { type CheckedBatch, checkBatch } from '../payments/batches/check-batch.ts'
import type { Processors } from '../payments/lifecycle/routing.ts'
import type { Mismatch } from '../payments/payments.ts'
import { transactionbatch } from '../resources/transactionbatch/transactionbatch.ts'
import { noArguments, type Operator } from './operator.ts'

/** Batches per query; payments are read batch by batch. */
const CHUNK = 200

type Found = Record<'compared' | 'alone' | 'mismatches', number>

/**
 * Compares every batch with its payments and with the processor's settlement files. Changes nothing. Beside a running
 * gateway a batch that is being changed may be reported once.
 */
export function batchVerify(args: string[]): (operator: Operator) => Promise<void> {
  noArguments('batch-verify', args)
  return async ({ db, config, shutdown, print }) => {
    const processors = await openProcessors(config, shutdown)
    const found: Found = { compared: 0, alone: 0, mismatches: 0 }
    for await (const batch of batchesOf(db)) await compare(db, processors, batch, found, print)
    print(
      `${found.compared} batches fit their payments and the processor's files; ${found.alone} fit their payments, and nothing was settled of them or there are no files`,
    )
    if (found.mismatches > 0) throw new Error(`${found.mismatches} mismatches`)
  }
}

async function compare(
  db: Database,
  processors: Processors,
  batch: CheckedBatch & { batch_num: number; product_transaction_id: string },
  found: Found,
  print: Operator['print'],
): Promise<void> {
  const { mismatches, reconciled } = await checkBatch({ db, processors }, batch)
  if (reconciled === true) found.compared += 1
  if (reconciled === null) found.alone += 1
  found.mismatches += mismatches.length
  if (mismatches.length === 0) return
  print(`batch ${batch.id} (number ${batch.batch_num} of product ${batch.product_transaction_id}):`)
  for (const mismatch of mismatches) print(`  ${inWords(mismatch)}`)
}

function inWords({ what, transaction_id, ours, theirs }: Mismatch): string {
  const about = transaction_id === null ? '' : ` ${transaction_id}`
  return `${what}${about}: ${ours ?? 'nothing'} here, ${theirs ?? 'nothing'} there`
}

/** Returns all batches in the order of their ids. */
async function* batchesOf(db: Database) {
  const columns = columnsOf(transactionbatch)
  let last = ''
  for (;;) {
    const rows = await db.query(`select * from transactionbatch where id > $1 order by id limit ${CHUNK}`, [last])
    if (rows.length === 0) return
    for (const row of rows) {
      const batch = hydrate<CheckedBatch & { batch_num: number; product_transaction_id: string }>(columns, row)
      yield batch
      last = batch.id
    }
  }
}
