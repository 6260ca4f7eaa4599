import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, type Client, type Json, type TestApp, testApp } from '../support/app.ts'

let t: TestApp
let count = 0

before(async () => {
  t = await testApp('token')
})
after(() => t.close())

const PASSWORDS = ['First-1.first', 'Second-2.second', 'Third-3.third'] as const

const nobody = (): Client => t.as({ 'developer-id': t.developer_id })
const bearing = (token: string): Client => t.as({ 'developer-id': t.developer_id, 'access-token': token })
const seeded = () => {
  const { username, password, domain } = t.merchants[0].user
  return { username, password, domain }
}
const signIn = (login: Json): Promise<Answer> => nobody().post('token', login)
const newToken = async (login: Json = seeded()): Promise<Json> => {
  const answer = await signIn(login)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.token
}
const me = (token: string) => bearing(token).get('users/me')
const forward = async (seconds: number) => {
  await t.clock.moveTo(t.clock.seconds() + seconds, t.app.worker)
}

/** A clerk with a password and how he signs in. */
async function clerk(password: string = PASSWORDS[0]) {
  const username = `clerk${++count}`
  const user = {
    username,
    password,
    email: 'clerk@juniper.example',
    last_name: 'Example',
    primary_location_id: t.merchants[0].location_id,
    user_type_id: 400,
  }
  const { body, status, text } = await t.api.post('users', { user })
  assert.equal(status, 201, text)
  return { id: body.user.id as string, login: { username, password, domain: t.merchants[0].user.domain } }
}
const shown = async (id: string): Promise<Json> => (await t.api.get(`users/${id}`)).body.user

test('tokens are kept as marks', async () => {
  const { token } = await newToken()
  const rows = JSON.stringify(await t.db.query('select * from access_token'))
  assert.ok(!rows.includes(token))
  assert.match(rows, /"mark":"[0-9a-f]{64}"/)
})

test('after six wrong passwords the right one is refused for half an hour, with the same words', async () => {
  const { id, login } = await clerk()
  const wrong = { ...login, password: 'Wrong-9.wrong' }
  const failed = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signIn(wrong)))
  assert.deepEqual(new Set(failed.map(({ status }) => status)), new Set([401]))
  const locked = await signIn(login)
  assert.deepEqual([locked.status, locked.body.message], [401, failed[0]!.body.message])
  await forward(25 * 60)
  assert.equal((await signIn(wrong)).status, 401)
  assert.equal((await signIn(login)).status, 401)
  assert.equal((await shown(id)).login_attempts, 6)
  await forward(6 * 60)
  await newToken(login)
  assert.equal((await shown(id)).login_attempts, 0)
})

test('USR-50 a password set for somebody else signs in once, to be replaced', async () => {
  const { id, login } = await clerk()
  const { token: old } = await newToken(login)
  assert.equal((await t.api.put(`users/${id}`, { user: { password: PASSWORDS[1] } })).status, 200)
  assert.equal((await me(old)).status, 401)
  assert.equal((await signIn(login)).status, 401)
  const given = { ...login, password: PASSWORDS[1] }
  const tries = await Promise.all([signIn(given), signIn(given), signIn(given)])
  assert.deepEqual(tries.map(({ status }) => status).toSorted(), [201, 401, 401])
  const { token } = tries.find(({ status }) => status === 201)!.body.token
  assert.equal((await me(token)).status, 200)
  for (const refused of [
    await bearing(token).get('tags'),
    await bearing(token).get(`users/${id}`),
    await bearing(token).post('tags', { tag: { title: 'x' } }),
    await bearing(token).put(`users/${t.merchants[0].user.user_id}`, { user: { first_name: 'x' } }),
  ]) {
    assert.deepEqual([refused.status, refused.body.name], [403, 'Forbidden'])
  }
  const replaced = { password: PASSWORDS[2], old_password: PASSWORDS[1] }
  assert.equal((await bearing(token).put(`users/${id}`, { user: replaced })).status, 200)
  assert.equal((await bearing(token).get('tags')).status, 200)
  for (const _ of [1, 2]) await newToken({ ...login, password: PASSWORDS[2] })
})

test('other methods at these paths are told what there is', async () => {
  const { token } = await newToken()
  const answers = [await nobody().get('token'), await nobody().get(`token/${token}`), await nobody().put('token', {})]
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.allow]),
    [
      [405, 'POST'],
      [405, 'DELETE'],
      [405, 'POST'],
    ],
  )
})
