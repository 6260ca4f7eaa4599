import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { type Answer, type Json, testApp } from '../support/app.ts'

const LIVE = { TOLLGATE_MODE: 'live', TOLLGATE_PUBLIC_URL: 'https://pay.example.com' }
const { sign_in } = readConfig(LIVE)
const live = await testApp('passwords_live', { config: { sign_in } })
const sandbox = await testApp('passwords_sandbox')
after(live.close)
after(sandbox.close)

let count = 0
const draft = (t: typeof live, over: Json = {}) => ({
  ...{ username: `person${++count}`, last_name: 'Lavender', email: 'merrill@example.com', user_type_id: 400 },
  ...{ company_name: 'Juniper Street', primary_location_id: t.merchants[0].location_id, ...over },
})
const make = (t: typeof live, password: string): Promise<Answer> =>
  t.api.post('users', { user: draft(t, { password }) })
const texts = (answer: Answer): string[] => (answer.body.errors?.password ?? []) as string[]

test('live mode asks for twelve characters that nobody guesses', async () => {
  for (const password of [
    'Tr0ub4dor-xk', // Twelve.
    'Correct-horse-1',
    'kV9-mQ2-xT7-pL4',
  ])
    assert.equal((await make(live, password)).status, 201, password)
  for (const password of [
    'Abcdefg1!xk', // Eleven.
    'Password-123!',
    'P@ssw0rd2026!!',
    'Summer-2026-Admin',
    'Qwertyuiop-12345',
    'Aaaaaaaaaaaa1!',
    'Lavender-Juniper-1',
    'abc-abc-abc-abc-1',
  ])
    assert.deepEqual(
      [(await make(live, password)).status, texts(await make(live, password)).length],
      [422, 1],
      password,
    )
})

test('of the sandbox it is asked what was published: eight characters', async () => {
  assert.equal((await make(sandbox, 'abcdef1!')).status, 201)
  assert.equal((await make(sandbox, 'abcde1!')).status, 422)
})

test('GAP-20 a new password differs from the last four', async () => {
  const made = (await make(live, 'Correct-horse-0')).body.user
  const change = (password: string) => live.api.put(`users/${made.id}`, { user: { password } })
  for (const index of [1, 2, 3, 4]) assert.equal((await change(`Correct-horse-${index}`)).status, 200)
  for (const index of [1, 2, 3, 4]) assert.equal((await change(`Correct-horse-${index}`)).status, 422, String(index))
  assert.equal((await change('Correct-horse-0')).status, 200, 'the fifth before is forgotten')
})

test('a merchant may ask for more, and never for less than the mode', async () => {
  const path = (t: typeof live) => `locations/${t.merchants[0].location_id}`
  const ask = (t: typeof live, location: Json) => t.api.put(path(t), { location })
  assert.equal((await ask(sandbox, { password_min_length: 7 })).status, 422)
  assert.equal((await ask(sandbox, { password_min_length: 14, password_history: 2 })).status, 200)
  assert.equal((await make(sandbox, 'kV9-mQ2-xT7-p')).status, 422)
  assert.equal((await make(sandbox, 'Password-12345')).status, 422, 'and not easy to guess')
  const made = (await make(sandbox, 'kV9-mQ2-xT7-pL4')).body.user
  const change = (password: string) => sandbox.api.put(`users/${made.id}`, { user: { password } })
  assert.equal((await change('kV9-mQ2-xT7-pL4')).status, 422)
  assert.equal((await change('Correct-horse-battery-1')).status, 200)
  assert.equal((await change('kV9-mQ2-xT7-pL4')).status, 422)
  assert.equal((await ask(live, { password_min_length: 8, password_history: 1 })).status, 200)
  assert.equal((await make(live, 'kV9-mQ2-x1')).status, 422)
  const manager = draft(live, { user_type_id: 300, user_api_key: 'an-invented-key-of-some-length' })
  const { id } = (await live.api.post('users', { user: manager })).body.user
  const as = live.as({ 'developer-id': live.developer_id, 'user-id': id, 'user-api-key': manager.user_api_key })
  assert.equal((await as.put(path(live), { location: { password_min_length: 10 } })).status, 403)
  assert.equal((await as.put(path(live), { location: { city: 'Denver' } })).status, 200)
})
