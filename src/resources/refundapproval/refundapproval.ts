import { choice, id, money, ref, stamp, text } from '../../definition/field.ts'
import { DIGITS } from '../../definition/kinds/text.ts'
import { defineResource, known, one } from '../../definition/resource.ts'

/** Seconds in which an approval has to be given and used. */
export const APPROVAL_SECONDS = 86_400

/**
 * The approval of one refund or credit by another user than the one who makes it. It names the payment exactly, holds
 * no account, and is good for one.
 */
export const refundapproval = defineResource({
  name: 'refundapproval',
  plural: 'refundapprovals',
  spec: '',
  scope: 'location_id',
  verbs: ['create', 'read', 'list'],
  fields: {
    id: id(),
    action: choice(['refund', 'credit'], 'RP'),
    product_transaction_id: text(24, 36, 'P', {
      holds: 'identifier',
      always: true,
      note: 'Needed for a credit; a refund is made with the product of its payment.',
    }),
    transaction_id: text(24, 36, 'P', { holds: 'identifier', note: 'The payment to refund. Left out: last_four.' }),
    last_four: text(4, 4, 'P', {
      format: DIGITS,
      note: 'Of the account that is credited, where no payment is refunded.',
    }),
    transaction_amount: money('RP'),
    reason: text(1, 255, 'RP', { example: 'Wrong item delivered.', note: 'For the user who decides.' }),
    status: choice(['waiting', 'approved', 'refused', 'used'], 'S', {
      fallback: 'waiting',
      note: 'used: the refund was made; refund_transaction_id is it.',
    }),
    expire_ts: stamp('S', { always: true, note: 'A day after the request: until then it is approved and used.' }),
    decided_ts: stamp('S', {}),
    decided_user_id: ref('user', 'S'),
    refund_transaction_id: text(undefined, 36, 'S', { note: 'The refund that was made with it.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S', { always: true, note: 'Who makes the refund.' }),
    location_id: ref('location', 'S', {
      always: true,
      note: 'The location of the payment to refund, else of the product.',
    }),
  },
  expands: {
    location: one('location', 'location_id'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    transaction: one('transaction', 'transaction_id'),
    refund_transaction: one('transaction', 'refund_transaction_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    decided_user: known('user', 'decided_user_id', 'first_name', 'last_name'),
  },
  constraints: {
    refundapproval_two_persons: ['status', 'A refund is approved by another user than the one who asked for it.'],
  },
  about: [
    'After the payment',
    'The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount).',
    {
      action: 'What is approved.',
      product_transaction_id: 'The product it is made with.',
      transaction_amount: 'How much is given back, exactly.',
      decided_ts: 'When it was approved or refused.',
      decided_user_id: 'Who approved or refused it.',
    },
  ],
})
