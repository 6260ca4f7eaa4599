import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { COST, hashing } from '../../src/auth/password.ts'
import { testApp } from '../support/app.ts'

const t = await testApp('sign_in_load')
after(t.close)
const [{ user, location_id }] = t.merchants

const signIn = async (remoteAddress: string): Promise<number> => {
  const payload = { username: 'desk', password: 'Wrong-1.wrong', domain: user.domain }
  const headers = { 'developer-id': t.developer_id }
  return (await t.app.http.inject({ method: 'POST', url: '/v2/token', headers, payload, remoteAddress })).statusCode
}

test('200 concurrent sign-ins do not block a sale or the health check', async c => {
  const desk = {
    username: 'desk',
    password: 'Correct-horse-1',
    last_name: 'D',
    email: 'd@example.com',
    user_type_id: 400,
  }
  const made = await t.api.post('users', { user: { ...desk, primary_location_id: location_id } })
  assert.equal(made.status, 201, made.text)
  const lowered = hashing.cost
  hashing.cost = COST
  c.after(() => {
    hashing.cost = lowered
  })
  const sale = { location_id, action: 'sale', payment_method: 'cc', transaction_amount: '1.00' }
  const transaction = { ...sale, account_number: '4111111111111111', exp_date: '1232' }
  const pay = () => Promise.all([t.as({}).get('/healthz'), t.api.post('transactions', { transaction })])
  await pay()
  let checked = 0
  const many = Array.from({ length: 200 }, async (_, index) => {
    const status = await signIn(`192.0.2.${index}`)
    // How many cannot wait (429) depends on how fast the machine takes them; `hashing-queue.test.ts` counts those.
    if (status !== 429) checked += 1
    return status
  })
  const [health, paid] = await pay()
  const before = checked
  assert.deepEqual([health.status, paid.status], [200, 201], paid.text)
  assert.deepEqual(
    (await Promise.all(many)).filter(status => status !== 401 && status !== 429),
    [],
  )
  assert.ok(before < checked / 2, `a sale was answered after ${before} of ${checked} passwords`)
})
