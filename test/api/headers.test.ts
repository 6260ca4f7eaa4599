import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Client, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let api: Client

before(async () => {
  t = await newMerchant()
  api = t.api
})

test('every answer says that it is data, is not to be kept, and may not be framed', async () => {
  const answers = [
    await api.get('tags'),
    await api.get('tags?nothing=1'),
    await api.get('nothing'),
    await api.post('tags', '{'),
    await api.get('token'),
    await t.as({}).get('tags'),
    await api.get('/healthz'),
    await api.get('/nowhere'),
  ]
  for (const { headers, status } of answers) {
    assert.equal(headers['x-content-type-options'], 'nosniff', String(status))
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['strict-transport-security'], undefined)
    assert.equal(headers.server, undefined)
    assert.equal(headers['x-powered-by'], undefined)
  }
})

test('browsers that reach it by https are told to stay there', async () => {
  t.app.setPublicUrl('https://pay.example')
  assert.match((await api.get('tags')).headers['strict-transport-security'] ?? '', /^max-age=31536000/)
  t.app.setPublicUrl('http://127.0.0.1:8080')
})

test('a request id that makes sense is answered and logged; any other is replaced', async () => {
  const sent = 'order-4711:try.2'
  assert.equal((await api.get('tags', { 'x-request-id': sent })).headers['x-request-id'], sent)
  assert.ok(t.logged().includes(`"${sent}"`))
  for (const bad of ['', 'short', 'x'.repeat(65), 'with blanks in it', 'a"b\\c:d-e-f', '<script>alert(1)</script>']) {
    const answered = (await api.get('tags', { 'x-request-id': bad })).headers['x-request-id']!
    assert.match(answered, /^[0-9a-f]{24}$/, bad)
  }
  assert.match((await api.get('nothing')).headers['x-request-id']!, /^[0-9a-f]{24}$/)
})

test('credentials in the query identify, and neither log nor links repeat them', async () => {
  const { user } = t.merchants[0]
  const query = `developer-id=${t.developer_id}&user-id=${user.user_id}&user-api-key=${user.user_api_key}`
  const { status, body } = await t.as({}).get(`tags?${query}&title=x`)
  assert.equal(status, 200)
  assert.match(body.meta.pagination.links.self.href, /\/v2\/tags\?title=x&page=1$/)
  assert.equal((await t.as({}).get(`nowhere?${query}`)).text.includes(user.user_api_key), false)
  assert.ok(t.logged().includes('/v2/tags?'))
  assert.ok(!t.logged().includes(user.user_api_key))
})
