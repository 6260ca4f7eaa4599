import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ACCESS_SCOPES } from '../../src/lib/access-scope.ts'
import { totpCode } from '../../src/lib/totp.ts'
import { type Answer, type Client, type Json, testApp } from '../support/app.ts'
import { signature } from '../support/hosted-form.ts'
import { integration } from '../support/oauth.ts'

const t = await testApp('limited_keys')
after(t.close)
const [{ user: admin, location_id, cc_product_transaction_id }] = t.merchants
const developer = { 'developer-id': t.developer_id }

const PASSWORD = 'Juniper-Lantern-93'
let count = 0

interface Person {
  id: string
  login: { username: string; password: string; domain: string }
}

async function person(over: Json = {}): Promise<Person> {
  const username = `keeper${++count}`
  const record = {
    username,
    password: PASSWORD,
    last_name: 'Example',
    email: 'k@example.com',
    user_type_id: 250,
    ...over,
  }
  const answer = await t.api.post('users', { user: { primary_location_id: location_id, ...record } })
  assert.equal(answer.status, 201, answer.text)
  return { id: answer.body.user.id, login: { username, password: PASSWORD, domain: admin.domain } }
}

const signedIn = async (login: Json): Promise<Client> => {
  const answer = await t.as(developer).post('token', login)
  assert.ok(answer.body.token, answer.text)
  return t.as({ ...developer, 'access-token': answer.body.token.token })
}
const byKey = (user_id: string, user_api_key: string): Client =>
  t.as({ ...developer, 'user-id': user_id, 'user-api-key': user_api_key })
/** A key of this user with these limits, made by the administrator's key. */
async function keyOf(id: string, limits: Json = {}): Promise<string> {
  const answer = await t.api.post(`users/${id}/generateuserapikey`, { user: limits })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.user.user_api_key
}
const refusedFields = ({ status, body }: Answer): unknown => [status, Object.keys(body.errors ?? {})]
const shown = async (id: string): Promise<Json> => (await t.api.get(`users/${id}`)).body.user

test('G45 an access token makes nothing that outlives it without the password', async () => {
  const { id, login } = await person()
  const api = await signedIn(login)
  const agent = (await t.api.post('terminalagents', { terminalagent: { location_id, title: 'Till' } })).body
    .terminalagent
  const names = { name: 'Shop', description: 'A shop', homepage_url: 'https://shop.example' }
  const client = { ...names, redirect_urls: ['https://shop.example/cb'] }
  const own = (await t.api.post('oauthclients', { oauthclient: client })).body.oauthclient
  const someone = {
    username: 'made',
    last_name: 'M',
    email: 'm@example.com',
    user_type_id: 250,
    primary_location_id: location_id,
  }
  const makes: [string, string, Json][] = [
    [`users/${id}/generateuserapikey`, 'user', {}],
    [`users/${id}/generateuserhashkey`, 'user', {}],
    [`users/${admin.user_id}/generateuserhashkey`, 'user', {}],
    ['users', 'user', { ...someone, username: 'by-password', password: 'Own-Secret-71-x' }],
    ['users', 'user', { ...someone, username: 'by-key', user_api_key: 'v7Qp2-xL9sT4-kM8wZ1' }],
    ['users', 'user', { ...someone, username: 'by-hash-key', user_hash_key: 'v7Qp2-xL9sT4-kM8wZ1-aR6eB3' }],
    ['oauthclients', 'oauthclient', client],
    [`oauthclients/${own.id}/generateclientsecret`, 'oauthclient', {}],
    [`terminalagents/${agent.id}/generatekey`, 'terminalagent', {}],
  ]
  const before = await shown(id)
  const guess = await api.post(`users/${id}/generateuserapikey`, { user: { old_password: 'Not-this-1' } })
  assert.deepEqual(refusedFields(guess), [422, ['old_password']])
  for (const [path, noun, body] of makes) {
    assert.deepEqual(refusedFields(await api.post(path, { [noun]: body })), [422, ['old_password']], path)
    const right = await api.post(path, { [noun]: { ...body, old_password: PASSWORD } })
    assert.ok(right.status < 300, `${path}: ${right.text}`)
  }
  assert.equal(before.user_api_key_ts, null)
  assert.equal((await shown(id)).user_api_key_scope, 'all')
})

test('G45 with a second factor an access token needs its code for a key as well', async () => {
  const { id, login } = await person()
  const self = byKey(id, await keyOf(id))
  const begun = await self.post(`users/${id}/generatesecondfactor`, { user: { old_password: PASSWORD } })
  const secret = begun.body.user.second_factor_secret
  const next = async (): Promise<string> => {
    await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
    return totpCode(secret, Math.floor(t.clock.seconds() / 30))
  }
  const confirmed = await self.post(`users/${id}/confirmsecondfactor`, { user: { second_factor: await next() } })
  assert.equal(confirmed.status, 200, confirmed.text)
  const api = await signedIn({ ...login, second_factor: await next() })
  const path = `users/${id}/generateuserapikey`
  assert.deepEqual(refusedFields(await api.post(path, { user: { old_password: PASSWORD } })), [422, ['second_factor']])
  const made = await api.post(path, { user: { old_password: PASSWORD, second_factor: await next() } })
  assert.equal(made.status, 200, made.text)
})

test('G45 a person who changes a password or adds a second factor ends the keys or confirms them', async () => {
  const changes: [string, (api: Client, id: string, over: Json) => Promise<Answer>][] = [
    [
      'own password',
      (api, id, over) =>
        api.put(`users/${id}`, { user: { password: 'Other-Lantern-94', old_password: PASSWORD, ...over } }),
    ],
    [
      "somebody else's password",
      async (_api, id, over) =>
        (await signedIn(admin as never)).put(`users/${id}`, { user: { password: 'Other-Lantern-94', ...over } }),
    ],
    [
      'second factor',
      async (api, id, over) => {
        const begun = await api.post(`users/${id}/generatesecondfactor`, { user: { old_password: PASSWORD } })
        const second_factor = totpCode(begun.body.user.second_factor_secret, Math.floor(t.clock.seconds() / 30))
        return api.post(`users/${id}/confirmsecondfactor`, { user: { second_factor, ...over } })
      },
    ],
  ]
  for (const [name, change] of changes) {
    for (const [keep_keys, stay] of [
      [undefined, false],
      [false, false],
      [true, true],
    ] as const) {
      const { id, login } = await person()
      const key = await keyOf(id)
      const { user_hash_key } = (await t.api.post(`users/${id}/generateuserhashkey`)).body.user
      const signed = () =>
        t.as({ ...developer, ...signature(t, { user: { user_id: id, user_hash_key } as never }) }).get('accountvaults')
      const was = await shown(id)
      assert.ok(was.user_api_key_ts > 0 && was.user_hash_key_ts > 0, 'both are listed')
      const answer = await change(await signedIn(login), id, keep_keys === undefined ? {} : { keep_keys })
      assert.equal(answer.status, 200, answer.text)
      const now = await shown(id)
      const said = `${name}, keep_keys ${keep_keys}`
      assert.deepEqual(
        [(await byKey(id, key).get('users/me')).status, (await signed()).status],
        stay ? [200, 200] : [401, 401],
        said,
      )
      assert.deepEqual(
        [now.user_api_key_ts, now.user_hash_key_ts],
        stay ? [was.user_api_key_ts, was.user_hash_key_ts] : [null, null],
        said,
      )
    }
  }
})

test('G45 a program that changes the password by its key keeps it, unless it says otherwise', async () => {
  const { id } = await person()
  const api = byKey(id, await keyOf(id))
  const change = (user: Json) => api.put(`users/${id}`, { user })
  assert.equal((await change({ password: 'Other-Lantern-94', old_password: PASSWORD })).status, 200)
  assert.equal((await api.get('users/me')).status, 200)
  const ends = { password: 'Third-Lantern-95', old_password: 'Other-Lantern-94', keep_keys: false }
  assert.equal((await change(ends)).status, 200)
  assert.equal((await api.get('users/me')).status, 401)
})

test('G45 a key ends when it is to end, and comes from its addresses only', async () => {
  const { id } = await person()
  const expire_ts = t.clock.seconds() + 3600
  const key = await keyOf(id, {
    user_api_key_expire_ts: expire_ts,
    user_api_key_addresses: ['203.0.113.0/24', '2001:db8::7'],
  })
  const from = async (remoteAddress: string): Promise<number> => {
    const headers = { ...developer, 'user-id': id, 'user-api-key': key }
    return (await t.app.http.inject({ url: '/v2/users/me', headers, remoteAddress })).statusCode
  }
  assert.deepEqual(await Promise.all(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::7'].map(from)), [200, 200, 200])
  assert.deepEqual(await Promise.all(['203.0.114.9', '127.0.0.1', '2001:db8::8'].map(from)), [403, 403, 403])
  const { user_api_key_expire_ts, user_api_key_addresses } = await shown(id)
  assert.deepEqual([user_api_key_expire_ts, user_api_key_addresses], [expire_ts, ['203.0.113.0/24', '2001:db8::7']])
  const { user_hash_key } = (
    await t.api.post(`users/${id}/generateuserhashkey`, { user: { user_hash_key_expire_ts: expire_ts } })
  ).body.user
  const signed = () =>
    t.as({ ...developer, ...signature(t, { user: { user_id: id, user_hash_key } as never }) }).get('accountvaults')
  assert.equal((await signed()).status, 200)
  await t.clock.moveTo(expire_ts, t.app.worker)
  assert.deepEqual([await from('203.0.113.9'), (await signed()).status], [401, 401])

  const bad: Json[] = [
    { user_api_key_expire_ts: t.clock.seconds() },
    { user_api_key_addresses: ['203.0.113.0/33'] },
    { user_api_key_addresses: ['203.0.113.1,10.0.0.1'] },
    { user_api_key_addresses: [] },
    { user_api_key_scope: 'everything' },
    { user_api_key_scope: 'all payments' },
    { user_api_key_scope: 'read read' },
  ]
  for (const limits of bad) {
    const answer = await t.api.post(`users/${id}/generateuserapikey`, { user: limits })
    assert.deepEqual(refusedFields(answer), [422, Object.keys(limits)], JSON.stringify(limits))
  }
  const create = await t.api.post('users', {
    user: {
      username: 'no-key',
      last_name: 'N',
      email: 'n@example.com',
      user_type_id: 400,
      primary_location_id: location_id,
      user_api_key_scope: 'read',
    },
  })
  assert.deepEqual(refusedFields(create), [422, ['user_api_key_scope']])
})

/** What each scope lets its holder do: whether it writes invoices, and payments. */
const WRITES = { read: [false, false], invoices: [true, false], payments: [false, true] } as const

async function tried(api: Client): Promise<unknown> {
  const invoice = { location_id, title: 'Repair', due_date: '2030-01-01', item_list: '{"Repair": 10}' }
  const sale = { action: 'sale', payment_method: 'cc', account_number: '4111111111111111', exp_date: '1230' }
  const statuses = await Promise.all([
    api.get('transactions').then(answer => answer.status),
    api
      .post('quickinvoices', { quickinvoice: { ...invoice, cc_product_transaction_id } })
      .then(answer => answer.status),
    api
      .post('transactions', {
        transaction: {
          ...sale,
          location_id,
          product_transaction_id: cc_product_transaction_id,
          transaction_amount: '1.00',
        },
      })
      .then(answer => answer.status),
    api.post('tags', { tag: { title: `t${++count}`, location_id } }).then(answer => answer.status),
    api.put(`locations/${location_id}`, { location: { name: 'Juniper' } }).then(answer => answer.status),
    api
      .post('postbackconfigs', { postbackconfig: { location_id, resource: 'contact', url: 'https://hook.example' } })
      .then(answer => answer.status),
  ])
  return statuses
}

for (const scope of ACCESS_SCOPES) {
  const [invoices, payments] = WRITES[scope]
  const wanted = [200, invoices ? 201 : 403, payments ? 201 : 403, invoices || payments ? 201 : 403, 403, 403]

  test(`G45 a key with the scope ${scope} does that and no more`, async () => {
    const { id } = await person()
    const key = await keyOf(id, { user_api_key_scope: scope })
    assert.deepEqual(await tried(byKey(id, key)), wanted)
    assert.equal((await shown(id)).user_api_key_scope, scope)
    const link = {
      timestamp: t.clock.seconds(),
      user_id: id,
      user_api_key: key,
      location_id,
      contact_api_id: `c${scope}`,
      last_name: 'P',
    }
    const data = Buffer.from(JSON.stringify(link)).toString('hex')
    const opened = await t.app.http.inject({ url: `/v2/contactsso?${new URLSearchParams({ ...developer, data })}` })
    assert.equal(opened.statusCode, payments ? 302 : 403, opened.body)
  })

  test(`G45 a grant with the scope ${scope} does that and no more, and says so where it is allowed`, async () => {
    const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
    assert.match((await app.ask({ scope })).text, /It asks for a part of what you can do/)
    const { body } = await app.exchange(await app.code({ scope }))
    assert.equal(body.scope, scope)
    const bearer = (token: string) => t.as({ ...developer, authorization: `Bearer ${token}` })
    assert.deepEqual(await tried(bearer(body.access_token)), wanted)
    const wider = await app.refresh(body.refresh_token, { scope: 'api' })
    assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope'])
    const again = await app.refresh(body.refresh_token)
    assert.deepEqual(await tried(bearer(again.body.access_token)), wanted)
    assert.equal(
      (await t.api.get('oauthgrants?sort=-id')).body.oauthgrants.some((grant: Json) => grant.scope === scope),
      true,
    )
    await app.revoke(again.body.refresh_token)
  })
}

test('G45 a limited key makes and reads no keys, and repeats no answer of an unlimited one', async () => {
  const { id } = await person()
  const free = byKey(id, await keyOf(id))
  const path = `users/${admin.user_id}/generateuserhashkey`
  const named = { 'idempotency-key': 'one-key' }
  assert.equal((await free.post(path, {}, named)).status, 200)
  for (const limits of [
    { user_api_key_expire_ts: t.clock.seconds() + 3600 },
    { user_api_key_addresses: ['127.0.0.1'] },
  ]) {
    const api = byKey(id, await keyOf(id, limits))
    assert.equal((await api.get('users/me')).status, 200)
    assert.ok((await api.post(path, {}, named)).status >= 400)
    assert.equal((await api.post(`users/${id}/generateuserapikey`)).status, 403)
    assert.equal((await api.put(`users/${id}`, { user: { password: 'Other-Lantern-94' } })).status, 403)
    assert.equal((await api.post('oauthclients', {})).status, 403)
    const hook = { location_id, resource: 'contact', url: 'https://hook.example' }
    assert.equal((await api.post('postbackconfigs', { postbackconfig: hook })).status, 403)
    assert.equal((await api.get(`locations/${location_id}`)).body.location.ticket_hash_key, null)
  }
})
