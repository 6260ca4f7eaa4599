import { choice, flag, id, integer, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, many, one } from '../../definition/resource.ts'

/** Where a batch stands on its way to the processor; the table of moves is decision 0020. */
export const PROCESSING = { to_settle: 1, settled: 2, error: 3, again: 4, processing: 5, forced: 6 } as const

const MEANS = { 1: 'To settle', 2: 'Settled', 3: 'Error', 4: 'Re-process', 5: 'Processing', 6: 'Forced closed' }

const total = () => money('S', { fallback: 0n })
const count = () => integer(9, 'S', { fallback: 0 })

/**
 * The payments of a product that are settled together. A void moves its amount out of the sales or refunds, so sales
 * less both kinds of refund is what will be settled.
 */
export const transactionbatch = defineResource({
  name: 'transactionbatch',
  plural: 'transactionbatches',
  spec: '2.12, 6',
  scope: 'location_id',
  verbs: ['read', 'list'],
  sort: '-created_ts',
  fields: {
    id: id(),
    batch_num: integer(4, 'S', {
      always: true,
      least: 1,
      most: 9999,
      note: 'One more than the batch before; 1 follows 9999.',
    }),
    product_transaction_id: ref('producttransaction', 'S', { always: true }),
    location_id: ref('location', 'S', { always: true }),
    processing_status_id: choice([1, 2, 3, 4, 5, 6], 'S', { fallback: 1, means: MEANS }),
    is_open: flag('S', { fallback: true }),
    batch_close_ts: stamp('S', {}),
    settlement_file_name: text(undefined, 128, 'S', { note: "The processor's own file of what was settled." }),
    batch_close_detail: text(undefined, 512, 'S', { note: 'What the processor said, or who closed it.' }),
    total_sale_amount: total(),
    total_sale_count: count(),
    total_refund_amount: total(),
    total_refund_count: count(),
    total_void_amount: total(),
    total_void_count: count(),
    total_blind_refund_amount: total(),
    total_blind_refund_count: count(),
    created_ts: stamp(),
    modified_ts: stamp(),
    processor_account_id: text(24, 36, 'S', {
      reach: 'hidden',
      always: true,
      note: 'The account at the processor that its payments were made with.',
    }),
    due_ts: stamp('S', { reach: 'hidden', note: 'When it is looked at next; 0: its cut-off has still to be found.' }),
  },
  expands: {
    product_transaction: one('producttransaction', 'product_transaction_id'),
    changelogs: many('changelog', 'model_id'),
  },
  constraints: {
    transactionbatch_open_key: ['product_transaction_id', 'A batch of this product is just being opened; try again.'],
    transactionbatch_moves: ['id', 'Duplicate Batch (Already Closed)'],
    settlement_open_key: ['id', 'Batch is being settled.'],
    settlement_settled_key: ['id', 'Duplicate Batch (Already Closed)'],
    transactionbatch_adds_up: ['id', 'The totals of the batch are not those of its payments.'],
    transactionbatch_settled_whole: ['id', 'A payment of the batch is being changed; try again.'],
  },
})
