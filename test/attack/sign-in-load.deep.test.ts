import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { COST, hashing } from '../../src/auth/password.ts'
import { testApp } from '../support/app.ts'

const t = await testApp('sign_in_load')
after(t.close)
const [{ user, location_id }] = t.merchants

const signIn = async (remoteAddress: string): Promise<number> => {
  const payload = { username: user.username, password: 'Wrong-1.wrong', domain: user.domain }
  const headers = { 'developer-id': t.developer_id }
  return (await t.app.http.inject({ method: 'POST', url: '/v2/token', headers, payload, remoteAddress })).statusCode
}

test('200 concurrent sign-ins do not block a sale or the health check', async c => {
  const lowered = hashing.cost
  hashing.cost = COST
  c.after(() => {
    hashing.cost = lowered
  })
  const many = Array.from({ length: 200 }, (_, index) => signIn(`192.0.2.${index}`))
  const sale = { location_id, action: 'sale', payment_method: 'cc', transaction_amount: '1.00' }
  const card = { account_number: '4111111111111111', exp_date: '1232' }
  const began = performance.now()
  const [health, paid] = await Promise.all([
    t.as({}).get('/healthz'),
    t.api.post('transactions', { transaction: { ...sale, ...card } }),
  ])
  const waited = performance.now() - began
  assert.deepEqual([health.status, paid.status], [200, 201], paid.text)
  const answers = Map.groupBy(await Promise.all(many), status => status)
  assert.deepEqual([...answers.keys()].toSorted(), [401, 429])
  assert.ok((answers.get(429)?.length ?? 0) >= 100, 'what cannot wait is told to come again')
  const all = performance.now() - began
  assert.ok(waited < all / 2, `a sale waited ${waited} of ${all} ms`)
})
