import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, test } from 'node:test'
import { hashKeyBinding } from '../../src/resources/user/user.ts'
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
const stored = async (id: string): Promise<Json> => (await t.db.query('select * from "user" where id = $1', [id]))[0]
const fieldsOf = (answer: { body: Json }) => Object.keys(answer.body.errors ?? {})

test('a key of the own choice that is easy to guess is refused', async () => {
  for (const user_api_key of [
    'x'.repeat(64),
    'abababababababab',
    '1234567890123456',
    'Password-Password-1',
    'merrill-lavender-1234',
    'qwertyuiop-asdfghjkl',
  ]) {
    const refused = await t.api.post('users', { user: draft({ username: 'Merrill.Lavender', user_api_key }) })
    assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['user_api_key']], user_api_key)
  }
})

test('F1 decision 43 a user signs with the hash key that he was made with, or that is made for him and shown once', async () => {
  const own = 'v7Qp2-xL9sT4-kM8wZ1-aR6eB3'
  const made = await make({ user_hash_key: own })
  assert.equal(made.user_hash_key, null)
  const signs = (id: string, key: string) => signer(id, key).get('accountvaults')
  assert.equal((await signs(made.id, own)).status, 200)
  const answer = await t.api.post(`users/${made.id}/generateuserhashkey`)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(Object.keys(answer.body.user), ['user_hash_key'])
  const { user_hash_key } = answer.body.user
  assert.match(user_hash_key, /^[\x21-\x7e]{24,36}$/)
  assert.equal((await signs(made.id, user_hash_key)).status, 200)
  assert.equal((await signs(made.id, own)).status, 401)
  assert.equal((await t.api.get(`users/${made.id}`)).body.user.user_hash_key, null)
  const other = (await make()).id
  const first = (await t.api.post(`users/${other}/generateuserhashkey`)).body.user.user_hash_key
  assert.equal((await signs(other, first)).status, 200)
  const places = [JSON.stringify(await stored(other)), t.logged()]
  assert.ok(!places.some(text => text.includes(first) || text.includes(own)))

  for (const short of ['a'.repeat(23), 'x'.repeat(37), 'a'.repeat(30)]) {
    const refused = await t.api.post('users', { user: draft({ user_hash_key: short }) })
    assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['user_hash_key']], short)
  }
  const away = await t.api.post(`users/${t.merchants[1].user.user_id}/generateuserhashkey`)
  assert.equal(away.status, 404)
  assert.equal((await t.clerk.post(`users/${made.id}/generateuserhashkey`)).status >= 403, true)
})

function signer(id: string, key: string) {
  const timestamp = String(t.clock.seconds())
  const hash = createHmac('sha256', key)
    .update(id + timestamp)
    .digest('hex')
  return t.as({ 'developer-id': t.developer_id, 'user-id': id, timestamp, 'hash-key': hash })
}

test('USR-23 the hash key is generated, sealed, and never shown', async () => {
  const made = await make()
  const row = await stored(made.id)
  const key = t.cipher.open(row.user_hash_key_sealed, hashKeyBinding(row))
  assert.ok(key.length >= 24 && key.length <= 36)
  assert.ok(!row.user_hash_key_sealed.includes(key))
  const other = await stored((await make()).id)
  assert.throws(() => t.cipher.open(row.user_hash_key_sealed, hashKeyBinding(other)))
})

test('no password and no key is stored, logged or noted in clear', async () => {
  const made = await make({ password: PASSWORD, user_api_key: KEY })
  const changed = await t.api.put(`users/${made.id}`, { user: { password: 'Another-horse-2' } })
  const { user_api_key } = (await t.api.post(`users/${made.id}/generateuserapikey`)).body.user
  const row = JSON.stringify(await stored(made.id))
  const events = JSON.stringify(await t.db.query('select * from event where record_id = $1', [made.id]))
  for (const secret of [PASSWORD, 'Another-horse-2', KEY, user_api_key]) {
    for (const place of [row, events, t.logged(), changed.text]) assert.ok(!place.includes(secret), secret)
  }
  const { password_mark } = await stored(made.id)
  assert.ok(!events.includes(password_mark))
})

test('USR-51 of two changes at once with the same old password one counts', async () => {
  const made = await make({ password: PASSWORD, user_api_key: KEY })
  const put = (password: string) =>
    being(made.id, KEY).put(`users/${made.id}`, { user: { password, old_password: PASSWORD } })
  const answers = await Promise.all([put('Another-horse-2'), put('Another-horse-3')])
  assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 422])
})

test('a user without a password gives himself the first one', async () => {
  const made = await make({ user_api_key: KEY })
  const answer = await being(made.id, KEY).put(`users/${made.id}`, { user: { password: PASSWORD } })
  assert.deepEqual([answer.status, answer.body.user.requires_new_password], [200, '0'])
})

test('a user moves within the tree and sees what lies below the new place', async () => {
  const made = await make({ user_api_key: KEY, user_type_id: 300 })
  const self = being(made.id, KEY)
  assert.equal((await self.get(`contacts/${t.merchants[0].contact_id}`)).status, 200)
  const primary_location_id = t.merchants[0].child_location_id
  assert.equal((await t.api.put(`users/${made.id}`, { user: { primary_location_id } })).status, 200)
  assert.equal((await self.get(`contacts/${t.merchants[0].contact_id}`)).status, 404)
  const row = await stored(made.id)
  assert.ok(t.cipher.open(row.user_hash_key_sealed, hashKeyBinding(row)))
})

test('decision 44 users with write access can change a username, which stays unique in its domain', async () => {
  const [one, other] = [await make(), await make()]
  const put = (username: string) => t.api.put(`users/${one.id}`, { user: { username } })
  assert.equal((await put(`${one.username}-new`)).body.user.username, `${one.username}-new`)
  const taken = await put(other.username.toUpperCase())
  assert.deepEqual([taken.status, Object.keys(taken.body.errors)], [422, ['username']])
  const clerk = await t.clerk.put(`users/${one.id}`, { user: { username: 'mine-now' } })
  assert.ok([403, 404].includes(clerk.status))
})
