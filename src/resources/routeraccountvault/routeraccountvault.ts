import { choice, id, ref } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/**
 * A card read at a terminal to be kept, asked for and answered in one request. What is kept of it is a run and an
 * account vault.
 */
export const routeraccountvault = defineResource({
  name: 'routeraccountvault',
  plural: 'routeraccountvaults',
  table: 'terminalrun',
  spec: '2.14, 4.14',
  scope: 'location_id',
  verbs: [],
  fields: { id: id(), location_id: ref('location', 'S', { always: true }) },
  about: [
    'In the shop',
    'A card that a terminal reads and the gateway stores for a contact.',
    { payment_method: 'A card (cc).', action: 'Always store.', contact_id: 'Whose card it is.' },
  ],
})

/** The fields of its request, all required (contract 2.14). */
export const routeraccountvaultInput = {
  payment_method: choice(['cc'], 'RP'),
  action: choice(['store'], 'RP'),
  location_id: ref('location', 'RP'),
  contact_id: ref('contact', 'RP'),
  terminal_id: ref('terminal', 'RP', { note: 'A terminal of this location.' }),
}
