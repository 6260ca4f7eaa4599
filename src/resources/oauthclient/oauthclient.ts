import { flag, id, list, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known } from '../../definition/resource.ts'
import { LOGO_PICTURE } from '../../lib/logo-address.ts'

const WEB_ADDRESS = { pattern: /^https?:\/\/[^\s<>"']+$/, says: 'must be an http or https address.' }

/** The fields of a registration (contract 5.5), by POST or by the operator's command. */
export const registration = {
  name: text(1, 64, 'RPU', { note: 'What users are shown.' }),
  description: text(1, 255, 'RPU', { note: 'What it does, as users read it.' }),
  homepage_url: text(1, 512, 'RPU', {
    format: WEB_ADDRESS,
    example: 'https://shop.example.com',
    note: 'Where users read more about it.',
  }),
  redirect_urls: list(512, 'RPU', {
    example: ['https://shop.example.com/callback'],
    note: 'Where codes may be sent; compared exactly. https, or http on loopback.',
  }),
  is_public: flag('P', {
    fallback: false,
    as: 'boolean',
    note: 'A program that cannot keep a secret: it has none, must use PKCE, and its refresh token changes with every use.',
  }),
  rotates_refresh_token: flag('PU', {
    fallback: true,
    as: 'boolean',
    note: 'Gives a new refresh token with every use to a client with a secret as well; an old one shown again ends the grant, but for 30 seconds.',
  }),
  logo: text(0, 16384, 'PU', {
    format: LOGO_PICTURE,
    example: 'data:image/png;base64,iVBORw0KGgo=',
    note: 'The picture that users are shown beside its name, at most 12 KB.',
  }),
}

/** A program that users of this merchant may let act for them (contract 5.5). */
export const oauthclient = defineResource({
  name: 'oauthclient',
  plural: 'oauthclients',
  spec: '5.5',
  scope: 'tree',
  verbs: ['read', 'list', 'update', 'remove'],
  fields: {
    id: id(),
    ...registration,
    active: flag('PU', { fallback: true, note: 'One that is switched off has no access.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    client_secret_mark: text(undefined, 64, 'S', {
      reach: 'secret',
      note: 'Keyed hash; the secret itself is not kept.',
    }),
  },
  derived: {
    client_id: { of: row => row.id, schema: { type: 'string', description: 'id' }, column: 'id' },
    client_secret: {
      of: () => null,
      schema: { type: ['string', 'null'], description: 'Shown once, when it is made; null afterwards.' },
    },
  },
  expands: { created_user: known('user', 'created_user_id', 'first_name', 'last_name') },
  about: [
    'Setting up',
    'A program that users of this merchant may let act for them.',
    { client_id: 'The same as id.', name: 'The name of the program.' },
  ],
})
