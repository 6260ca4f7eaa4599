import { choice, id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known } from '../../definition/resource.ts'

export const SIGNED = ['AccountVault', 'Transaction', 'Recurring', 'DeviceTerm'] as const

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A drawn signature that belongs to another record. It can be neither changed nor deleted. */
export const signature = defineResource({
  name: 'signature',
  plural: 'signatures',
  spec: '2.10, 4.10',
  scope: 'location_id',
  verbs: ['create', 'read', 'list'],
  fields: {
    id: id(),
    resource_id: text(24, 36, 'RP', { holds: 'identifier', note: 'The id of the signed record.' }),
    resource: choice(SIGNED, 'RP'),
    signature: text(1, 65536, 'RP', { note: 'A PNG image in base64.', example: DOT }),
    created_ts: stamp(),
    modified_ts: stamp(),
    location_id: ref('location', 'S', { always: true, reach: 'hidden', note: 'The location of the signed record.' }),
  },
  expands: { created_user: known('user', 'created_user_id', 'first_name', 'last_name') },
  about: [
    'In the shop',
    'A signature, as a picture, on a payment, a vault, a recurring or terms.',
    { resource: 'What was signed.' },
  ],
})
