import { IN_PROGRESS, NOT_NOW } from './transaction.states.ts'

const NOT_POSSIBLE = ['action', NOT_NOW] as const
const TOO_MUCH = ['transaction_amount', 'Transaction Amount is more than is left to refund.'] as const

const NOT_KEPT = 'The account of this payment is no longer stored; give it again.'

/**
 * What a caller reads when PostgreSQL has the last word on a transaction. The rules refuse the same earlier and more
 * exactly; these are for two requests of which neither could see the other.
 */
export const CONSTRAINT_ERRORS = {
  transaction_transaction_api_id_key: 'transaction_api_id',
  attempt_open_key: ['action', IN_PROGRESS],
  transaction_one_thing_at_a_time: ['action', IN_PROGRESS],
  transaction_amounts: ['transaction_amount', 'Transaction Amount must be no less than 0.'],
  transaction_parts_fit: [
    'transaction_amount',
    'Transaction Amount includes tax, tip and surcharge and cannot be less than these.',
  ],
  transaction_surcharge_capped: [
    'surcharge_amount',
    'Surcharge Amount must be no more than 4.00 percent of the rest of the amount.',
  ],
  transaction_capture_within_authorization: ['transaction_amount', 'Transaction Amount is more than was authorized.'],
  transaction_refunds_not_negative: TOO_MUCH,
  transaction_refunds_within_capture: TOO_MUCH,
  transaction_refunds_add_up: TOO_MUCH,
  transaction_surcharge_refunds: TOO_MUCH,
  unapproved_refund_within: [
    'refund_approval_id',
    'Refund Approval Id cannot be blank: with this one, what you gave back today without the approval of another user is more than the product allows.',
  ],
  transaction_override_key: ['status_id', 'Transaction was overridden before.'],
  transaction_override_replaces: NOT_POSSIBLE,
  transaction_moves: NOT_POSSIBLE,
  transaction_outcome_stays: NOT_POSSIBLE,
  transaction_outcome_of_status: NOT_POSSIBLE,
  transaction_final: NOT_POSSIBLE,
  transaction_settled: NOT_POSSIBLE,
  transaction_stays_in_batch: NOT_POSSIBLE,
  transaction_joins_open: NOT_POSSIBLE,
  transaction_number_kept: ['previous_transaction_id', NOT_KEPT],
  transaction_paylink_paid_once: ['paylink_id', 'Paylink is paid, or a payment is being made on it.'],
  transaction_pays_living_invoice: ['quick_invoice_id', 'quick_invoice_id provided is not valid'],
} as const
