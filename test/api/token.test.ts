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

test('AUTH-TOK-01 username, password and domain are all needed, as strings', async () => {
  for (const name of ['username', 'password', 'domain'] as const) {
    const { [name]: _, ...rest } = seeded()
    const missing = await signIn(rest)
    assert.deepEqual([missing.status, Object.keys(missing.body.errors)], [422, [name]])
    for (const wrong of ['', null, 7, {}, ['a'], 'a\u0000b', 'x'.repeat(256)]) {
      const answer = await signIn({ ...seeded(), [name]: wrong })
      assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, [name]], JSON.stringify(wrong))
    }
  }
  for (const body of [undefined, [], 'x', null]) assert.ok([400, 422].includes((await signIn(body)).status))
})

test('AUTH-TOK-01 whatever is wrong, the answer is the same', async () => {
  const { login } = await clerk()
  const wrong = [
    { ...login, password: `${login.password}x` },
    { ...login, username: 'nobody' },
    { ...login, domain: 'nowhere.example' },
    { ...login, domain: t.merchants[1].user.domain },
  ]
  const answers = await Promise.all(wrong.map(signIn))
  for (const { status, body } of answers) assert.deepEqual([status, body.message], [401, answers[0]!.body.message])
  assert.equal(answers[0]!.body.name, 'Unauthorized')
})

test('AUTH-TOK-01 a developer-id is needed, and no other credential', async () => {
  assert.equal((await t.as({}).post('token', seeded())).status, 401)
  assert.equal((await t.as({}).post(`token?developer-id=${t.developer_id}`, seeded())).status, 201)
})

test('AUTH-TOK-02 AUTH-TOK-03 USR-16 the token comes with who it is for and how long it lives', async () => {
  const { user, location_id } = t.merchants[0]
  const token = await newToken()
  assert.deepEqual(Object.keys(token), [
    ...['id', 'expire', 'first_name', 'last_name', 'password_expire_ts', 'time', 'token', 'username'],
    ...['primary_location_id', 'timezone', 'user_type_id'],
  ])
  assert.match(token.token, /^[A-Za-z0-9]{32}$/)
  assert.ok(Math.abs(token.time - t.clock.seconds()) < 60)
  assert.deepEqual(
    { ...token, token: '', time: 0 },
    {
      id: user.user_id,
      expire: 15,
      first_name: '',
      last_name: 'user',
      password_expire_ts: null,
      time: 0,
      token: '',
      username: user.username,
      primary_location_id: location_id,
      timezone: 'America/New_York',
      user_type_id: 250,
    },
  )
})

test('AUTH-TOK-04 AUTH-TOK-05 ERR-02 the token identifies as header and as parameter, with a developer-id', async () => {
  const { user } = t.merchants[0]
  const { token } = await newToken()
  assert.equal((await me(token)).body.user.id, user.user_id)
  assert.equal((await nobody().get(`users/me?access-token=${token}`)).body.user.id, user.user_id)
  const listed = await nobody().get(`tags?access-token=${token}`)
  assert.equal(listed.status, 200)
  assert.ok(!listed.text.includes(token))
  for (const wrong of [`${token}x`, token.slice(1), token.toLowerCase(), 'nothing', '%00', 'x'.repeat(3000)]) {
    assert.equal((await nobody().get(`users/me?access-token=${wrong}`)).status, 401, wrong)
  }
  assert.equal((await t.as({ 'access-token': token }).get('users/me')).status, 401)
  assert.ok(!t.logged().includes(token))
})

test('AUTH-TOK-06 AUTH-TOK-08 LIM-03 ERR-02 a token that rested for fifteen minutes stays refused; a new one is to be had', async () => {
  const { token } = await newToken()
  await forward(14 * 60)
  assert.equal((await me(token)).status, 200)
  await forward(15 * 60)
  for (const _ of [1, 2]) assert.equal((await me(token)).status, 401)
  assert.equal((await bearing(token).delete(`token/${token}`)).status, 404)
  assert.equal((await me((await newToken()).token)).status, 200)
})

test('AUTH-TOK-07 LIM-03 every successful request gives fifteen minutes again, one that fails does not', async () => {
  const { token } = await newToken()
  for (const _ of [1, 2, 3, 4]) {
    await forward(10 * 60)
    assert.equal((await me(token)).status, 200)
  }
  await forward(10 * 60)
  assert.equal((await bearing(token).get('tags?nothing=1')).status, 422)
  assert.equal((await bearing(token).get(`tags/${'0'.repeat(24)}`)).status, 404)
  await forward(6 * 60)
  assert.equal((await me(token)).status, 401)
})

test('AUTH-TOK-09 AUTH-TOK-10 ERR-03 a token is ended once, and by nobody who has nothing to do with it', async () => {
  const { token } = await newToken()
  assert.equal((await t.stranger.delete(`token/${token}`)).status, 404)
  assert.equal((await t.clerk.delete(`token/${token}`)).status, 404)
  assert.equal((await me(token)).status, 200)
  const ended = await t.api.delete(`token/${token}`)
  assert.deepEqual([ended.status, ended.text], [204, ''])
  assert.equal((await me(token)).status, 401)
  for (const caller of [t.api, nobody(), bearing(token)]) {
    assert.equal((await caller.delete(`token/${token}`)).status, 404)
  }
  assert.equal((await t.api.delete('token/nothing-of-the-kind')).status, 404)
  assert.equal((await t.as({}).delete(`token/${token}`)).status, 401)

  for (const own of [nobody(), bearing((await newToken()).token)]) {
    const { token: another } = await newToken()
    assert.equal((await own.delete(`token/${another}`)).status, 204)
    assert.equal((await me(another)).status, 401)
  }
})

test('tokens are kept as marks', async () => {
  const { token } = await newToken()
  const rows = JSON.stringify(await t.db.query('select * from access_token'))
  assert.ok(!rows.includes(token))
  assert.match(rows, /"mark":"[0-9a-f]{64}"/)
})

test('USR-25 USR-26 USR-27 USR-28 a sign-in is noted, failures are counted until the next one', async () => {
  const { id, login } = await clerk()
  for (const _ of [1, 2]) await signIn({ ...login, password: 'Wrong-9.wrong' })
  assert.equal((await shown(id)).login_attempts, 2)
  const before = await shown(id)
  assert.deepEqual([before.last_login_ts, before.current_login, before.current_login_ip], [null, null, null])
  await newToken(login)
  const { login_attempts, last_login_ts, current_login, current_login_ip } = await shown(id)
  assert.deepEqual([login_attempts, current_login_ip], [0, '127.0.0.1'])
  assert.ok(Math.abs(last_login_ts - t.clock.seconds()) < 60)
  assert.match(current_login, /^\d{4}-\d\d-\d\d$/)
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

test('USR-45 USR-51 the own password is changed with the old one; other sign-ins end, this one goes on', async () => {
  const { id, login } = await clerk()
  const [first, second] = [await newToken(login), await newToken(login)]
  const change = { password: PASSWORDS[1], old_password: PASSWORDS[0] }
  assert.equal((await bearing(first.token).put(`users/${id}`, { user: { ...change, old_password: 'x' } })).status, 422)
  assert.equal((await bearing(first.token).put(`users/${id}`, { user: change })).status, 200)
  assert.equal((await me(first.token)).status, 200)
  assert.equal((await me(second.token)).status, 401)
  assert.equal((await signIn(login)).status, 401)
  await newToken({ ...login, password: PASSWORDS[1] })
})

test('USR-18 USR-49 a token ends when its user is switched off or deleted', async () => {
  const { id, login } = await clerk()
  const { token } = await newToken(login)
  await t.api.put(`users/${id}`, { user: { status_id: 0 } })
  assert.equal((await me(token)).status, 401)
  assert.equal((await signIn(login)).status, 401)
  await t.api.put(`users/${id}`, { user: { status_id: 1 } })
  assert.equal((await me(token)).status, 401)
  const { token: next } = await newToken(login)
  assert.equal((await me(next)).status, 200)
  await t.api.delete(`users/${id}`)
  assert.equal((await me(next)).status, 401)
  assert.equal((await signIn(login)).status, 401)
})

test('USR-02 capitals make no difference to a username and a domain', async () => {
  const { login } = await clerk()
  await newToken({ ...login, username: login.username.toUpperCase(), domain: login.domain.toUpperCase() })
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
