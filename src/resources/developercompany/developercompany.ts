import { id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource } from '../../definition/resource.ts'

/** The company whose software a location uses; embedded in the location (contract 4.4), which points to it. */
export const developercompany = defineResource({
  name: 'developercompany',
  plural: 'developercompanies',
  spec: '4.4',
  scope: 'tree',
  verbs: ['read'],
  fields: {
    id: id(),
    title: text(1, 64, 'S', { always: true }),
    description: text(0, 64, 'S'),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  about: [
    'Setting up',
    'A company that makes software for merchants.',
    { title: 'The name of the company.', description: 'What it makes.' },
  ],
})
