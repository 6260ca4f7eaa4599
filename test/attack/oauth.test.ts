import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { type Integration, integration, returned } from '../support/oauth.ts'

const t = await testApp('oauth_attack')
after(() => t.close())

const [merchant, other_merchant] = t.merchants
const first = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
const BACK = 'https://shop.example/cb?keep=1'
let second: Integration
let open: Integration
let second_keys: Json

const register = async (over: Json = {}, as = t.api): Promise<Json> => {
  const record = { name: 'Shop', description: 'A shop', homepage_url: 'https://shop.example', redirect_urls: [BACK] }
  const answer = await as.post('oauthclients', { oauthclient: { ...record, ...over } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.oauthclient
}

before(async () => {
  second_keys = await register()
  second = integration(t, { ...second_keys, redirect_uri: BACK })
  const app = await register({ is_public: true, redirect_urls: ['com.example.app:/cb', 'http://127.0.0.1:7777/cb'] })
  assert.equal(app.client_secret, null)
  open = integration(t, { client_id: app.client_id, client_secret: '', redirect_uri: 'com.example.app:/cb' })
})

const verifierOf = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

test('a code that is used twice ends what it gave', async () => {
  const code = await first.code()
  const { body } = await first.exchange(code)
  assert.equal((await first.me(body.access_token)).status, 200)
  const again = await first.exchange(code)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  assert.equal((await first.me(body.access_token)).status, 401)
  assert.equal((await first.refresh(body.refresh_token)).body.error, 'invalid_grant')
})

test('of twenty uses of one code at the same moment none leaves a token that works', async () => {
  const code = await first.code()
  const answers = await Promise.all(Array.from({ length: 20 }, () => first.exchange(code)))
  const given = answers.filter(({ status }) => status === 200)
  assert.ok(given.length <= 1)
  for (const { body } of given) assert.equal((await first.me(body.access_token)).status, 401)
})

test('AUTH-OA-06 nobody is ever sent to an address that is not registered to the very letter', async () => {
  const listed = first.request.redirect_uri!
  const off = [
    ...[`${listed}/`, `${listed}?x=1`, `${listed}#x`, `${listed}/../evil`, listed.toUpperCase(), ` ${listed}`],
    ...[listed.replace('http:', 'https:'), listed.replace('9999', '9998'), listed.replace('127.0.0.1', 'localhost')],
    ...['https://evil.example/', '//evil.example', 'javascript:alert(1)', 'data:text/html,x', '/o/authorize', ''],
    ...[`${listed}@evil.example`, listed.replace('//', '//evil.example@'), `${listed}%00`, `${listed}\r\nX: y`],
  ]
  for (const redirect_uri of off) {
    for (const answer of [
      await first.ask({ redirect_uri }),
      await first.decide('allow', { redirect_uri }),
      await first.decide('refuse', { redirect_uri }),
      await first.ask({ redirect_uri, response_type: 'token' }),
    ]) {
      assert.equal(answer.status, 400, redirect_uri)
      assert.equal(answer.headers.location, undefined)
      assert.ok(!answer.text.includes('evil.example'), redirect_uri)
    }
  }
  for (const client_id of ['0'.repeat(24), 'x', '', '\u0000', "' or 1=1"]) {
    const answer = await first.ask({ client_id })
    assert.deepEqual([answer.status, answer.headers.location], [400, undefined])
  }
  const twice = `${new URLSearchParams(first.request)}&redirect_uri=https%3A%2F%2Fevil.example`
  assert.equal((await t.as({}).get(`/o/authorize?${twice}`)).status, 400)
})

test('a code is good for its own client and, where one is named, its own address only', async () => {
  const code = await first.code()
  const mixed = await second.exchange(code)
  assert.deepEqual([mixed.status, mixed.body.error], [400, 'invalid_grant'])
  assert.equal((await first.exchange(code)).status, 200, 'the one it was made for is not harmed')
  assert.equal((await first.exchange(await first.code(), { redirect_uri: BACK })).status, 400)
  const fitting = { redirect_uri: first.request.redirect_uri! }
  assert.equal((await first.exchange(await first.code(), fitting)).status, 200)
  const { body } = await first.exchange(await first.code())
  assert.equal((await second.refresh(body.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await second.revoke(body.refresh_token)).status, 204)
  assert.equal((await first.refresh(body.refresh_token)).status, 200, 'another client cannot revoke it')
})

test('AUTH-OA-08 a client is known by its own secret only, in either form', async () => {
  const code = await first.code()
  for (const over of [
    { client_secret: 'wrong' },
    { client_secret: second_keys.client_secret },
    { client_secret: 'x'.repeat(5000) },
    { client_id: second_keys.client_id },
    { client_id: open.request.client_id! },
  ]) {
    const answer = await first.exchange(code, over)
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client'], JSON.stringify(over).slice(0, 80))
  }
  const basic = (id: string, secret: string) =>
    t.as({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = (value: string) => `grant_type=authorization_code&code=${value}`
  const wrong = await basic(t.oauth.client_id, 'wrong').post('/o/token', body(code), form)
  assert.equal(wrong.status, 401)
  assert.match(wrong.headers['www-authenticate']!, /^Basic /)
  const two = await basic(t.oauth.client_id, t.oauth.client_secret).post(
    `/o/token?client_id=${second_keys.client_id}`,
    body(code),
    form,
  )
  assert.equal(two.status, 401)
  const right = await basic(t.oauth.client_id, t.oauth.client_secret).post('/o/token', body(code), form)
  assert.equal(right.status, 200)
})

test('a new secret takes the place of the old one; grants stay', async () => {
  const mine = await register({ name: 'Renewed' })
  const app = integration(t, { ...mine, redirect_uri: BACK })
  const { body } = await app.exchange(await app.code())
  const renewed = await t.api.post(`oauthclients/${mine.id}/generateclientsecret`)
  const { client_secret } = renewed.body.oauthclient
  assert.equal((await app.refresh(body.refresh_token)).status, 401)
  assert.equal((await app.refresh(body.refresh_token, { client_secret })).status, 200)
  assert.equal((await t.api.get(`oauthclients/${mine.id}`)).body.oauthclient.client_secret, null)
})

test('PKCE: a code with a challenge needs its verifier, and one wrong try ends the code', async () => {
  const verifier = verifierOf()
  for (const over of [{}, { code_verifier: verifierOf() }, { code_verifier: 'short' }]) {
    const code = await first.code(challengeOf(verifier))
    assert.equal((await first.exchange(code, over)).status, 400)
    assert.equal((await first.exchange(code, { code_verifier: verifier })).status, 400)
  }
  const good = await first.exchange(await first.code(challengeOf(verifier)), { code_verifier: verifier })
  assert.equal(good.status, 200)
  const unasked = await first.exchange(await first.code(), { code_verifier: verifier })
  assert.equal(unasked.status, 400, 'a verifier where no challenge was: somebody took the challenge out')
  const no_secret = await first.exchange(await first.code(challengeOf(verifier)), {
    code_verifier: verifier,
    client_secret: '',
  })
  assert.equal(no_secret.status, 401, 'PKCE does not stand for the secret of who has one')
})

test('PKCE is required of public clients, and S256 is all there is', async () => {
  for (const over of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
    const back = returned(await open.decide('allow', over))
    assert.deepEqual([back.get('error'), back.get('code')], ['invalid_request', null])
  }
  const verifier = verifierOf()
  const code = await open.code(challengeOf(verifier))
  assert.equal((await open.exchange(code, { code_verifier: verifier, client_secret: 'made up' })).status, 401)
  const { status, body } = await open.exchange(code, { code_verifier: verifier })
  assert.equal(status, 200)
  assert.equal((await open.me(body.access_token)).status, 200)
})

test('a public client gets a new refresh token each time; the old one shown again ends them all', async () => {
  const verifier = verifierOf()
  const { body: one } = await open.exchange(await open.code(challengeOf(verifier)), { code_verifier: verifier })
  const { body: two } = await open.refresh(one.refresh_token)
  assert.notEqual(two.refresh_token, one.refresh_token)
  const { body: three } = await open.refresh(two.refresh_token)
  assert.equal((await open.me(three.access_token)).status, 200)
  assert.equal((await open.refresh(one.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await open.refresh(three.refresh_token)).body.error, 'invalid_grant')
  for (const { access_token } of [one, two, three]) assert.equal((await open.me(access_token)).status, 401)
})

test('who lost the answer may show the old refresh token again within seconds, and gets the same answer', async () => {
  const verifier = verifierOf()
  const { body: one } = await open.exchange(await open.code(challengeOf(verifier)), { code_verifier: verifier })
  const { body: lost } = await open.refresh(one.refresh_token)
  assert.equal((await open.me(lost.access_token)).status, 200)
  const { status, body: again } = await open.refresh(one.refresh_token)
  assert.equal(status, 200)
  assert.deepEqual(again, lost)
  assert.equal((await open.me(again.access_token)).status, 200)
  const { body: next } = await open.refresh(again.refresh_token)
  assert.equal((await open.me(next.access_token)).status, 200)
  assert.equal((await open.refresh(one.refresh_token)).body.error, 'invalid_grant', 'what it led to has been used')
  assert.equal((await open.me(next.access_token)).status, 401)
})

test('a minute later, an old refresh token ends what it led to', async () => {
  const verifier = verifierOf()
  const { body: two } = await open.exchange(await open.code(challengeOf(verifier)), { code_verifier: verifier })
  const { body: three } = await open.refresh(two.refresh_token)
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  assert.equal((await open.refresh(two.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await open.refresh(three.refresh_token)).body.error, 'invalid_grant')
})

test('G53 a client with a secret gets a new refresh token as well, unless its owner says otherwise', async () => {
  const mine = await register({ name: 'Careful' })
  const app = integration(t, { ...mine, redirect_uri: BACK })
  const { body: one } = await app.exchange(await app.code())
  const { body: two } = await app.refresh(one.refresh_token)
  assert.notEqual(two.refresh_token, one.refresh_token)
  await app.refresh(two.refresh_token)
  assert.equal((await app.refresh(one.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await app.me(two.access_token)).status, 401)
  const lost = (await app.exchange(await app.code())).body
  const retries = [await app.refresh(lost.refresh_token), await app.refresh(lost.refresh_token)]
  assert.deepEqual(
    retries.map(({ status }) => status),
    [200, 200],
    'a lost answer is asked for again',
  )
  const fixed = await register({ name: 'Fixed', rotates_refresh_token: false })
  const keeps = integration(t, { ...fixed, redirect_uri: BACK })
  const first = (await keeps.exchange(await keeps.code())).body.refresh_token
  assert.equal((await keeps.refresh(first)).body.refresh_token, first)
})

test('what an integration calls itself is text on the page and nothing else', async () => {
  const hostile = { name: '<script>alert(1)</script>', description: '"><img src=x onerror=alert(1)>' }
  const mine = await register({ ...hostile, homepage_url: 'https://a.example/x' })
  const app = integration(t, { ...mine, redirect_uri: BACK })
  const state = '"><script>alert(2)</script>'
  for (const { text } of [
    await app.ask({ state }),
    await app.decide('allow', { state }, { username: '"><svg onload=x>', password: 'x' }),
  ]) {
    assert.doesNotMatch(text, /<script>alert|<img src|<svg onload/)
    assert.match(text, /&lt;script&gt;alert\(1\)/)
  }
  for (const homepage_url of ['javascript:alert(1)', 'data:text/html,x', 'https://x" onclick="']) {
    const answer = await t.api.post('oauthclients', {
      oauthclient: { name: 'x', description: 'x', homepage_url, redirect_urls: [BACK] },
    })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['homepage_url']])
  }
})

test('addresses that cannot be answered safely are not registered', async () => {
  const off = [
    ...['http://shop.example/cb', 'javascript:alert(1)', 'data:x', '/cb', 'https://shop.example/cb#x', 'file:///etc'],
    ...[
      'https://user:pass@shop.example/',
      'com.example.app:/cb',
      'https://shop.example/ x',
      'http://127.0.0.1.evil.example/',
    ],
  ]
  for (const url of off) {
    const fields = { name: 'x', description: 'x', homepage_url: 'https://x.example', redirect_urls: [BACK, url] }
    const answer = await t.api.post('oauthclients', { oauthclient: fields })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors ?? {})], [422, ['redirect_urls']], url)
    const put = await t.api.put(`oauthclients/${second_keys.id}`, { oauthclient: { redirect_urls: [url] } })
    assert.equal(put.status, 422, url)
  }
  const none = await t.api.put(`oauthclients/${second_keys.id}`, { oauthclient: { redirect_urls: [] } })
  assert.equal(none.status, 422)
})

test('an integration that a merchant registered is for his own users', async () => {
  const { user } = other_merchant
  const answer = await second.decide('allow', {}, user)
  assert.deepEqual([answer.status, answer.headers.location], [403, undefined])
  assert.equal((await t.stranger.get(`oauthclients/${second_keys.id}`)).status, 404)
  assert.equal(
    (await t.api.get(`oauthclients/${t.oauth.client_id}`)).status,
    404,
    'the operator\u2019s belong to nobody',
  )
  assert.equal((await t.clerk.get('oauthclients')).status, 403)
  assert.equal((await t.clerk.post('oauthclients', {})).status, 403)
})

test('a client that is switched off or removed lets nobody in any more', async () => {
  const mine = await register({ name: 'Passing' })
  const app = integration(t, { ...mine, redirect_uri: BACK })
  const { body } = await app.exchange(await app.code())
  assert.equal((await app.me(body.access_token)).status, 200)
  await t.api.put(`oauthclients/${mine.id}`, { oauthclient: { active: 0 } })
  assert.equal((await app.me(body.access_token)).status, 401)
  assert.equal((await app.ask()).status, 400)
  assert.equal((await app.refresh(body.refresh_token)).status, 401)
  await t.api.put(`oauthclients/${mine.id}`, { oauthclient: { active: 1 } })
  assert.equal((await app.refresh(body.refresh_token)).status, 200)
  assert.equal((await t.api.delete(`oauthclients/${mine.id}`)).status, 204)
  assert.equal((await app.me(body.access_token)).status, 401)
  assert.equal((await app.refresh(body.refresh_token)).status, 401)
})

test('an integration makes and changes nothing that gives access, whatever its user may', async () => {
  const { body } = await first.exchange(await first.code())
  const api = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${body.access_token}` })
  const { user_id } = merchant.user
  const tried = [
    api.post('users', { user: { username: 'made-by-program' } }),
    api.put(`users/${user_id}`, { user: { password: 'another-Password-1', old_password: merchant.user.password } }),
    api.post(`users/${user_id}/generateuserapikey`),
    api.post(`users/${user_id}/generateuserhashkey`),
    api.delete(`users/${merchant.clerk.user_id}`),
    api.post('oauthclients', { oauthclient: { name: 'Shop' } }),
    api.put(`oauthclients/${second_keys.id}`, { oauthclient: { redirect_urls: ['https://evil.example/'] } }),
    api.post(`oauthclients/${second_keys.id}/generateclientsecret`),
    api.post('terminalagents', { terminalagent: { title: 'Till' } }),
  ]
  for (const answer of await Promise.all(tried)) assert.equal(answer.status, 403, answer.text)
  assert.equal((await api.get('oauthclients')).status, 200)
  await first.revoke(body.refresh_token)
})

test('a new password, and being switched off, end what was granted to integrations', async () => {
  const { user_id, domain, username } = merchant.clerk
  const app = (password: string) =>
    integration(t, { ...second_keys, redirect_uri: BACK }, { ...merchant.clerk, domain, username, password })
  const ends: [Json, string][] = [
    [{ password: 'Fresh-Password-1' }, merchant.clerk.password],
    [{ status_id: 0 }, 'Own-Password-22'],
  ]
  for (const [change, password] of ends) {
    const { body } = await app(password).exchange(await app(password).code())
    assert.equal((await app(password).me(body.access_token)).status, 200)
    assert.equal((await t.api.put(`users/${user_id}`, { user: change })).status, 200)
    assert.equal((await app(password).me(body.access_token)).status, 401)
    await t.api.put(`users/${user_id}`, { user: { status_id: 1 } })
    assert.equal((await app(password).me(body.access_token)).status, 401)
    assert.equal((await app(password).refresh(body.refresh_token)).body.error, 'invalid_grant')
    // A password that somebody else has set is good for one use, and is replaced by the user.
    const clerk = t.as({
      'developer-id': t.developer_id,
      'user-id': user_id,
      'user-api-key': merchant.clerk.user_api_key,
    })
    const own = { password: 'Own-Password-22', old_password: 'Fresh-Password-1' }
    if (change.password) assert.equal((await clerk.put(`users/${user_id}`, { user: own })).status, 200)
  }
})

test('the form takes nothing that another site sends, and no site may frame it', async () => {
  const path = `/o/authorize?${new URLSearchParams(first.request)}`
  const { domain, username, password } = merchant.user
  const form = new URLSearchParams({ domain, username, password, decision: 'allow' }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const sign of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]) {
    const answer = await t.as({}).post(path, form, { ...type, ...sign })
    assert.deepEqual([answer.status, answer.headers.location], [403, undefined])
  }
  const page = await first.ask()
  assert.equal(page.headers['x-frame-options'], 'DENY')
  assert.match(page.headers['content-security-policy']!, /frame-ancestors 'none'/)
  assert.match(page.headers['content-security-policy']!, /form-action 'self' http:\/\/127\.0\.0\.1:9999;/)
  assert.equal(page.headers['set-cookie'], undefined)
})

test('requests that are not what they should be are refused in the words of RFC 6749', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [body, status] of [
    ['grant_type=client_credentials', 401],
    ['{"broken', 400],
    ['a=1&a=2', 400],
    ['x'.repeat(40_000), 413],
  ] as const) {
    const answer = await t.as({}).post('/o/token', body, type)
    assert.equal(answer.status, status, body.slice(0, 40))
    assert.equal(typeof answer.body.error, 'string')
  }
  const { client_id, client_secret } = t.oauth
  for (const grant_type of ['client_credentials', 'password', 'nonsense']) {
    const answer = await first.token({
      grant_type,
      client_id,
      client_secret,
      state: '{}',
      username: 'user',
      password: 'x',
    })
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, /^(unauthorized_client|unsupported_grant_type)$/)
  }
  const get = await t.as({}).get('/o/token')
  assert.deepEqual([get.status, get.headers.allow], [405, 'POST'])
})
