import { choice, id, ref, stamp, text } from '../../definition/field.ts'
import type { Operations } from '../../definition/noun.ts'
import { defineResource, fact, known, one } from '../../definition/resource.ts'
import { rulesOf } from '../../definition/rules.ts'

/** A note about a contact. */
export const note = defineResource({
  name: 'note',
  plural: 'notes',
  spec: '2.4',
  scope: 'location_id',
  fields: {
    id: id(),
    resource_id: ref('contact', 'RP'),
    resource: choice(['Contact'], 'RP'),
    visibility_group_id: text(0, 36, 'PU', { holds: 'identifier', fallback: '' }),
    note: text(1, 16384, 'RPU', { example: 'Prefers mornings.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    location_id: ref('location', 'S', { always: true, reach: 'hidden', note: 'The location of the contact.' }),
  },
  expands: {
    contact: one('contact', 'resource_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    // Every user who can see the contact sees its notes; there are no groups.
    visibility_group: fact(() => null, { type: 'null', description: 'Always null: notes have no groups.' }),
  },
  about: [
    'Customers',
    'A note that people keep with a contact or another record.',
    {
      resource_id: 'The record it belongs to.',
      resource: 'What kind of record that is.',
      visibility_group_id: 'Always null: notes have no groups.',
      note: 'The text.',
    },
  ],
})

/** A note links to the contact it is about, beside itself, as long as the contact can be read. */
export const noteOperations: Operations<typeof note> = {
  async show({ expand, proceed }) {
    const records = await proceed([...new Set([...expand, 'contact'])])
    return records.map(record => {
      const { contact, _links, ...rest } = record
      const about = contact ? { for: (contact as typeof record & { _links: { self: object } })._links.self } : {}
      return { ...(expand.includes('contact') ? record : rest), _links: { ...(_links as object), ...about } }
    })
  },
}

const { rules, accept } = rulesOf(note)

export const noteRules = rules({
  create: { decide: (_draft, { resource_id: person }) => accept({ location_id: person.location_id }) },
})
