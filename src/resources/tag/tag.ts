import { id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, many, one } from '../../definition/resource.ts'

/** A label for records of a location. */
export const tag = defineResource({
  name: 'tag',
  plural: 'tags',
  spec: '2.7, 4.7',
  scope: 'location_id',
  api_id: 'title',
  fields: {
    id: id(),
    location_id: ref('location', 'RPU'),
    title: text(1, 64, 'RPU'),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: {
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    location: one('location', 'location_id'),
    changelogs: many('changelog', 'model_id'),
  },
  about: [
    'Billing',
    'A word by which a location sorts its invoices, paylinks, recurrings and payments.',
    { title: 'The word.' },
  ],
})
