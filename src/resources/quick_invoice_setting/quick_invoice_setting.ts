import { flag, id, integer, ref, stamp } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** Defaults of a location's new quick invoices. */
export const quick_invoice_setting = defineResource({
  name: 'quick_invoice_setting',
  plural: 'quick_invoice_settings',
  spec: '2.2',
  scope: 'location_id',
  cached: true,
  fields: {
    id: id(),
    location_id: ref('location', 'RP', { note: 'A location has at most one.' }),
    default_allow_partial_pay: flag('PU', { fallback: false }),
    default_notification_on_due_date: flag('PU', { fallback: true }),
    default_notification_days_after_due_date: integer(2, 'PU', { fallback: 7 }),
    default_notification_days_before_due_date: integer(2, 'PU', { fallback: 3 }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  expands: { location: one('location', 'location_id') },
  constraints: { quick_invoice_setting_location_id_key: 'location_id' },
  about: [
    'Billing',
    'What new invoices of a location start with.',
    {
      default_allow_partial_pay: 'Whether less than all may be paid at once.',
      default_notification_on_due_date: 'Whether recipients are notified on the due date.',
      default_notification_days_after_due_date: 'How many days after the due date recipients are notified.',
      default_notification_days_before_due_date: 'How many days before the due date recipients are notified.',
    },
  ],
})
