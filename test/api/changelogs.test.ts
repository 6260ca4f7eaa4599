import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Client, type Json, testApp } from '../support/app.ts'
import { integration } from '../support/oauth.ts'
import { cardBody } from '../support/vaults.ts'

const t = await testApp('changelogs')
after(t.close)

const [merchant, other] = t.merchants
const MANAGER_KEY = 'a-key-of-sixteen-letters'

async function newContact(over: Json = {}, api: Client = t.api): Promise<Json> {
  const contact = { location_id: merchant.location_id, last_name: 'Before', email: 'before@example.com', ...over }
  const answer = await api.post('contacts', { contact })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.contact
}

const logsOf = async (query: string, api: Client = t.api): Promise<Json[]> => {
  const { status, body, text } = await api.get(`changelogs?${query}`)
  assert.equal(status, 200, text)
  return body.changelogs
}

test('what a request changed, refused or opened is found by the id that its answer names', async () => {
  const sent = 'order-4711:try.2'
  const contact = { location_id: merchant.location_id, last_name: 'Found' }
  const { body, headers } = await t.api.post('contacts', { contact }, { 'x-request-id': sent })
  assert.equal(headers['x-request-id'], sent)
  const [creation] = await logsOf(`model=Contact&model_id=${body.contact.id}`)
  assert.equal(creation.request_id, sent)
  const made = (await t.api.put(`contacts/${body.contact.id}`, { contact: { last_name: 'Again' } })).headers
  const [change] = await logsOf(`model=Contact&model_id=${body.contact.id}`)
  assert.equal(change.request_id, made['x-request-id'])

  const wrong = { ...t.keysOf(merchant.user), 'user-api-key': 'wrong', 'x-request-id': 'a-wrong-key' }
  assert.equal((await t.as(wrong).get('tags')).status, 401)
  const [refusal] = await logsOf('action=REFUSED')
  assert.equal(refusal.request_id, 'a-wrong-key')
})

test('a changelog says who changed what, when, from where and by which credential, newest first', async () => {
  const { id } = await newContact()
  await t.api.put(`contacts/${id}`, { contact: { last_name: 'After', email: 'after@example.com' } })
  await t.api.delete(`contacts/${id}`)
  const logs = await logsOf(`model=Contact&model_id=${id}`)
  assert.deepEqual(
    logs.map(({ action }) => action),
    ['DELETE', 'UPDATE', 'CREATE'],
  )
  const [, change, creation] = logs
  assert.deepEqual(Object.keys(change), [
    ...['id', 'created_ts', 'action', 'model', 'model_id', 'user_id', 'location_id', 'verb', 'method', 'credential'],
    ...['address', 'request_id', 'changelog_details', 'user', '_links'],
  ])
  assert.deepEqual(
    change.changelog_details.map(({ field, old_value, changelog_id }: Json) => [
      field,
      old_value,
      changelog_id === change.id,
    ]),
    [
      ['last_name', 'Before', true],
      ['email', 'before@example.com', true],
    ],
  )
  const { user_id, username } = merchant.user
  assert.deepEqual(change.user, { id: user_id, username, first_name: '', last_name: username })
  assert.deepEqual([change.method, change.address, change.model_id], ['user-key', '127.0.0.1', id])
  assert.match(change.credential, /^[0-9a-f]{12}$/)
  assert.deepEqual([creation.changelog_details, creation.credential], [[], change.credential])
  const one = await t.api.get(`changelogs/${change.id}`)
  assert.deepEqual(one.body.changelog, change)
})

test('the credential tells one way in from another', async () => {
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! })
  const { body } = await app.exchange(await app.code())
  const bearer = t.as({ 'developer-id': t.developer_id, authorization: `Bearer ${body.access_token}` })
  const by_oauth = await newContact({}, bearer)
  const { domain, username, password } = merchant.user
  const given = await t.as({ 'developer-id': t.developer_id }).post('token', { domain, username, password })
  const by_token = await newContact(
    {},
    t.as({ 'developer-id': t.developer_id, 'access-token': given.body.token.token }),
  )
  const [oauth] = await logsOf(`model_id=${by_oauth.id}`)
  const [token] = await logsOf(`model_id=${by_token.id}`)
  const grants = (await t.api.get('oauthgrants')).body.oauthgrants
  assert.deepEqual([oauth.method, grants.some(({ id }: Json) => id === oauth.credential)], ['oauth', true])
  assert.equal(token.method, 'token')
  for (const secret of [body.access_token, given.body.token.token])
    assert.ok(!JSON.stringify([oauth, token]).includes(secret))
})

test('changelogs are embedded where a record is asked with them', async () => {
  const { id } = await newContact()
  await t.api.put(`contacts/${id}`, { contact: { last_name: 'After' } })
  const { contact } = (await t.api.get(`contacts/${id}?expand=changelogs`)).body
  assert.deepEqual(contact.changelogs, await logsOf(`model_id=${id}`))
  const list = await t.api.get('transactionbatches?expand=changelogs')
  assert.equal(list.status, 200)
  for (const path of ['transactions', 'terminals', 'quickinvoices', 'users', 'locations', 'accountvaults']) {
    const { body, status } = await t.api.get(`${path}?expand=changelogs&page_size=1`)
    assert.equal(status, 200)
    for (const record of body[path]) assert.ok(record.changelogs.length > 0, path)
  }
})

test('GEN-22 GEN-25 GEN-30 GEN-40 the list filters, sorts and pages like every list', async () => {
  const { id } = await newContact()
  for (const last_name of ['One', 'Two', 'Three']) await t.api.put(`contacts/${id}`, { contact: { last_name } })
  const { body } = await t.api.get(`changelogs?model_id=${id}&action=UPDATE&sort=created_ts,id&page_size=2&page=2`)
  assert.deepEqual([body.meta.pagination.totalCount, body.meta.pagination.pageCount, body.changelogs.length], [3, 2, 1])
  assert.equal(body.changelogs[0].changelog_details[0].old_value, 'Two')
  const all = await t.api.get('changelogs?page_size=1')
  const [count] = await t.db.query<{ count: number }>(
    'select count(*)::int as count from event_log where root_id = $1',
    [merchant.location_id],
  )
  assert.equal(all.body.meta.pagination.totalCount, count?.count)
  assert.equal((await logsOf(`created_ts=today&model_id=${id}`)).length, 4)
  assert.equal((await logsOf(`user_id=${merchant.clerk.user_id}&model_id=${id}`)).length, 0)
  for (const hidden of ['changes', 'noun', 'actor']) {
    assert.equal((await t.api.get(`changelogs?${hidden}=x`)).status, 422)
    assert.equal((await t.api.get(`changelogs?sort=${hidden}`)).status, 422)
  }
})

test('nobody changes the trail through the API', async () => {
  const [log] = await logsOf('page_size=1')
  for (const answer of [
    await t.api.put(`changelogs/${log.id}`, { changelog: { action: 'CREATE' } }),
    await t.api.delete(`changelogs/${log.id}`),
    await t.api.post('changelogs', { changelog: { action: 'CREATE' } }),
  ])
    assert.equal(answer.status, 405)
})

test('the trail of one merchant, one location and one right is not that of another', async () => {
  const { id } = await newContact()
  const [log] = await logsOf(`model_id=${id}`)
  assert.equal((await t.stranger.get(`changelogs/${log.id}`)).status, 404)
  assert.deepEqual(await logsOf(`model_id=${id}`, t.stranger), [])
  assert.equal((await t.clerk.get('changelogs')).status, 403)
  assert.equal((await t.clerk.get(`contacts?expand=changelogs`)).status, 403)
  const manager = {
    username: 'below',
    email: 'm@example.com',
    last_name: 'M',
    user_type_id: 300,
    user_api_key: MANAGER_KEY,
  }
  const made = await t.api.post('users', { user: { ...manager, primary_location_id: merchant.child_location_id } })
  const below = t.as({ 'developer-id': t.developer_id, 'user-id': made.body.user.id, 'user-api-key': MANAGER_KEY })
  assert.deepEqual(await logsOf(`model_id=${id}`, below), [])
  const mine = await newContact({ location_id: merchant.child_location_id }, below)
  assert.equal((await logsOf(`model_id=${mine.id}`, below)).length, 1)
  assert.ok(
    (await logsOf('page_size=500', below)).every(({ location_id }) => location_id === merchant.child_location_id),
  )
  // A record that may not be read may not be embedded, and the attempt writes nothing.
  const before = (await t.api.get('tags')).body.meta.pagination.totalCount
  const refused = await t.clerk.post('contacts?expand=changelogs', {
    contact: { location_id: merchant.child_location_id, last_name: 'X' },
  })
  assert.equal(refused.status, 403)
  assert.equal((await t.api.get('tags')).body.meta.pagination.totalCount, before)
})

test('nothing secret is in the trail, and that a secret changed is', async () => {
  const password = 'Brand-new-secret-7'
  const made = await t.api.post('users', {
    user: {
      ...{ username: 'secretive', email: 's@example.com', last_name: 'S', user_type_id: 400, password },
      primary_location_id: merchant.location_id,
    },
  })
  const { id } = made.body.user
  const key = (await t.api.post(`users/${id}/generateuserapikey`)).body.user.user_api_key
  await t.api.put(`users/${id}`, { user: { password: 'Another-secret-8' } })
  const logs = await logsOf(`model_id=${id}`)
  const fields = logs.flatMap(log => log.changelog_details.map(({ field, old_value }: Json) => `${field} ${old_value}`))
  assert.ok(fields.includes('user_api_key null'))
  assert.ok(fields.includes('password null'))
  const text = JSON.stringify(logs)
  for (const secret of [password, 'Another-secret-8', key, 'argon2']) assert.ok(!text.includes(secret), secret)
  assert.ok(!fields.some(field => /_mark|_sealed|password_spent/.test(field)), fields.join())
})

test('the opening of a kept card number is in the trail, without the number', async () => {
  const vault = await t.api.post('accountvaults', { accountvault: cardBody(merchant.location_id) })
  assert.equal(vault.status, 201, vault.text)
  const { id } = vault.body.accountvault
  const before = (await logsOf('action=READ')).length
  const sale = {
    ...{ action: 'sale', payment_method: 'cc', account_vault_id: id, transaction_amount: '11.00' },
    ...{ product_transaction_id: merchant.cc_product_transaction_id, location_id: merchant.location_id },
  }
  assert.equal((await t.api.post('transactions', { transaction: sale })).status, 201)
  const reads = await logsOf('action=READ')
  assert.equal(reads.length, before + 1)
  const [read] = reads
  assert.deepEqual(
    [read.model, read.verb, read.user_id, read.method],
    ['Instrument', 'revealed', merchant.user.user_id, 'user-key'],
  )
  assert.deepEqual(
    read.changelog_details.map(({ field, old_value }: Json) => [field, old_value]),
    [['last_four', vault.body.accountvault.last_four]],
  )
})

test('failed authentications are in the trail of whom they claimed to be', async () => {
  const { user_id, domain, username } = other.user
  const wrong = { 'developer-id': t.developer_id, 'user-id': user_id, 'user-api-key': 'wrong-wrong-wrong-wrong' }
  assert.equal((await t.as(wrong).get('/v2/users/me')).status, 401)
  const login = { domain, username, password: 'Wrong-password-1' }
  assert.equal((await t.as({ 'developer-id': t.developer_id }).post('token', login)).status, 401)
  const refused = await logsOf(`action=REFUSED&model_id=${user_id}`, t.stranger)
  assert.deepEqual(
    refused.map(({ method, address }) => [method, address]),
    [
      ['password', '127.0.0.1'],
      ['user-key', '127.0.0.1'],
    ],
  )
  assert.ok(refused.every(({ model }) => model === 'User'))
  assert.ok(!JSON.stringify(refused).includes('rong-'))
  assert.deepEqual(await logsOf(`action=REFUSED&model_id=${user_id}`), [])
  // A caller that is not signed in is recorded too, and belongs to no merchant.
  const nobody = async () => {
    const [row] = await t.db.query<{ count: number }>(
      `select count(*)::int as count from event where root_id = '' and verb = 'refused'`,
    )
    return row?.count ?? 0
  }
  const before = await nobody()
  for (const headers of [
    {},
    { 'developer-id': t.developer_id },
    { 'developer-id': 'x' },
    { 'developer-id': t.developer_id, 'access-token': 'guess-guess-guess' },
    { 'developer-id': t.developer_id, authorization: 'Bearer guess' },
    { 'developer-id': t.developer_id, 'user-id': '0'.repeat(24), 'user-api-key': 'guess' },
  ])
    assert.equal((await t.as(headers as Record<string, string>).get('/v2/tags')).status, 401)
  assert.equal(await nobody(), before + 6)
  assert.equal(
    (
      await t.as({}).post('/o/token', 'client_id=x&client_secret=y&grant_type=refresh_token', {
        'content-type': 'application/x-www-form-urlencoded',
      })
    ).status,
    401,
  )
  assert.equal(await nobody(), before + 7)
})

test('a flood of failures does not fill the trail: what is too much is counted', async () => {
  const [before] = await t.db.query<{ count: number }>(
    `select count(*)::int as count from event where verb = 'refused'`,
  )
  for (let turn = 0; turn < 150; turn += 1) await t.as({ 'developer-id': 'x' }).get('/v2/tags')
  const [after_flood] = await t.db.query<{ count: number }>(
    `select count(*)::int as count from event where verb = 'refused'`,
  )
  assert.ok(after_flood!.count - before!.count < 100, `${after_flood!.count - before!.count}`)
})

test('a subscriber who uses a new IPv6 address for every try is noted as one', async () => {
  const count = async (): Promise<number> => {
    const [row] = await t.db.query<{ count: number }>(
      `select count(*)::int as count from event where verb = 'refused' and address like '2001:db8:77:%'`,
    )
    return row!.count
  }
  for (let turn = 1; turn <= 150; turn += 1) {
    const remoteAddress = `2001:db8:77:1::${turn.toString(16)}`
    await t.app.http.inject({ url: '/v2/tags', headers: { 'developer-id': 'x' }, remoteAddress })
  }
  const noted = await count()
  assert.ok(noted > 0 && noted < 120, String(noted))
})
