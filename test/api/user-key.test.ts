import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { user } = t.merchants[0]
const developer = { 'developer-id': t.developer_id }
const pair = { 'user-id': user.user_id, 'user-api-key': user.user_api_key }
const basic = (name: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
})
const query = `user-id=${user.user_id}&user-api-key=${user.user_api_key}`

test('AUTH-KEY-01 AUTH-KEY-04 headers alone identify the caller', async () => {
  const { status, body } = await t.as({ ...developer, ...pair }).get('users/me')
  assert.equal(status, 200)
  assert.equal(body.user.id, user.user_id)
})

test('AUTH-KEY-02 AUTH-KEY-04 query parameters alone identify the caller, the developer too', async () => {
  assert.equal((await t.as({}).get(`users/me?developer-id=${t.developer_id}&${query}`)).status, 200)
  assert.equal((await t.as(developer).get(`users/me?${query}`)).status, 200)
})

test('AUTH-KEY-03 AUTH-KEY-04 Basic authorization alone identifies the caller', async () => {
  assert.equal((await t.as({ ...developer, ...basic(user.user_id, user.user_api_key) }).get('users/me')).status, 200)
})

test('GEN-43 GEN-45 without developer or without credentials nobody gets in', async () => {
  const refused = [pair, developer, {}, { ...pair, 'developer-id': 'nobody' }]
  for (const headers of refused) {
    const { status, body } = await t.as(headers).get('users/me')
    assert.equal(status, 401)
    assert.deepEqual(Object.keys(body).slice(0, 4), ['name', 'message', 'code', 'status'])
  }
})

test('GAP-38 AUTH-KEY-01 wrong keys, foreign ids and hostile credentials are 401 and say no more', async () => {
  const wrong = [
    { 'user-id': user.user_id, 'user-api-key': 'wrong' },
    { 'user-id': t.merchants[1].user.user_id, 'user-api-key': user.user_api_key },
    { 'user-id': 'x'.repeat(500), 'user-api-key': user.user_api_key },
    basic('', user.user_api_key),
    basic(`${user.user_id}\u0000`, user.user_api_key),
    { authorization: 'Basic %%%' },
    { authorization: 'Bearer nothing' },
  ]
  for (const headers of wrong) {
    const { status, body } = await t.as({ ...developer, ...headers }).get('users/me')
    assert.equal(status, 401)
    assert.equal(body.message, 'Your request was made with invalid credentials.')
  }
})

test('credentials in a query never come back in links nor reach the log', async () => {
  const { body } = await t.as({}).get(`tags?developer-id=${t.developer_id}&${query}&page_size=1`)
  const { href } = body.meta.pagination.links.self
  assert.ok(!href.includes(user.user_api_key))
  assert.ok(!href.includes(t.developer_id))
  assert.ok(!t.logged().includes(user.user_api_key))
})

test('AUTH-KEY-05 a generated key replaces the old one at once', async () => {
  const { clerk } = t.merchants[0]
  const { body } = await t.api.post(`users/${clerk.user_id}/generateuserapikey`)
  const fresh = { ...developer, 'user-id': clerk.user_id, 'user-api-key': body.user.user_api_key }
  assert.equal((await t.as(fresh).get('users/me')).status, 200)
  assert.equal((await t.as(t.keysOf(clerk)).get('users/me')).status, 401)
})
