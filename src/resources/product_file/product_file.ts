import { flag, id, integer, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** The file service of a location: whether files may be attached, and how large they may be. */
export const product_file = defineResource({
  name: 'product_file',
  plural: 'productfiles',
  spec: '2.15, 4.4',
  scope: 'location_id',
  verbs: ['create', 'read', 'list', 'update'],
  fields: {
    free_bytes: integer(10, 'PU', { fallback: 13_107_200 }),
    byte_increment: integer(10, 'PU', { fallback: 1_073_741_824 }),
    increment_cost: money('PU', { fallback: 0n }),
    monthly_fee: money('PU', { fallback: 0n }),
    max_file_size_bytes: integer(10, 'PU', { fallback: 5_242_880 }),
    id: id(),
    title: text(1, 64, 'RPU'),
    location_id: ref('location', 'RP'),
    product_file_credential_id: text(0, 36, 'PU', { holds: 'identifier' }),
    container: text(0, 128, 'PU'),
    file_ext_allowed: text(0, 256, 'PU', { note: 'File name extensions, separated by commas; null allows all.' }),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    created_ts: stamp(),
    modified_ts: stamp(),
    active: flag('PU', { fallback: true }),
  },
  expands: { location: one('location', 'location_id') },
  constraints: { product_file_location_id_key: 'location_id' },
  about: [
    'Setting up',
    'The file service of a location: whether files may be attached, and how large they may be.',
    {
      free_bytes: 'How much is stored without a charge. Kept for programs; the gateway does not act on it.',
      byte_increment: 'By how much more is charged. Kept for programs; the gateway does not act on it.',
      increment_cost: 'What each increment costs. Kept for programs; the gateway does not act on it.',
      monthly_fee: 'What the service costs a month. Kept for programs; the gateway does not act on it.',
      max_file_size_bytes: 'How large a file may be.',
      title: 'What people call it.',
      product_file_credential_id:
        'The credentials of the store, for the operator. Kept for programs; the gateway does not act on it.',
      container: 'The container in the store.',
      active: 'Whether files may be attached.',
    },
  ],
})
