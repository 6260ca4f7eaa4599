import { flag, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, one } from '../../definition/resource.ts'

/** A check scanner of a location. */
export const scanner = defineResource({
  name: 'scanner',
  plural: 'scanners',
  spec: '2.9, 4.9',
  scope: 'location_id',
  fields: {
    id: id(),
    title: text(1, 24, 'RPU'),
    serial_number: text(1, 24, 'RPU', { holds: 'identifier' }),
    scanner_model_id: integer(10, 'RPU', {
      to: 'scannermodel',
      example: 1,
      note: 'A scanner model, see /v2/scannermodels.',
    }),
    location_id: ref('location', 'RP'),
    active: flag('PU', { fallback: true }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    scanner_manufacturer_id: integer(10, 'S', { always: true, reach: 'hidden', note: 'Follows the model.' }),
  },
  expands: {
    scanner_model: one('scannermodel', 'scanner_model_id'),
    location: one('location', 'location_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    scanner_manufacturer: one('scannermanufacturer', 'scanner_manufacturer_id'),
  },
  about: [
    'In the shop',
    'A device that reads checks.',
    { title: 'What people call it.', serial_number: 'The number on the device.', active: 'Whether it is in use.' },
  ],
})
