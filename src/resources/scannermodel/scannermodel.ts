import { code, integer, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** A model of check scanner. Maintained by the gateway, the same for all merchants. */
export const scannermodel = defineResource({
  name: 'scannermodel',
  plural: 'scannermodels',
  spec: '2.9',
  scope: 'none',
  verbs: ['read', 'list'],
  sort: 'id',
  fields: {
    id: code(),
    title: text(1, 64, 'S', { always: true }),
    scanner_manufacturer_id: integer(10, 'S', { always: true }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: { scanner_manufacturer: one('scannermanufacturer', 'scanner_manufacturer_id') },
  about: [
    'In the shop',
    'A model of scanner; the same for all merchants.',
    { title: 'The name of the model.', scanner_manufacturer_id: 'Who makes it.' },
  ],
})
