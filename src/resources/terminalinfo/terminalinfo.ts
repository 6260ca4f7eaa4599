import { defineResource, one } from '../../definition/resource.ts'
import { terminal } from '../terminal/terminal.ts'

/** A terminal as programs at a till look for it (contract 2.15): what it is called, where it is reached. Read only. */
export const terminalinfo = defineResource({
  name: 'terminalinfo',
  plural: 'terminalinfos',
  table: 'terminal',
  spec: '2.15',
  scope: 'location_id',
  verbs: ['read', 'list'],
  api_id: 'terminal_api_id',
  constraints: { terminal_terminal_api_id_key: 'terminal_api_id' },
  fields: terminal.fields,
  order: ['id', 'location_id', 'local_ip_address', 'port', 'title', 'serial_number', 'active'],
  expands: {
    location: one('location', 'location_id'),
    terminal_manufacturer: one('terminalmanufacturer', 'terminal_manufacturer_id'),
  },
  about: [
    'In the shop',
    'A terminal as a till needs it. Read only.',
    {
      local_ip_address: 'Where it is reached in the network of the shop.',
      port: 'The port it listens at.',
      title: 'What people call it.',
      serial_number: 'The number on the device.',
      active: 'Whether it is in use.',
    },
  ],
})
