import { code, stamp, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** A make of check scanners. Maintained by the gateway, the same for all merchants. */
export const scannermanufacturer = defineResource({
  name: 'scannermanufacturer',
  plural: 'scannermanufacturers',
  spec: '4.9',
  scope: 'none',
  verbs: ['read', 'list'],
  sort: 'id',
  fields: {
    id: code(),
    title: text(1, 64, 'S', { always: true }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  about: ['In the shop', 'A maker of scanners; the same for all merchants.', { title: 'The name of the maker.' }],
})
