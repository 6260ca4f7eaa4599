import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { user } = t.merchants[0]
const developer = { 'developer-id': t.developer_id }
const pair = { 'user-id': user.user_id, 'user-api-key': user.user_api_key }
const basic = (name: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
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
  const { username, password, domain } = user
  const { token } = (await t.as(developer).post('token', { username, password, domain })).body.token
  const timestamp = String(t.clock.seconds())
  const hash = createHmac('sha256', user.user_hash_key).update(user.user_id + timestamp)
  const signed = { 'user-id': user.user_id, timestamp, 'hash-key': hash.digest('hex') }
  for (const [path, secret, sent] of [
    ['tags', user.user_api_key, { 'user-id': user.user_id, 'user-api-key': user.user_api_key }],
    ['tags', token, { 'access-token': token }],
    ['accountvaults', signed['hash-key'], signed],
  ] as const) {
    const asked = new URLSearchParams({ 'developer-id': t.developer_id, page_size: '1', ...sent })
    const answer = await t.as({}).get(`${path}?${asked}`)
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.body.meta.pagination.links.self.href, /page_size=1/)
    for (const each of [secret, t.developer_id]) assert.ok(!answer.text.includes(each))
    assert.ok(!t.logged().includes(secret))
  }
})
