import { type Attack, BEGUN, set } from './attack.ts'

/** A transaction's own columns and the records it refers to. */
export const TRANSACTION_ROWS: readonly Attack[] = [
  {
    breaks: 'transaction_amounts',
    tries: 'a negative tip',
    run: ({ sale }) => [set('transaction', sale, 'tip_amount = -1')],
  },
  {
    breaks: 'transaction_amounts',
    tries: 'a negative amount',
    run: ({ sale }) => [set('transaction', sale, 'transaction_amount = -1000')],
  },
  {
    breaks: 'transaction_amounts',
    tries: 'more than any payment can be',
    run: ({ sale }) => [set('transaction', sale, 'transaction_amount = 10000000000')],
  },
  {
    breaks: 'transaction_parts_fit',
    tries: 'a tax and a tip that are together more than the sale',
    run: ({ sale }) => [set('transaction', sale, 'tax = 500, tip_amount = 501')],
  },
  {
    breaks: 'transaction_parts_fit',
    tries: 'a surcharge on an authorization that is more than it',
    run: ({ authorized }) => [set('transaction', authorized, 'surcharge_amount = 1001')],
  },
  {
    breaks: 'transaction_parts_fit',
    tries: 'to capture less than the subtotal',
    run: ({ sale }) => [set('transaction', sale, 'subtotal_amount = 1000, captured_amount = 999')],
  },
  {
    breaks: 'transaction_surcharge_capped',
    tries: 'a surcharge of more than four percent of the rest',
    run: ({ surcharged }) => [set('transaction', surcharged, 'surcharge_amount = 40')],
  },
  {
    breaks: 'transaction_surcharge_refunds',
    tries: 'to count more surcharge as given back than there was',
    run: ({ given_back }) => [set('transaction', given_back, 'refunded_surcharge_amount = 31')],
  },
  {
    breaks: 'transaction_capture_within_authorization',
    tries: 'to capture more than was authorized',
    run: ({ sale }) => [set('transaction', sale, 'captured_amount = 1001')],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_captured_status',
    tries: 'to capture what is only authorized',
    run: ({ authorized }) => [set('transaction', authorized, 'captured_amount = 1')],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_status_of_type',
    tries: 'a sale that is the closing of a batch',
    run: ({ sale }, copy) => [
      copy('transaction', sale, { ...BEGUN, status_id: '191', outcome: `'approved'`, authorized_amount: '0' }),
    ],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_outcome',
    tries: 'an outcome nobody knows',
    run: ({ sale }, copy) => [copy('transaction', sale, { ...BEGUN, outcome: `'paid'` })],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_outcome_of_status',
    tries: 'a decline that was approved',
    run: ({ declined }, copy) => [copy('transaction', declined, { outcome: `'approved'` })],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_in_batch',
    tries: 'a sale without a batch',
    run: ({ authorized }) => [set('transaction', authorized, 'status_id = 101, captured_amount = 1000')],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_in_batch',
    tries: 'a bank payment in a batch',
    run: ({ debit, open_batch }) => [set('transaction', debit, `transaction_batch_id = '${open_batch}'`)],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_one_thing_at_a_time',
    tries: 'to void what is just being refunded',
    run: ({ refunding }) => [set('transaction', refunding, `doing = 'void'`)],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_one_thing_at_a_time',
    tries: 'to refund what is just being voided',
    run: ({ sale }) => [
      set('transaction', sale, `doing = 'void'`),
      set('transaction', sale, 'refund_pending_amount = 1'),
    ],
  },
  {
    breaks: 'transaction_sound',
    named: 'transaction_never_deleted',
    tries: 'to mark a payment as deleted',
    run: ({ sale }) => [set('transaction', sale, 'deleted_ts = 1')],
  },
  {
    breaks: 'transaction_refunds_not_negative',
    tries: 'to give back less than nothing',
    run: ({ sale }) => [set('transaction', sale, 'refunded_amount = -1')],
  },
  {
    breaks: 'transaction_refunds_within_capture',
    tries: 'to refund more than was captured',
    run: ({ sale }) => [set('transaction', sale, 'refund_pending_amount = 1001')],
  },
  {
    breaks: 'transaction_refunds_within_capture',
    tries: 'to capture less than was refunded',
    run: ({ refunded }) => [set('transaction', refunded, 'captured_amount = 299')],
  },
  {
    breaks: 'transaction_transaction_api_id_key',
    tries: "two payments under one of the caller's own ids",
    run: ({ sale, second_sale }) =>
      [sale, second_sale].map(id => set('transaction', id, `transaction_api_id = 'once'`)),
  },
  {
    breaks: 'transaction_dup_key',
    tries: 'the same payment twice where a product declines duplicates',
    run: ({ sale, second_sale }) => [sale, second_sale].map(id => set('transaction', id, `dup_key = 'same'`)),
  },
  {
    breaks: 'transaction_paylink_paid_once',
    tries: 'to pay a link again',
    run: ({ link_sale }, copy) => [copy('transaction', link_sale, BEGUN)],
  },
  {
    breaks: 'transaction_recurring_number_key',
    tries: 'the same payment of a recurring twice',
    run: ({ charge }, copy) => [copy('transaction', charge, BEGUN)],
  },
  {
    breaks: 'transaction_recurring_run_fkey',
    tries: 'to charge a recurring for no date',
    run: ({ charge }, copy) => [copy('transaction', charge, { ...BEGUN, recurring_number: '99' })],
  },
  {
    breaks: 'transaction_product_transaction_id_fkey',
    tries: "a payment through another merchant's product",
    run: ({ sale, strange_product }, copy) => [
      copy('transaction', sale, { ...BEGUN, product_transaction_id: `'${strange_product}'` }),
    ],
  },
  {
    breaks: 'transaction_transaction_batch_id_fkey',
    tries: "to put a payment into another product's batch",
    run: ({ authorized, other_batch }) => [
      set(
        'transaction',
        authorized,
        `status_id = 101, captured_amount = 1000, transaction_batch_id = '${other_batch}'`,
      ),
    ],
  },
  {
    breaks: 'transaction_quick_invoice_id_fkey',
    tries: 'to pay an invoice that does not exist',
    run: ({ sale }) => [set('transaction', sale, `quick_invoice_id = 'nowhere'`)],
  },
  {
    breaks: 'transaction_paylink_id_fkey',
    tries: 'to pay a link that does not exist',
    run: ({ sale }, copy) => [copy('transaction', sale, { ...BEGUN, paylink_id: `'nowhere'` })],
  },
  {
    breaks: 'transaction_recurring_id_fkey',
    tries: 'a payment of a recurring that does not exist',
    run: ({ sale }, copy) => [copy('transaction', sale, { ...BEGUN, recurring_id: `'nowhere'` })],
  },
]
