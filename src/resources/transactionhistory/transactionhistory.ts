import { id, integer, ref, stamp } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** Which statuses a transaction went through and when; embedded in its transaction. */
export const transactionhistory = defineResource({
  name: 'transactionhistory',
  plural: 'transactionhistories',
  spec: '2.13',
  scope: 'location_id',
  verbs: ['read'],
  fields: {
    id: id(),
    transaction_id: ref('transaction', 'S', { always: true }),
    status_id: integer(3, 'S', { always: true }),
    event_date_ts: stamp(),
    location_id: ref('location', 'S', { always: true }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  about: [
    'After the payment',
    'One status that a payment had, and since when.',
    { transaction_id: 'The payment.', status_id: 'The status it took.', event_date_ts: 'When it took that status.' },
  ],
})
