import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { totpCode } from '../../src/lib/totp.ts'
import { type Answer, type Client, type Json, testApp } from '../support/app.ts'
import { integration, returned } from '../support/oauth.ts'

const t = await testApp('second_factor')
after(t.close)
const { user: admin, location_id } = t.merchants[0]

const PASSWORD = 'Correct-horse-1'
let count = 0

interface Person {
  id: string
  login: { username: string; password: string; domain: string }
  self: Client
}

async function person(over: Json = {}): Promise<Person> {
  const username = `person${++count}`
  const record = { username, password: PASSWORD, last_name: 'P', email: 'p@example.com', user_type_id: 400, ...over }
  const { body } = await t.api.post('users', { user: { ...record, primary_location_id: location_id } })
  const { id } = body.user
  const { user_api_key } = (await t.api.post(`users/${id}/generateuserapikey`)).body.user
  const self = t.as({ 'developer-id': t.developer_id, 'user-id': id, 'user-api-key': user_api_key })
  return { id, login: { username, password: PASSWORD, domain: admin.domain }, self }
}

const signIn = (login: Json, headers = {}): Promise<Answer> =>
  t.as({ 'developer-id': t.developer_id }).post('token', login, headers)
const codeOf = (secret: string): string => totpCode(secret, Math.floor(t.clock.seconds() / 30))
const nextCode = async (secret: string): Promise<string> => {
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  return codeOf(secret)
}

/** Sets a second factor up. Returns its secret, the code that confirmed it, and the recovery codes. */
async function enrolled({ id, self }: Person): Promise<{ secret: string; used: string; codes: string[] }> {
  const begun = await self.post(`users/${id}/generatesecondfactor`, { user: { old_password: PASSWORD } })
  assert.equal(begun.status, 200, begun.text)
  const { second_factor_secret: secret } = begun.body.user
  const used = codeOf(secret)
  const confirmed = await self.post(`users/${id}/confirmsecondfactor`, { user: { second_factor: used } })
  assert.equal(confirmed.status, 200, confirmed.text)
  return { secret, used, codes: confirmed.body.user.recovery_codes }
}

test('a second factor is asked for once it is confirmed, and each code counts once', async () => {
  const someone = await person()
  const { login } = someone
  const { token } = (await signIn(login)).body.token
  const { secret, used } = await enrolled(someone)
  assert.equal((await t.as({ 'developer-id': t.developer_id, 'access-token': token }).get('users/me')).status, 401)
  const missing = await signIn(login)
  assert.deepEqual([missing.status, missing.headers['second-factor']], [401, 'required'])
  assert.match(missing.body.message, /second_factor/)
  assert.equal((await signIn({ ...login, second_factor: used })).status, 401, 'used when it was confirmed')
  const second_factor = await nextCode(secret)
  const tries = await Promise.all([1, 2, 3].map(() => signIn({ ...login, second_factor })))
  assert.deepEqual(tries.map(({ status }) => status).toSorted(), [201, 401, 401])
  assert.equal((await signIn(login, { 'second-factor': await nextCode(secret) })).status, 201, 'or as a header')
})

test('a wrong code counts as a wrong password does', async () => {
  const someone = await person()
  const { secret } = await enrolled(someone)
  for (let index = 0; index < 6; index++)
    assert.equal((await signIn({ ...someone.login, second_factor: `00000${index}` })).status, 401)
  assert.equal((await signIn({ ...someone.login, second_factor: await nextCode(secret) })).status, 401)
  assert.equal((await t.api.get(`users/${someone.id}`)).body.user.login_attempts, 6)
})

test('who knows the password and guesses codes is slowed more and more, wherever he comes from', async () => {
  const someone = await person()
  const { secret } = await enrolled(someone)
  const { login } = someone
  const from = async (address: string, second_factor: string): Promise<number> => {
    const headers = { 'developer-id': t.developer_id }
    const payload = { ...login, second_factor }
    const request = { method: 'POST' as const, url: '/v2/token', headers, payload, remoteAddress: address }
    return (await t.app.http.inject(request)).statusCode
  }
  /** Minutes. */
  const lockOf = async (): Promise<number> => {
    const [row] = await t.db.query<Json>('select login_locked_until_ts from "user" where id = $1', [someone.id])
    return Math.round(((row.login_locked_until_ts ?? 0) - t.clock.seconds()) / 60)
  }
  const locks: number[] = []
  for (let round = 0; round < 4; round++) {
    const guesses = Array.from({ length: 10 }, (_, index) => from(`198.51.100.${round * 10 + index}`, '000000'))
    assert.deepEqual(new Set(await Promise.all(guesses)), new Set([401]))
    locks.push(await lockOf())
    assert.equal(await from('203.0.113.200', await nextCode(secret)), 401, 'locked')
    await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  }
  assert.deepEqual(locks, [30, 60, 120, 240])
  assert.equal(await from('203.0.113.200', await nextCode(secret)), 201)
  const [row] = await t.db.query<Json>('select second_factor_failures from "user" where id = $1', [someone.id])
  assert.equal(row.second_factor_failures, 0, 'a right code begins anew')
})

test('a recovery code signs in once without the app', async () => {
  const someone = await person()
  const { codes } = await enrolled(someone)
  assert.equal(new Set(codes).size, 10)
  const [first = '', second = ''] = codes
  assert.equal((await signIn({ ...someone.login, second_factor: first })).status, 201)
  assert.equal((await signIn({ ...someone.login, second_factor: first })).status, 401)
  assert.equal(
    (await signIn({ ...someone.login, second_factor: second.replaceAll('-', ' ').toUpperCase() })).status,
    201,
  )
  const second_factor = codes[2]!
  const tries = await Promise.all([1, 2, 3].map(() => signIn({ ...someone.login, second_factor })))
  assert.deepEqual(tries.map(({ status }) => status).toSorted(), [201, 401, 401], 'however many use it together')
})

test('secret and codes are kept sealed and as marks, and are nowhere in the trail or the log', async () => {
  const someone = await person()
  const { secret, codes } = await enrolled(someone)
  const row = JSON.stringify(await t.db.query('select * from "user" where id = $1', [someone.id]))
  const events = await t.db.query<Json>('select * from event where record_id = $1', [someone.id])
  for (const kept of [secret, ...codes])
    for (const place of [row, JSON.stringify(events), t.logged()]) assert.ok(!place.includes(kept))
  const verbs = events.map(({ verb }) => verb)
  assert.ok(verbs.includes('second_factor_begun') && verbs.includes('second_factor_added'))
})

test('it is set up by who knows the password, for himself, and never by an integration', async () => {
  const someone = await person()
  const path = `users/${someone.id}/generatesecondfactor`
  for (const old_password of [undefined, '', 'Wrong-9.wrong'])
    assert.equal((await someone.self.post(path, { user: { old_password } })).status, 422)
  assert.equal((await t.api.post(path, { user: { old_password: admin.password } })).status, 403)
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! }, { ...admin, ...someone.login })
  const { access_token } = (await app.exchange(await app.code())).body
  const program = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${access_token}` })
  assert.equal((await program.post(path, { user: { old_password: PASSWORD } })).status, 403)
  await enrolled(someone)
  assert.equal((await someone.self.post(path, { user: { old_password: PASSWORD } })).status, 409)
})

test('it is taken away by password and code, or by an administrator above', async () => {
  const someone = await person()
  const { secret } = await enrolled(someone)
  const path = `users/${someone.id}/removesecondfactor`
  const remove = (user: Json) => someone.self.post(path, { user })
  assert.equal((await remove({ old_password: PASSWORD })).status, 422)
  assert.equal((await remove({ old_password: PASSWORD, second_factor: '000000' })).status, 422)
  assert.equal((await remove({ old_password: PASSWORD, second_factor: await nextCode(secret) })).status, 204)
  assert.equal((await signIn(someone.login)).status, 201)

  const lost = await person()
  await enrolled(lost)
  assert.equal((await t.clerk.post(`users/${lost.id}/removesecondfactor`)).status, 404)
  assert.equal((await someone.self.post(`users/${lost.id}/removesecondfactor`)).status, 403)
  assert.equal((await t.api.post(`users/${lost.id}/removesecondfactor`)).status, 204)
  assert.equal((await signIn(lost.login)).status, 201)
  const [event] = await t.db.query<Json>(
    `select user_id from event where record_id = $1 and verb = 'second_factor_removed'`,
    [lost.id],
  )
  assert.equal(event.user_id, admin.user_id)
})

const form = (path: string, fields: Record<string, string>) =>
  t.as({}).post(path, new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded' })
const proofIn = (text: string): string => /name="visit" value="([^"]+)"/.exec(text)?.[1] ?? ''

test('the page sets it up with a QR code, and takes it away', async () => {
  const { login } = await person()
  const begun = await form('/o/second-factor', login)
  assert.equal(begun.status, 200)
  assert.match(begun.text, /data:image\/svg\+xml;base64/)
  assert.match(begun.text, /autocomplete="one-time-code"/)
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(begun.text)![1]!.replaceAll(' ', '')
  const visit = proofIn(begun.text)
  const wrong = await form('/o/second-factor/confirm', { visit, second_factor: '000000' })
  assert.deepEqual([wrong.status, wrong.text.includes('role="alert"')], [422, true])
  const confirmed = await form('/o/second-factor/confirm', { visit, second_factor: codeOf(secret) })
  assert.equal(confirmed.text.match(/<li><code>/g)?.length, 10)
  assert.equal((await form('/o/second-factor/remove', { visit })).status, 403, 'a proof of before is worth nothing')
  assert.equal((await form('/o/second-factor', login)).status, 401)
  const signed_in = await form('/o/second-factor', { ...login, second_factor: await nextCode(secret) })
  const removed = await form('/o/second-factor/remove', { visit: proofIn(signed_in.text) })
  assert.equal(removed.status, 200)
  assert.equal((await signIn(login)).status, 201)
})

test('the consent page asks for the code as well', async () => {
  const someone = await person()
  const { secret } = await enrolled(someone)
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! }, { ...admin, ...someone.login })
  assert.match((await app.ask()).text, /autocomplete="one-time-code"/)
  assert.equal((await app.decide('allow')).status, 401)
  const { login } = someone
  const asked = `/o/authorize?${new URLSearchParams(app.request)}`
  const allowed = await form(asked, { ...login, decision: 'allow', second_factor: await nextCode(secret) })
  assert.ok(returned(allowed).get('code'))
})

test('a merchant may ask administrators, or everybody, for one; an integration and a child do not say so', async () => {
  const someone = await person()
  const ask = (client: Client, id: string, second_factor_of: number) =>
    client.put(`locations/${id}`, { location: { second_factor_of } })
  assert.equal((await ask(t.api, t.merchants[0].child_location_id, 2)).status, 422)
  const manager = await person({ user_type_id: 300 })
  assert.equal((await ask(manager.self, location_id, 2)).status, 403)
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const { access_token } = (await app.exchange(await app.code())).body
  const program = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${access_token}` })
  assert.equal((await ask(program, location_id, 2)).status, 403)
  assert.equal((await ask(t.api, location_id, 1)).status, 200)
  assert.equal((await signIn(someone.login)).status, 201, 'a clerk is not asked')
  assert.equal((await ask(t.api, location_id, 2)).status, 200)
  const refused = await signIn(someone.login)
  assert.deepEqual([refused.status, refused.body.message.includes('/o/second-factor')], [403, true])
  assert.equal((await someone.self.get('users/me')).status, 200, 'a key goes on working')
  assert.match((await form('/o/second-factor', someone.login)).text, /data:image/, 'and here he sets it up')
  assert.equal((await ask(t.api, location_id, 0)).status, 200)
})
