import { flag } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'
import { serviceFields } from '../product_accountvault/product_accountvault.ts'

/** The recurring billing service of a location. */
export const product_recurring = defineResource({
  name: 'product_recurring',
  plural: 'productrecurrings',
  spec: '2.15, 4.4',
  scope: 'location_id',
  verbs: ['create', 'read', 'list', 'update'],
  fields: {
    ...serviceFields,
    send_declined_notifications: flag('PU', { fallback: false }),
    require_full_payment: flag('PU', { fallback: false }),
    active: flag('PU', { fallback: true }),
  },
  expands: { location: one('location', 'location_id') },
  constraints: { product_recurring_location_id_key: 'location_id' },
  about: [
    'Setting up',
    'The recurring service of a location.',
    {
      title: 'What people call it.',
      send_declined_notifications: 'Whether contacts are mailed when a payment is declined.',
      require_full_payment: 'Whether an approval of less than was asked for counts as a decline.',
      active: 'Whether recurrings may be made.',
      billing_location_id: 'The location that is charged for it.',
    },
  ],
})

const { rules, accept } = rulesOf(product_recurring)

export const productRecurringRules = rules({
  create: { decide: draft => accept({ billing_location_id: draft.billing_location_id || draft.location_id }) },
})
