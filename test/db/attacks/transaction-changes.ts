import { type Attack, BEGUN, set } from './attack.ts'

/** Forbidden changes of a transaction, and sums with other records. */
export const TRANSACTION_CHANGES: readonly Attack[] = [
  {
    breaks: 'transaction_begins',
    tries: 'a payment that was approved without being asked for',
    run: ({ sale }, copy) => [copy('transaction', sale, {})],
  },
  {
    breaks: 'transaction_moves',
    tries: 'to make a sale of a decline',
    run: ({ declined, open_batch }) => [
      set('transaction', declined, `status_id = 101, outcome = 'approved', transaction_batch_id = '${open_batch}'`),
    ],
  },
  {
    breaks: 'transaction_moves',
    tries: 'to have a bank payment arrive that never left',
    run: ({ debit }) => [set('transaction', debit, 'status_id = 134')],
  },
  {
    breaks: 'transaction_moves',
    tries: 'to open a void again',
    run: ({ voided }) => [set('transaction', voided, 'status_id = 101')],
  },
  {
    breaks: 'transaction_moves',
    tries: 'to void a decline that nothing overrides',
    run: ({ declined }) => [set('transaction', declined, 'status_id = 201')],
  },
  {
    breaks: 'transaction_moves',
    tries: 'to void a payment that waits for a manager without its override',
    run: ({ to_override }) => [set('transaction', to_override, 'status_id = 201')],
  },
  {
    breaks: 'transaction_override_stays',
    tries: 'to let an override replace another payment',
    run: ({ override, to_override }) => [set('transaction', override, `overrides_id = '${to_override}'`)],
  },
  {
    breaks: 'transaction_override_key',
    tries: 'a second override of a payment',
    run: ({ override }, copy) => [copy('transaction', override, BEGUN)],
  },
  {
    breaks: 'transaction_override_replaces',
    tries: 'an override of a payment that is not voided for it',
    run: ({ override, to_override }, copy) => [
      copy('transaction', override, { ...BEGUN, overrides_id: `'${to_override}'` }),
    ],
  },
  {
    breaks: 'transaction_overrides_id_fkey',
    tries: 'an override of a payment that there is not',
    run: ({ override }, copy) => [copy('transaction', override, { ...BEGUN, overrides_id: `'nothing'` })],
  },
  {
    breaks: 'transaction_outcome_stays',
    tries: 'to forget that a payment was declined',
    run: ({ declined }) => [set('transaction', declined, `outcome = 'unknown'`)],
  },
  {
    breaks: 'transaction_place',
    tries: 'to move a payment to another location',
    run: ({ sale, other_location }) => [set('transaction', sale, `location_id = '${other_location}'`)],
  },
  {
    breaks: 'transaction_place',
    tries: 'to give a payment to another tree',
    run: ({ sale }) => [set('transaction', sale, `root_id = 'another'`)],
  },
  {
    breaks: 'transaction_place',
    tries: 'to let a refund give back another payment',
    run: ({ refund, sale }) => [set('transaction', refund, `previous_transaction_id = '${sale}'`)],
  },
  {
    breaks: 'transaction_final',
    tries: 'to give a voided payment an amount again',
    run: ({ voided }) => [set('transaction', voided, 'transaction_amount = 1000')],
  },
  {
    breaks: 'transaction_final',
    tries: 'to change the amount of a decline',
    run: ({ declined }) => [set('transaction', declined, 'transaction_amount = 1')],
  },
  {
    breaks: 'transaction_settled',
    tries: 'to change the amount of a settled payment',
    run: ({ settled_sale }) => [set('transaction', settled_sale, 'captured_amount = 1')],
  },
  {
    breaks: 'transaction_settled',
    tries: 'to void a settled payment',
    run: ({ settled_sale }) => [
      set('transaction', settled_sale, 'status_id = 201, transaction_amount = 0, captured_amount = 0'),
    ],
  },
  {
    breaks: 'transaction_settled',
    tries: 'to begin to void a settled payment',
    run: ({ settled_sale }) => [set('transaction', settled_sale, `doing = 'void'`)],
  },
  {
    breaks: 'transaction_settled',
    tries: 'to begin to void a payment whose batch has just closed',
    run: ({ sale, open_batch }) => [
      set('transactionbatch', open_batch, 'processing_status_id = 5, is_open = false'),
      set('transaction', sale, `doing = 'void'`),
    ],
  },
  { breaks: 'transaction_stays', tries: 'to remove them all', run: () => ['truncate transaction cascade'] },
  {
    breaks: 'transactionhistory_stays',
    tries: 'to change what became of a payment when',
    run: ({ sale }) => [`update transactionhistory set status_id = 201 where transaction_id = '${sale}'`],
  },
  {
    breaks: 'transactionhistory_archived',
    tries: 'to remove what became of a payment',
    run: ({ sale }) => [`delete from transactionhistory where transaction_id = '${sale}'`],
  },
  {
    breaks: 'transactionhistory_stays',
    tries: 'to remove what became of all payments',
    run: () => ['truncate transactionhistory'],
  },
  {
    breaks: 'transaction_joins_open',
    tries: 'to put a payment into a batch that is settled',
    run: ({ authorized, settled_batch }) => [
      set(
        'transaction',
        authorized,
        `status_id = 101, captured_amount = 1000, transaction_batch_id = '${settled_batch}'`,
      ),
    ],
  },
  {
    breaks: 'transaction_stays_in_batch',
    tries: 'to move a payment to another batch',
    run: ({ refused_sale, open_batch }) => [set('transaction', refused_sale, `transaction_batch_id = '${open_batch}'`)],
  },
  {
    breaks: 'transaction_refunds_add_up',
    tries: 'to say that less was refunded than was',
    run: ({ refunded }) => [set('transaction', refunded, 'refunded_amount = 0')],
  },
  {
    breaks: 'transaction_refunds_add_up',
    tries: 'to say that less of the surcharge was refunded than was',
    run: ({ given_back }) => [set('transaction', given_back, 'refunded_surcharge_amount = 29')],
  },
  {
    breaks: 'transaction_refund_counts',
    named: 'transaction_refunds_add_up',
    tries: 'to raise a refund behind the back of its payment',
    run: ({ refund }) => [set('transaction', refund, 'transaction_amount = 1000')],
  },
  {
    breaks: 'transaction_refunds_add_up',
    tries: 'to free what is held for a refund on its way',
    run: ({ refunding }) => [set('transaction', refunding, 'refund_pending_amount = 0')],
  },
  {
    breaks: 'transaction_refund_begins',
    named: 'transaction_refunds_add_up',
    tries: 'a refund that its payment does not know of',
    run: ({ refund }, copy) => [copy('transaction', refund, BEGUN)],
  },
  {
    breaks: 'transaction_counts_for_invoice',
    named: 'quickinvoice_adds_up',
    tries: 'to lower a payment behind the back of its invoice',
    run: ({ part }) => [set('transaction', part, 'captured_amount = 1')],
  },
  {
    breaks: 'transaction_counts_for_invoice',
    named: 'quickinvoice_adds_up',
    tries: 'to put a payment on an invoice that does not count it',
    run: ({ sale, invoice }) => [set('transaction', sale, `quick_invoice_id = '${invoice}'`)],
  },
  {
    breaks: 'transaction_counts_for_invoice',
    named: 'transaction_pays_living_invoice',
    tries: 'to put a payment on a deleted invoice',
    run: ({ sale, invoice }) => [
      set('quickinvoice', invoice, 'deleted_ts = 1'),
      set('transaction', sale, `quick_invoice_id = '${invoice}'`),
    ],
  },
  {
    breaks: 'transaction_pays_living_invoice',
    tries: 'to begin a payment of a deleted invoice',
    run: ({ sale, invoice }, copy) => [
      set('quickinvoice', invoice, 'deleted_ts = 1'),
      copy('transaction', sale, { ...BEGUN, quick_invoice_id: `'${invoice}'` }),
    ],
  },
  {
    breaks: 'transaction_pays_living_invoice',
    named: 'quickinvoice_adds_up',
    tries: 'to begin a payment its invoice does not know of',
    run: ({ sale, invoice }, copy) => [copy('transaction', sale, { ...BEGUN, quick_invoice_id: `'${invoice}'` })],
  },
]
