import { choice, flag, id, integer, json, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, many, one, type Row } from '../../definition/resource.ts'

/** Where a batch stands on its way to the processor; the table of moves is decision 0020. */
export const PROCESSING = { to_settle: 1, settled: 2, error: 3, again: 4, processing: 5, forced: 6 } as const

const MEANS = { 1: 'To settle', 2: 'Settled', 3: 'Error', 4: 'Re-process', 5: 'Processing', 6: 'Forced closed' }

const total = () => money('S', { fallback: 0n })
const count = () => integer(9, 'S', { fallback: 0 })
const hidden = { reach: 'hidden' } as const

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
      ...hidden,
      always: true,
      note: 'The account at the processor that its payments were made with.',
    }),
    due_ts: stamp('S', { ...hidden, note: 'When it is looked at next; 0: its cut-off has still to be found.' }),
    fixed_ts: stamp('S', { ...hidden, note: 'Since then nothing joins it, leaves it or changes in it.' }),
    continue_ts: stamp('S', { ...hidden, note: 'Machine time after which another process goes on settling it.' }),
    unknown_ts: stamp('S', { ...hidden, note: 'When its settlement could first not be finished at once.' }),
    settled_ranges: json(undefined, 'S', { ...hidden, note: 'Of one settled in part: which payments are.' }),
    terminalrun_id: text(undefined, 36, 'S', { ...hidden, note: 'The request at a terminal that closed it.' }),
    compare_ts: stamp('S', { ...hidden, note: "When it is compared with the processor's file next." }),
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
    transactionbatch_fixes: ['id', 'A payment of the batch is being changed; try again.'],
  },
  about: [
    'After the payment',
    'The payments of a product that are settled together.',
    {
      product_transaction_id: 'The product whose payments it holds.',
      processing_status_id: 'How far its settlement is.',
      is_open: 'Whether payments still join it.',
      batch_close_ts: 'When it was closed.',
      total_sale_amount: 'What its sales come to.',
      total_sale_count: 'How many sales it holds.',
      total_refund_amount: 'What its refunds come to.',
      total_refund_count: 'How many refunds it holds.',
      total_void_amount: 'What its voided payments came to.',
      total_void_count: 'How many voided payments it holds.',
      total_blind_refund_amount: 'What its refunds without an earlier payment come to.',
      total_blind_refund_count: 'How many refunds without an earlier payment it holds.',
    },
  ],
})

/** What of a batch tells whether its payments are settled. */
export type SettledBatch = Pick<Row<typeof transactionbatch>, 'processing_status_id' | 'settled_ranges'>

/** Ids of payments that were settled although others of their batch were refused: after the first, up to the second. */
export type SettledRange = readonly [after_id: string, to_id: string]

/**
 * Whether a payment is settled with its batch, or just being: from then on it is refunded and not changed. Of a batch
 * that was closed by force nobody knows, but for what the processor had settled before.
 */
export function isSettledWith({ processing_status_id: status, settled_ranges }: SettledBatch, id: string): boolean {
  if (status === PROCESSING.settled || status === PROCESSING.processing) return true
  return ((settled_ranges ?? []) as readonly SettledRange[]).some(([after, to]) => id > after && id <= to)
}
