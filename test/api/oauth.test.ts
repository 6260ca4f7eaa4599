import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { endUnusedGrants } from '../../src/auth/oauth/end-grant.ts'
import { testApp } from '../support/app.ts'
import { integration, returned, STATE } from '../support/oauth.ts'

const t = await testApp('oauth')
after(() => t.close())

const [merchant] = t.merchants
const { client_id, client_secret, redirect_uris } = t.oauth
const redirect_uri = redirect_uris[0]!
const app = integration(t, { client_id, client_secret, redirect_uri })

test('AUTH-OA-10 the contract\u2019s path and the well-spelt one show the same form', async () => {
  const page = await app.ask()
  assert.equal(page.status, 200)
  for (const name of ['domain', 'username', 'password']) assert.match(page.text, new RegExp(`name="${name}"`))
  assert.match(page.text, /value="allow"/)
  assert.match(page.text, /value="refuse"/)
  const other = await t.as({}).get(`/o/authorize?${new URLSearchParams(app.request)}`)
  assert.equal(other.text.replaceAll('/o/authorize', '/o/authrize'), page.text)
})

test('AUTH-OA-02 AUTH-OA-09 AUTH-OA-10 anything but a code for the scope api is refused at the registered address', async () => {
  for (const [over, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'invalid_request'],
    [{ scope: 'other' }, 'invalid_scope'],
    [{ scope: 'api other' }, 'invalid_scope'],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'x'.repeat(43) }, 'invalid_request'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
  ] as const) {
    for (const answer of [await app.ask(over), await app.decide('allow', over)]) {
      const back = returned(answer)
      assert.deepEqual(
        [back.get('error'), back.get('state'), back.get('code')],
        [error, STATE, null],
        JSON.stringify(over),
      )
      assert.ok(answer.headers.location!.startsWith(`${redirect_uri}?`))
    }
  }
})

test('AUTH-OA-11 AUTH-OA-13 the browser goes back with code, state and user_id, the state byte for byte', async () => {
  const states = [STATE, '{"a":"<b>&=+%20\\"\u{1f600}"}', '{\n  "pretty": true\r\n}', '{}', ' ', 'no json']
  for (const state of states) {
    const answer = await app.decide('allow', { state })
    const back = returned(answer)
    assert.deepEqual([...back.keys()], ['code', 'state', 'user_id'])
    assert.equal(back.get('state'), state)
    assert.equal(back.get('user_id'), merchant.user.user_id)
    assert.equal(returned(await app.decide('refuse', { state })).get('state'), state)
  }
  assert.equal(returned(await app.decide('allow', { state: '' })).get('state'), null)
})

test('AUTH-OA-12 a wrong domain, username or password gives no code and says the same', async () => {
  const texts = new Set<string>()
  for (const wrong of [
    { password: 'Wrong-password-1' },
    { username: 'nobody' },
    { domain: 'elsewhere.example' },
    { password: '' },
    { username: '\u0000' },
  ]) {
    const answer = await app.decide('allow', {}, wrong)
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`)
    assert.equal(answer.headers.location, undefined)
    assert.ok(!answer.text.includes('Wrong-password-1'))
    texts.add(/role="alert">.*?<\/div>/s.exec(answer.text)?.[0] ?? '')
  }
  assert.equal(texts.size, 1)
  assert.doesNotMatch([...texts][0]!, /^$/)
})

test('AUTH-OA-12 who refuses is sent back without a code and without signing in', async () => {
  const back = returned(await app.decide('refuse', {}, { password: '' }))
  assert.deepEqual([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, STATE])
})

test('AUTH-OA-14 AUTH-OA-16 AUTH-OA-17 AUTH-OA-18 LIM-07 a code becomes tokens, once each parameter is there', async () => {
  const code = await app.code()
  for (const missing of ['code', 'state', 'client_id', 'client_secret', 'grant_type']) {
    const { status, body } = await app.exchange(code, { [missing]: '' })
    assert.ok(status === 400 || status === 401, `without ${missing}: ${status}`)
    assert.equal(typeof body.error, 'string')
  }
  const { status, body, headers } = await app.exchange(code)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).toSorted(), [
    ...['access_token', 'expires_in', 'refresh_token', 'state', 'token_type', 'user_id'],
  ])
  assert.deepEqual([body.token_type, body.expires_in, body.state], ['bearer', 3600, STATE])
  assert.equal(body.user_id, merchant.user.user_id)
  assert.equal(headers['cache-control'], 'no-store')
})

test('AUTH-OA-01 AUTH-OA-19 an access token acts for its user where a developer-id comes with it', async () => {
  const { body } = await app.exchange(await app.code())
  const me = await app.me(body.access_token)
  assert.deepEqual([me.status, me.body.user.id], [200, merchant.user.user_id])
  assert.equal((await t.as({ authorization: `Bearer ${body.access_token}` }).get('/v2/users/me')).status, 401)
  const forms = { 'developer-id': t.developer_id, 'access-token': body.access_token }
  assert.equal((await t.as(forms).get('/v2/users/me')).status, 200)
  const list = await t.as({}).get(`/v2/tags?${new URLSearchParams(forms)}`)
  assert.equal(list.status, 200)
  assert.ok(!list.text.includes(body.access_token))
  const made = await t.as(forms).post('tags', { tag: { location_id: merchant.location_id, title: 'By OAuth' } })
  assert.deepEqual([made.status, made.body.tag.title], [201, 'By OAuth'])
  const foreign = await t.as(forms).get(`contacts/${t.merchants[1].contact_id}`)
  assert.equal(foreign.status, 404)
})

test('GAP-30 AUTH-OA-03 AUTH-OA-20 AUTH-OA-21 AUTH-OA-22 a refresh token brings new access tokens and stays the same', async () => {
  const { body: first } = await app.exchange(await app.code())
  const { status, body } = await app.refresh(first.refresh_token, { state: '{"again":1}' })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), Object.keys(first))
  assert.deepEqual([body.refresh_token, body.state], [first.refresh_token, '{"again":1}'])
  assert.notEqual(body.access_token, first.access_token)
  for (const token of [first, body]) assert.equal((await app.me(token.access_token)).status, 200)
  assert.equal((await app.refresh('garbage')).body.error, 'invalid_grant')
  assert.equal((await app.refresh(first.access_token)).body.error, 'invalid_grant')
  for (const missing of ['refresh_token', 'state', 'client_id', 'client_secret', 'grant_type']) {
    const answer = await app.refresh(first.refresh_token, { [missing]: '' })
    assert.ok(answer.status === 400 || answer.status === 401, `without ${missing}: ${answer.status}`)
  }
})

test('AUTH-OA-04 AUTH-OA-23 AUTH-OA-24 ERR-01 revoking ends the refresh token and every access token it gave', async () => {
  const { body: first } = await app.exchange(await app.code())
  const { body: second } = await app.refresh(first.refresh_token)
  const { body: other } = await app.exchange(await app.code())
  for (const missing of ['token', 'client_id', 'client_secret']) {
    const answer = await app.revoke(first.refresh_token, { [missing]: '' })
    assert.ok(answer.status === 400 || answer.status === 401, `without ${missing}: ${answer.status}`)
  }
  assert.equal((await app.me(second.access_token)).status, 200)
  const revoked = await app.revoke(first.refresh_token)
  assert.deepEqual([revoked.status, revoked.text], [204, ''])
  for (const token of [first, second]) {
    const answer = await app.me(token.access_token)
    assert.equal(answer.status, 401)
    assert.match(answer.headers['www-authenticate']!, /Bearer .*error="invalid_token"/)
  }
  assert.equal((await app.refresh(first.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await app.me(other.access_token)).status, 200, 'another grant goes on')
  assert.equal((await app.revoke('never-was')).status, 204)
})

test('F12 revocation by a form is answered with 200, as clients of RFC 7009 want it, and by query with 204', async () => {
  const { client_id, client_secret } = t.oauth
  const { body } = await app.exchange(await app.code())
  const form = new URLSearchParams({ token: body.refresh_token, client_id, client_secret }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const revoked = await t.as({}).post('/o/revoke', form, headers)
  assert.deepEqual([revoked.status, revoked.text], [200, ''])
  assert.equal((await app.refresh(body.refresh_token)).status, 400)
  assert.equal((await app.revoke(body.refresh_token)).status, 204)
})

test('an access token can be revoked by itself', async () => {
  const { body } = await app.exchange(await app.code())
  assert.equal((await app.me(body.access_token)).status, 200)
  assert.equal((await app.revoke(body.access_token)).status, 204)
  assert.equal((await app.me(body.access_token)).status, 401)
  assert.equal((await app.refresh(body.refresh_token)).status, 200)
})

test('GAP-31 AUTH-OA-15 AUTH-OA-25 codes end after five minutes, access tokens after an hour, by the gateway\u2019s clock', async () => {
  const late = await app.code()
  const { body } = await app.exchange(await app.code())
  await t.clock.moveTo(t.clock.seconds() + 240, t.app.worker)
  const just = await app.code()
  await t.clock.moveTo(t.clock.seconds() + 61, t.app.worker)
  assert.equal((await app.exchange(late)).body.error, 'invalid_grant')
  assert.equal((await app.exchange(just)).status, 200)
  await t.clock.moveTo(t.clock.seconds() + 3600 - 301 - 60, t.app.worker)
  assert.equal((await app.me(body.access_token)).status, 200)
  await t.clock.moveTo(t.clock.seconds() + 61, t.app.worker)
  assert.equal((await app.me(body.access_token)).status, 401)
  const { body: renewed } = await app.refresh(body.refresh_token)
  assert.equal((await app.me(renewed.access_token)).status, 200)
  await t.clock.moveTo(t.clock.seconds() + 400 * 24 * 3600, t.app.worker)
  assert.equal((await app.refresh(body.refresh_token)).status, 200, 'a refresh token has no end of its own')
})

test('a user who is switched off or deleted takes his tokens along', async () => {
  const user = { username: 'leaver', email: 'leaver@example.com', last_name: 'Leaver', password: 'Pass-word-1' }
  const place = { primary_location_id: merchant.location_id, user_type_id: 400 }
  const made = (await t.api.post('users', { user: { ...user, ...place } })).body.user
  // A password set by another user is only good for changing it.
  assert.equal((await t.api.put(`users/${made.id}`, { user: { password: 'Pass-word-2' } })).status, 200)
  const refused = await app.decide('allow', {}, { username: 'leaver', password: 'Pass-word-2' })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /Change it to one of your own first/)
  await t.db.run('update "user" set requires_new_password = false, password_spent = false where id = $1', [made.id])
  const code = returned(await app.decide('allow', {}, { username: 'leaver', password: 'Pass-word-2' })).get('code')!
  const { body } = await app.exchange(code)
  assert.equal((await app.me(body.access_token)).body.user.id, made.id)
  assert.equal((await t.api.put(`users/${made.id}`, { user: { status_id: 0 } })).status, 200)
  assert.equal((await app.me(body.access_token)).status, 401)
  assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
})

test('a grant whose code was never fetched is ended after a while, one that is in use is not', async () => {
  const { body } = await app.exchange(await app.code())
  const unused = await app.code()
  const grants = async () => (await t.api.get('oauthgrants?page_size=1')).body.meta.pagination.totalCount
  const parts = { db: t.db, store: t.app.store, clock: t.clock, invalidateCredentials: async () => {} }
  await endUnusedGrants(parts)
  const before = await grants()
  await endUnusedGrants(parts)
  assert.equal(await grants(), before)
  await t.clock.moveTo(t.clock.seconds() + 3601, t.app.worker)
  await endUnusedGrants(parts)
  assert.equal(await grants(), before - 1)
  assert.equal((await app.exchange(unused)).body.error, 'invalid_grant')
  assert.equal((await app.refresh(body.refresh_token)).status, 200)
})

test('nothing that opens anything is in the tables or in the log', async () => {
  const code = await app.code()
  const { body } = await app.exchange(code)
  await app.refresh(body.refresh_token)
  await app.me(body.access_token)
  const rows = await t.db.query(
    `select row_to_json(c)::text as text from oauth_code c union all select row_to_json(k)::text from oauth_token k
     union all select row_to_json(g)::text from oauthgrant g union all select row_to_json(c)::text from oauthclient c
     union all select row_to_json(e)::text from event e`,
  )
  const kept = JSON.stringify(rows) + t.logged()
  const secrets = {
    code,
    access: body.access_token,
    refresh: body.refresh_token,
    client_secret,
    password: merchant.user.password,
  }
  for (const [name, secret] of Object.entries(secrets)) assert.ok(!kept.includes(secret), name)
})
