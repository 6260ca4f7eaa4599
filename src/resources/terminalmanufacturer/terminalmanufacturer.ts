import { choice, code, stamp, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** A make of terminals. Maintained by the gateway, the same for all merchants. */
export const terminalmanufacturer = defineResource({
  name: 'terminalmanufacturer',
  plural: 'terminalmanufacturers',
  spec: '2.10, 2.13',
  scope: 'none',
  verbs: ['read', 'list'],
  sort: 'id',
  fields: {
    id: code(),
    title: text(1, 32, 'S', { always: true }),
    idtype: choice(['mac', 'sn'], 'S', {
      always: true,
      means: { mac: 'known by its network address', sn: 'known by its serial number' },
    }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  derived: {
    code: { of: row => row.id, schema: { type: 'integer' }, column: 'id' },
  },
  order: ['id', 'title', 'idtype', 'code', 'created_ts', 'modified_ts'],
  about: [
    'In the shop',
    'A maker of terminals; the same for all merchants.',
    { title: 'The name of the maker.', idtype: 'By what its devices are known.', code: 'The same as id.' },
  ],
})
