import { flag, id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** The recurring billing service of a location. */
export const product_recurring = defineResource({
  name: 'product_recurring',
  plural: 'productrecurrings',
  spec: '2.15, 4.4',
  scope: 'location_id',
  verbs: ['create', 'read', 'list', 'update'],
  fields: {
    id: id(),
    title: text(1, 64, 'RPU'),
    location_id: ref('location', 'RP'),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    billing_location_id: ref('location', 'PU', {
      always: true,
      note: 'Who is billed for it; the location itself unless said otherwise.',
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
    send_declined_notifications: flag('PU', { fallback: false }),
    require_full_payment: flag('PU', { fallback: false }),
    active: flag('PU', { fallback: true }),
  },
  expands: { location: one('location', 'location_id') },
  constraints: { product_recurring_location_id_key: 'location_id' },
})
