import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'

/** So few that none is given back while a busy machine makes the requests. */
const LIMITS = { credential: 2, address: 3 }
const t = await testApp('rate_limits', { requests_per_minute: LIMITS })
after(t.close)

const inject = (remoteAddress: string, headers: Record<string, string> = t.keysOf(t.merchants[0].user)) =>
  t.app.http.inject({ url: '/v2/tags', headers, remoteAddress })

test('GAP-39 a credential that asks too often is told to wait, others and their answers are not touched', async () => {
  for (let turn = 0; turn < LIMITS.credential; turn += 1)
    assert.equal((await inject(`192.0.2.${turn}`)).statusCode, 200)
  const refused = await inject('192.0.2.9')
  assert.equal(refused.statusCode, 429)
  const { message, ...rest } = refused.json()
  assert.partialDeepStrictEqual(rest, { name: 'Too Many Requests', code: 0, status: 429 })
  assert.ok(message)
  const wait = Number(refused.headers['retry-after'])
  assert.ok(wait >= 1 && wait <= 30, String(wait))
  assert.equal((await inject('192.0.2.9', t.keysOf(t.merchants[1].user))).statusCode, 200)
})

test('an address that asks too often is told to wait, whoever it says it is; health is always told', async () => {
  for (let turn = 0; turn < LIMITS.address; turn += 1) assert.equal((await inject('2001:db8::1', {})).statusCode, 401)
  for (const address of ['2001:db8::1', '2001:db8::ffff']) {
    const refused = await inject(address, {})
    assert.deepEqual([refused.statusCode, refused.json().name], [429, 'Too Many Requests'])
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
  }
  assert.equal((await inject('2001:db8:0:1::1', {})).statusCode, 401)
  const health = await t.app.http.inject({ url: '/healthz', remoteAddress: '2001:db8::1' })
  assert.equal(health.statusCode, 200)
})
