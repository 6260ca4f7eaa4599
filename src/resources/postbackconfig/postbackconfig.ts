import { choice, flag, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, fact, known, many, one } from '../../definition/resource.ts'

/** The nouns whose changes can be posted (contract 2.12); the last four go beyond the contract. */
export const POSTED = [
  'contact',
  'transaction',
  'transactionbatch',
  'accountvault',
  'quickinvoice',
  'paylink',
  'recurring',
  'alert',
  'refundapproval',
] as const

const SECRET = { type: ['string', 'null'] }

/** Where changes of a location's records are posted. */
export const postbackconfig = defineResource({
  name: 'postbackconfig',
  plural: 'postbackconfigs',
  spec: '2.12, 4.13',
  scope: 'location_id',
  fields: {
    id: id(),
    location_id: ref('location', 'RP'),
    resource: choice(POSTED, 'RP'),
    on_create: flag('PU', { fallback: false }),
    on_update: flag('PU', { fallback: false }),
    on_delete: flag('PU', { fallback: false }),
    url: text(1, 512, 'RPU', { holds: 'identifier' }),
    is_active: flag('PU', { fallback: true }),
    format: choice(['api-default', 'api-form'], 'PU', {
      fallback: 'api-default',
      means: { 'api-default': 'a JSON object', 'api-form': 'the same names as a form (x-www-form-urlencoded)' },
    }),
    number_of_attempts: integer(3, 'PU', {
      least: 1,
      most: 100,
      fallback: 1,
      note: 'All attempts of one delivery, the first included.',
    }),
    attempt_interval: integer(5, 'PU', { least: 0, most: 86400, fallback: 300, note: 'Seconds between two attempts.' }),
    expands: text(0, 512, 'PU', { note: 'Expands added to the posted record, separated by commas.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    oauthgrant_id: ref('oauthgrant', 'S', {
      note: 'The grant of the integration that made it, and with which it ends; null where a user made it.',
    }),
    product_transaction_id: ref('producttransaction', 'PU', {
      note: 'Required for transaction and transactionbatch, null otherwise.',
    }),
    basic_auth_username: text(0, 255, 'PU', {
      reach: 'input',
      note: 'Shown only when named in expand, to callers who may change it.',
    }),
    basic_auth_password: text(0, 255, 'PU', {
      holds: 'secret',
      reach: 'input',
      note: 'Shown only when named in expand, to callers who may change it.',
    }),
    disabled_ts: stamp('S', { note: 'When Tollgate switched it off because its receiver took nothing for days.' }),
    disabled_reason: text(undefined, 255, 'S'),
    basic_auth_username_sealed: text(undefined, undefined, 'S', { reach: 'secret' }),
    basic_auth_password_sealed: text(undefined, undefined, 'S', { reach: 'secret' }),
    failing_since_ts: stamp('S', {
      reach: 'hidden',
      note: 'The first of the failures since a postback was last accepted.',
    }),
    signing_secret_sealed: text(undefined, undefined, 'S', { reach: 'secret' }),
    signing_secret_old_sealed: text(undefined, undefined, 'S', { reach: 'secret' }),
    signing_secret_old_until_ts: stamp('S', { reach: 'hidden', note: 'Until then the old secret signs too.' }),
  },
  expands: {
    location: one('location', 'location_id'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    // Filled in by the `show` operation, which has the cipher.
    basic_auth_username: fact(() => null, { ...SECRET, description: 'The user name of Basic authorization.' }),
    basic_auth_password: fact(() => null, { ...SECRET, description: 'The password of Basic authorization.' }),
    signing_secret: fact(() => null, { ...SECRET, description: 'Signs every postback by Standard Webhooks.' }),
    postback_logs: many('postback_log', 'postback_config_id'),
    changelogs: many('changelog', 'model_id'),
  },
  about: [
    'After the payment',
    'Where changes of records are posted (webhooks).',
    {
      oauthgrant_id: 'The grant under which an integration made it.',
      resource: 'Whose changes are posted.',
      on_create: 'Whether new records are posted.',
      on_update: 'Whether changes are posted.',
      on_delete: 'Whether deletions are posted.',
      url: 'Where they are posted.',
      is_active: 'Whether anything is posted.',
      format: 'The form of what is posted: api-default is JSON.',
      disabled_reason: 'Why the gateway switched it off.',
      product_transaction_id: 'The product whose payments or batches are posted.',
      basic_auth_username: 'The user name of Basic authorization at the receiver.',
      basic_auth_password: 'The password of Basic authorization at the receiver.',
    },
  ],
})
