import { USER_TYPE, USER_TYPES } from '../../definition/caller.ts'
import { choice, id, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known } from '../../definition/resource.ts'

/** The roles a user may have: the types that have rights. A contact has none but on himself. */
export const ROLES = USER_TYPES.filter(type => type !== USER_TYPE.contact)

/** Which role a user has. A user has one, his `user_type_id`; it has the user's id. */
export const authroleuser = defineResource({
  name: 'authroleuser',
  plural: 'authroleusers',
  table: 'user',
  spec: '2.8, 4.8',
  scope: 'primary_location_id',
  verbs: ['create', 'read', 'list', 'remove'],
  fields: {
    id: id(),
    user_id: ref('user', 'RP', { reach: 'input' }),
    auth_role_id: text(1, 11, 'RP', {
      reach: 'input',
      format: { pattern: new RegExp(`^(${ROLES.join('|')})$`), says: `must be one of ${ROLES.join(', ')}.` },
      example: '400',
      note: 'A user_type_id: 200 operator, 250 client admin, 300 manager, 400 clerk, 500 and above read only.',
    }),
    primary_location_id: ref('location', 'S', { always: true, reach: 'hidden' }),
    user_type_id: choice(USER_TYPES, 'S', { always: true, reach: 'hidden' }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  derived: {
    user_id: { of: row => row.id, schema: { type: 'string', description: 'Who has the role.' }, column: 'id' },
    auth_role_id: {
      of: row => String(row.user_type_id),
      schema: { type: 'string', description: "The role: the user's user_type_id." },
      column: 'user_type_id',
    },
  },
  order: ['id', 'user_id', 'auth_role_id', 'created_ts', 'modified_ts'],
  expands: { user: known('user', 'id', 'first_name', 'last_name') },
  about: [
    'Setting up',
    "The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights.",
    { user_id: 'Who has the role.', auth_role_id: 'The role.' },
  ],
})
