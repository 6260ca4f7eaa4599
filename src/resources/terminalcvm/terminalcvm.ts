import { id, integer, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'

/** How a terminal verifies the cardholder. Maintained by the gateway, the same for all merchants. */
export const terminalcvm = defineResource({
  name: 'terminalcvm',
  plural: 'terminalcvms',
  spec: '2.10, 2.13',
  scope: 'none',
  verbs: ['read', 'list'],
  sort: 'title',
  fields: {
    id: id(),
    terminal_manufacturer_code: integer(10, 'S', { always: true }),
    title: text(1, 32, 'S', { always: true }),
    contact_data: text(0, 256, 'S'),
    contactless_data: text(0, 256, 'S'),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: { terminal_manufacturer: one('terminalmanufacturer', 'terminal_manufacturer_code') },
  about: [
    'In the shop',
    'How a terminal verifies the cardholder; the same for all merchants.',
    {
      terminal_manufacturer_code: 'The manufacturer it is for.',
      title: 'What it is called.',
      contact_data: 'The settings for chips that are inserted.',
      contactless_data: 'The settings for cards that are held near.',
    },
  ],
})
