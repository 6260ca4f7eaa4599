import { code, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** The meaning of a reason_code_id. Maintained by the gateway, the same for all merchants. */
export const reasoncode = defineResource({
  name: 'reasoncode',
  plural: 'reasoncodes',
  spec: '2.10, 2.13, 4.10',
  scope: 'none',
  verbs: ['read', 'list'],
  sort: 'id',
  fields: {
    id: code(),
    title: text(1, 64, 'S', { always: true, matching: 'contains' }),
  },
  about: [
    'After the payment',
    'A reason for the status of a payment; the same for all merchants.',
    { title: 'What it means.' },
  ],
})
