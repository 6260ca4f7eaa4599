import { id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** A view of a quick invoice's pay page: the first of an hour from an address. */
export const quick_invoice_view = defineResource({
  name: 'quick_invoice_view',
  plural: 'quick_invoice_views',
  spec: '2.2',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    quick_invoice_id: ref('quickinvoice', 'S', { always: true }),
    remote_ip: text(undefined, 45, 'S', { always: true }),
    created_ts: stamp(),
    location_id: ref('location', 'S', { always: true, reach: 'hidden' }),
    visit: text(undefined, 64, 'S', { reach: 'secret', note: 'Keyed hash of invoice, hour and address.' }),
  },
  expands: { quick_invoice: one('quickinvoice', 'quick_invoice_id') },
  constraints: { quick_invoice_view_visit_key: 'quick_invoice_id' },
  about: [
    'Billing',
    'One time that the page of an invoice was opened.',
    { quick_invoice_id: 'The invoice.', remote_ip: 'The network address it was opened from.' },
  ],
})
