import type { Row } from '../../definition/resource.ts'
import type { Projection } from '../../definition/store.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { cutOffOf, nextCutOff } from './cut-off.ts'
import { PROCESSING, type transactionbatch } from './transactionbatch.ts'

type Product = Row<typeof producttransaction>

const SETTINGS = ['batch_auto_settle', 'batch_settle_hour', 'tz'] as const

/** Statuses in which a processor may have a file of a batch. */
const COMPARED: readonly number[] = [PROCESSING.settled, PROCESSING.error, PROCESSING.forced]

/**
 * Keeps the moments at which a batch is compared with the processor's file, and at which every batch is settled by
 * itself: when it opens, and when its product's day or its location's zone changes.
 */
export const batchCutOffs: Projection[] = [
  {
    on: 'transactionbatch',
    verbs: ['created'],
    async fold(work, { row }) {
      const batch = row as Row<typeof transactionbatch>
      const due_ts = await nextCutOff(work, batch, batch.created_ts)
      await work.query('update transactionbatch set due_ts = $2 where id = $1', [batch.id, due_ts])
    },
  },
  {
    // What the processor said of a batch is compared with its file, also where it was refused or closed by a person.
    on: 'transactionbatch',
    verbs: 'any',
    when: ({ row, before }) =>
      before !== null &&
      before.processing_status_id !== row.processing_status_id &&
      COMPARED.includes((row as Row<typeof transactionbatch>).processing_status_id),
    async fold(work, { row }) {
      const batch = row as Row<typeof transactionbatch>
      await work.query('update transactionbatch set compare_ts = $2 where id = $1', [batch.id, batch.modified_ts])
    },
  },
  {
    on: 'producttransaction',
    verbs: ['updated'],
    async fold(work, { row, before }) {
      if (SETTINGS.every(name => before?.[name] === row[name])) return
      const product = row as Product
      const next = await cutOffOf(work, product, product.modified_ts)
      // Those a person wants to be processed again are settled whatever the product says.
      await work.query(
        `update transactionbatch set due_ts = case when $3 or processing_status_id = $4 then $2::bigint end
          where product_transaction_id = $1 and (is_open or due_ts is not null)`,
        [product.id, next, product.batch_auto_settle, PROCESSING.again],
      )
    },
  },
  {
    // The same hour is another moment in another zone. The worker finds the batches at once and looks anew.
    on: 'location',
    verbs: ['updated'],
    async fold(work, { row, before, record_id }) {
      if (before?.tz === row.tz) return
      const text = 'update transactionbatch set due_ts = 0 where location_id = $1 and due_ts is not null'
      await work.query(text, [record_id])
    },
  },
]
