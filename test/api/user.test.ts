import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Client, Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let count = 0

before(async () => {
  t = await newMerchant()
})

const PASSWORD = 'Correct-horse-1'
const KEY = 'an-invented-key-of-some-length'

const draft = (over: Record<string, unknown> = {}) => ({
  username: `person${++count}`,
  email: 'person@juniper.example',
  last_name: 'Example',
  primary_location_id: t.merchants[0].location_id,
  user_type_id: 400,
  ...over,
})
const make = async (over: Record<string, unknown> = {}): Promise<Json> => {
  const answer = await t.api.post('users', { user: draft(over) })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.user
}
/** The API as this user with this key. */
const being = (user_id: string, user_api_key: string): Client =>
  t.as({ 'developer-id': t.developer_id, 'user-id': user_id, 'user-api-key': user_api_key })
const fieldsOf = (answer: { body: Json }) => Object.keys(answer.body.errors ?? {})

const KEYS = [
  ...[
    'id',
    'username',
    'first_name',
    'last_name',
    'company_name',
    'email',
    'address',
    'city',
    'state',
    'zip',
    'cell_phone',
  ],
  ...['home_phone', 'office_phone', 'office_ext_phone', 'account_number', 'date_of_birth', 'contact_id', 'domain_id'],
  ...[
    'branding_domain_url',
    'primary_location_id',
    'user_type_id',
    'status_id',
    'status',
    'email_trx_receipt',
    'locale',
  ],
  ...[
    'tz',
    'user_api_key',
    'user_hash_key',
    'requires_new_password',
    'login_attempts',
    'last_login_ts',
    'current_login',
  ],
  ...[
    'current_login_ip',
    'current_date_time',
    'terms_accepted_ts',
    'terms_agree_ip',
    'terms_condition_id',
    'created_ts',
  ],
  ...['modified_ts', 'created_user_id', 'ui_prefs', 'forms_only'],
  ...['user_api_key_ts', 'user_api_key_scope', 'user_api_key_expire_ts', 'user_api_key_addresses'],
  ...['user_hash_key_ts', 'user_hash_key_expire_ts', '_links'],
]

test('GAP-04 GAP-20 USR-01 USR-14 USR-15 USR-16 USR-24 USR-34 USR-41 USR-46 a user is created and found', async () => {
  const sent = draft({ branding_domain_url: 'elsewhere.example', id: '000000000000000000000001', domain: 'x' })
  const answer = await t.api.post('users', { user: sent })
  assert.equal(answer.status, 201)
  const { user } = answer.body
  assert.deepEqual(Object.keys(user), KEYS)
  assert.match(user.id, /^[0-9a-f]{24}$/)
  assert.equal(user.branding_domain_url, t.merchants[0].user.domain)
  assert.match(user.domain_id, /^[0-9a-f]{24}$/)
  assert.deepEqual([user.primary_location_id, user.user_type_id], [sent.primary_location_id, 400])
  assert.deepEqual([user.status_id, user.status, user.requires_new_password, user.login_attempts], [1, 1, '0', 0])
  assert.equal(user.created_user_id, t.merchants[0].user.user_id)
  assert.equal(answer.headers['tollgate-ignored-fields'], 'branding_domain_url, id, domain')
  const read = await t.api.get(`users/${user.id}?expand=primary_location,branding_domain,created_user,contact`)
  assert.equal(read.status, 200)
  assert.equal(read.body.user.username, sent.username)
  assert.equal(read.body.user.primary_location.id, sent.primary_location_id)
  assert.equal(read.body.user.branding_domain.id, user.domain_id)
  assert.equal(read.body.user.contact, null)
})

test('GAP-04 GEN-14 what a user cannot do without is told together', async () => {
  const answer = await t.api.post('users', { user: {} })
  assert.equal(answer.status, 422)
  assert.deepEqual(fieldsOf(answer).toSorted(), [
    'email',
    'last_name',
    'primary_location_id',
    'user_type_id',
    'username',
  ])
})

test('who is no administrator changes himself and nobody else, and gives himself no rights', async () => {
  const made = await make({ user_api_key: KEY })
  const self = being(made.id, KEY)
  assert.equal((await self.put(`users/${made.id}`, { user: { city: 'Ithaca' } })).status, 200)
  assert.deepEqual(fieldsOf(await self.put(`users/${made.id}`, { user: { user_type_id: 250 } })), ['user_type_id'])
  const admin = t.merchants[0].user.user_id
  assert.equal((await self.put(`users/${admin}`, { user: { password: PASSWORD } })).status, 403)
  assert.equal((await self.post(`users/${admin}/generateuserapikey`)).status, 403)
  assert.equal((await self.delete(`users/${admin}`)).status, 403)
  assert.equal((await self.post('users', { user: draft() })).status, 403)
  assert.equal((await self.post(`users/${made.id}/generateuserapikey`)).status, 200)
})

test('users of another merchant, or above, are not there', async () => {
  const made = await make()
  for (const client of [t.stranger, t.clerk]) {
    assert.equal((await client.get(`users/${made.id}`)).status, 404)
    assert.equal((await client.put(`users/${made.id}`, { user: { city: 'X' } })).status, 404)
  }
  assert.equal((await t.stranger.delete(`users/${made.id}`)).status, 404)
  const foreign = await t.api.post('users', { user: draft({ primary_location_id: t.merchants[1].location_id }) })
  assert.deepEqual(foreign.body.errors, { primary_location_id: ['primary_location_id provided is not valid'] })
})

test('a contact user (type 100) reads and changes his own record, and nothing else', async () => {
  const { id } = await make({
    user_type_id: 100,
    user_api_key: KEY,
    password: PASSWORD,
    contact_id: t.merchants[0].contact_id,
  })
  const payer = being(id, KEY)
  const me = await payer.get('users/me')
  assert.equal(me.status, 200, me.text)
  assert.deepEqual([me.body.user.id, me.body.user.user_type_id], [id, 100])
  const password = { old_password: PASSWORD, password: `${PASSWORD}2` }
  assert.equal((await payer.put(`users/${id}`, { user: password })).status, 200)
  assert.equal((await payer.put(`users/${id}`, { user: { first_name: 'Pat' } })).status, 200)
  const other = await make()
  for (const answer of [
    await payer.get('users'),
    await payer.get(`users/${other.id}`),
    await payer.put(`users/${other.id}`, { user: { first_name: 'Pat' } }),
    await payer.delete(`users/${id}`),
    await payer.get('contacts'),
    await payer.get('transactions'),
    await payer.get(`contacts/${t.merchants[0].contact_id}`),
    await payer.post('tags', { tag: { title: 'mine', location_id: t.merchants[0].location_id } }),
  ])
    assert.equal(answer.status, 403, answer.text)
  const moved = await payer.put(`users/${id}`, {
    user: { contact_id: null, primary_location_id: t.merchants[0].child_location_id },
  })
  assert.equal(moved.status, 422, moved.text)
})
