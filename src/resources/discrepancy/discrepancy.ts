import { choice, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one, type Row } from '../../definition/resource.ts'

/** What comparing a batch finds. */
export const BATCH_KINDS = [
  'batch_totals',
  'batch_state',
  'file_missing',
  'line_missing',
  'line_extra',
  'line_amount',
  'line_twice',
  'net_amount',
  'terminal_total',
] as const

/** What can be said differently in two places; what each means is in docs/behaviour.md. */
const DISCREPANCY_KINDS = [
  ...BATCH_KINDS,
  'order_unrecorded',
  'order_unseen',
  'order_result',
  'order_amount',
  'return_unmatched',
  'return_amount',
  'bank_file_unanswered',
  'bank_file_totals',
  'bank_payment_state',
  'report_unreadable',
  'settlement_missing',
  'taken_back',
] as const

const MEANS = {
  batch_totals: "A batch's totals are not the sums of its payments.",
  batch_state: 'The processor has settled what is not settled here, or in another file.',
  file_missing: 'The processor has no file of a settlement a day and a half after it.',
  line_missing: "A payment of a settled batch is not in the processor's file.",
  line_extra: "A payment in the processor's file is not of this batch, or was voided here.",
  line_amount: "A payment is in the processor's file with another amount.",
  line_twice: 'Payments are in the file more than once.',
  net_amount: 'The file comes to another amount than the batch.',
  terminal_total: 'A device reported another amount at its closing than the payments taken at it since the one before.',
  order_unrecorded: 'The processor approved an order that is not stored here.',
  order_unseen: 'An order is approved here, and the processor never received it.',
  order_result: 'One side has an order approved, the other declined.',
  order_amount: 'An order was approved with different amounts.',
  return_unmatched: 'The bank sent back what was never sent.',
  return_amount: 'The bank sent an entry back with another amount or for another bank.',
  bank_file_unanswered: 'The bank has not acknowledged a file for three banking days.',
  bank_file_totals: 'A bank file does not come to its entries.',
  bank_payment_state: 'A bank payment and its entry disagree on whether it settled or was returned.',
  report_unreadable: "A processor's report cannot be read; the others were.",
  taken_back: 'The processor took back what it had approved: a refund failed later, a void did not happen.',
  settlement_missing: 'The processor has not told a week later that payments of a closed batch were settled.',
} as const satisfies Record<(typeof DISCREPANCY_KINDS)[number], string>

const always = { always: true } as const
const hidden = { reach: 'hidden' } as const

/**
 * A difference between the books and a processor, a bank or a terminal, found by comparing them. The same difference
 * found again stays the same record. It ends when it is explained by a person, or no longer found.
 */
export const discrepancy = defineResource({
  name: 'discrepancy',
  plural: 'discrepancies',
  spec: '',
  scope: 'location_id',
  verbs: ['read', 'list'],
  sort: '-created_ts',
  fields: {
    id: id(),
    location_id: ref('location', 'S', { note: 'Null only for what belongs to no merchant; no merchant sees it.' }),
    kind: choice(DISCREPANCY_KINDS, 'S', { always: true, means: MEANS }),
    status: choice(['open', 'explained', 'gone'], 'S', {
      fallback: 'open',
      note: 'explained: by a person, with a note. gone: a later comparison found both sides equal.',
    }),
    product_transaction_id: ref('producttransaction', 'S'),
    transaction_batch_id: ref('transactionbatch', 'S'),
    transaction_id: ref('transaction', 'S'),
    reference: text(undefined, 64, 'S', {
      note: "What the other side calls it: an order's reference, a trace number.",
    }),
    processor: text(undefined, 64, 'S'),
    ours: text(undefined, 128, 'S', { note: 'What the books say; null for nothing.' }),
    theirs: text(undefined, 128, 'S', { note: 'What the other side says; null for nothing.' }),
    found_by: choice(['settlement', 'night', 'return', 'hand'], 'S', {
      always: true,
      note: 'Which comparison found it first.',
    }),
    times_found: integer(9, 'S', { fallback: 1 }),
    seen_ts: stamp('S', { always: true, note: 'When it was found last.' }),
    note: text(undefined, 512, 'S', { note: 'How a person explained it.' }),
    explained_ts: stamp('S', {}),
    explained_user_id: ref('user', 'S'),
    gone_ts: stamp('S', {}),
    created_ts: stamp(),
    modified_ts: stamp(),
    subject: text(undefined, 128, 'S', { ...hidden, ...always, note: 'With the kind, tells it from every other.' }),
    notice_ts: stamp('S', { ...hidden, note: 'When the operator is to be told of it.' }),
    noticed_ts: stamp('S', { ...hidden, note: 'When the operator was told.' }),
  },
  expands: {
    location: one('location', 'location_id'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    transaction_batch: one('transactionbatch', 'transaction_batch_id'),
    transaction: one('transaction', 'transaction_id'),
    explained_user: one('user', 'explained_user_id'),
  },
  about: [
    'After the payment',
    'A difference between what the gateway and a processor, a bank or a terminal say of a payment.',
    {
      kind: 'What differs.',
      product_transaction_id: 'The product concerned.',
      transaction_batch_id: 'The batch concerned.',
      transaction_id: 'The payment concerned.',
      processor: 'What the processor says.',
      times_found: 'How often it was found.',
      explained_ts: 'When a person explained it.',
      explained_user_id: 'Who explained it.',
      gone_ts: 'When it was no longer found.',
    },
  ],
})

export type DiscrepancyRow = Row<typeof discrepancy>
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]
