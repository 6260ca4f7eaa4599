import { id, json, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, one } from '../../definition/resource.ts'
import { objectSchema } from '../../lib/object-schema.ts'

/** Names of the trail, which its indexes hold as they are written. */
const code = (longest: number, note?: string) =>
  text(undefined, longest, 'S', { matching: 'exact', ...(note ? { note } : {}) })
const always = (longest: number, note?: string) =>
  text(undefined, longest, 'S', { matching: 'exact', always: true, ...(note ? { note } : {}) })

/** An immutable entry of the audit trail: who did what to which record, when, from where and with which credential. */
export const changelog = defineResource({
  name: 'changelog',
  plural: 'changelogs',
  table: 'event_log',
  spec: '4.1',
  scope: 'location_id',
  verbs: ['read', 'list'],
  // The order of the index.
  sort: '-created_ts,-id',
  fields: {
    id: id(),
    created_ts: stamp(),
    action: always(8, 'CREATE, UPDATE, DELETE; READ of a card number or a whole list as a file, SIGN_IN, REFUSED.'),
    model: always(40, 'The kind of record: Contact, QuickInvoice, …'),
    model_id: always(36),
    user_id: ref('user', 'S', { note: 'Null where the gateway itself did it, or a payer.' }),
    location_id: ref('location', 'S'),
    verb: always(40, 'What happened in more exact words: created, paid, settled, …'),
    method: always(40, 'How the caller came in: user-key, token, oauth, page, worker, …'),
    credential: code(64, 'Which key, token or grant was shown; a name, not the secret.'),
    address: code(45, 'The network address of the caller.'),
    request_id: code(64, 'The x-request-id of the request; null where no request caused it.'),
    noun: text(undefined, 40, 'S', { always: true, reach: 'hidden' }),
    changes: json(undefined, 'S', { reach: 'hidden' }),
    actor: json(undefined, 'S', { reach: 'hidden' }),
  },
  derived: {
    changelog_details: {
      of: row => detailsOf(row.id as string, row.changes),
      schema: {
        type: 'array',
        description: 'The fields that changed and what they were before; null for what is secret or personal.',
        items: objectSchema({
          id: { type: 'string', description: 'Identifies the change within the entry.' },
          changelog_id: { type: 'string', description: 'The entry.' },
          field: { type: 'string', description: 'The field that changed.' },
          old_value: {
            type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
            items: {},
            additionalProperties: true,
            description: 'What it was before.',
          },
        }),
      },
    },
    user: {
      of: row => row.actor ?? null,
      schema: {
        type: ['object', 'null'],
        description: 'Who did it; null where the gateway itself or a payer did.',
        properties: {
          id: { type: ['string', 'null'], description: 'The user.' },
          username: { type: ['string', 'null'], description: 'The login name.' },
          first_name: { type: ['string', 'null'], description: 'The first name.' },
          last_name: { type: ['string', 'null'], description: 'The last name.' },
        },
      },
    },
  },
  expands: { location: one('location', 'location_id') },
  about: [
    'Keeping watch',
    'An entry of the audit trail: who did what to which record, when, from where and with which credential.',
    { model_id: 'The record.' },
  ],
})

function detailsOf(changelog_id: string, changes: unknown): unknown[] {
  const entries = Object.entries((changes ?? {}) as Record<string, unknown>)
  return entries.map(([field, old_value], index) => ({
    id: `${changelog_id}-${index}`,
    changelog_id,
    field,
    old_value,
  }))
}
