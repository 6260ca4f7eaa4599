import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { cardSale, sandboxOf, startGateway, temporaryHome, until } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('two')
const settings = { DATABASE_URL: database.url }
const api = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'api' })
after(database.drop)
const { location_id } = api.sandbox.merchants[0]!
const jobs = () => database.database.query<{ task: string }>('select task from job')

test('an api alone is ready and leaves the work to a worker, whose messages link to the api', async t => {
  assert.equal((await api.call('GET', '/readyz')).status, 200)
  const quickinvoice = {
    location_id,
    title: 'Hedge',
    due_date: '2099-01-31',
    item_list: { Hedge: 80 },
    email: 'pat@example.com',
    send_email: 1,
  }
  const { body } = await api.call('POST', '/v2/quickinvoices', { quickinvoice })
  assert.deepEqual(await jobs(), [{ task: 'quickinvoice.notify' }])

  const worker = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'worker' })
  t.after(() => worker.end())
  assert.equal((await worker.call('GET', '/readyz')).status, 200)
  await until(jobs, rows => rows.length === 0)
  const [mail] = await database.database.query<{ text: string }>('select text from outbox_message')
  assert.ok(mail!.text.includes(`${api.url}/quickinvoice/?id=${body.quickinvoice.id}`))
  assert.equal(sandboxOf(home).base_url, api.url)
})

test('two gateways on one database answer as one: records, repeated keys, clock', async t => {
  const second = await startGateway(home, settings)
  t.after(() => second.end())
  const headers = { 'idempotency-key': 'sent to both' }
  const answers = await Promise.all([cardSale(api, '11.00', headers), cardSale(second, '11.00', headers)])
  const sold = answers.find(answer => answer.status === 201)?.body.transaction
  for (const { status, body } of answers) assert.equal(body.transaction?.id ?? status, status === 409 ? 409 : sold.id)
  for (const gateway of [api, second]) {
    const { entries } = (await gateway.call('GET', '/sandbox/ledger')).body
    assert.equal(entries.length, 1)
    const read = await gateway.call('GET', `/v2/transactions/${sold.id}`)
    assert.equal(read.body.transaction.status_id, 101)
    assert.equal(read.body.transaction._links.self.href, `${gateway.url}/v2/transactions/${sold.id}`)
  }

  const { to } = (await second.call('POST', '/sandbox/clock', { advance: 'P40D' })).body
  assert.ok((await api.call('GET', '/sandbox/clock')).body.now >= to)
})

test('a token made at one gateway holds at the other, and ends at both at once', async t => {
  const second = await startGateway(home, settings)
  t.after(() => second.end())
  const { username, password, domain } = api.sandbox.merchants[0]!.user
  const { body } = await second.call('POST', '/v2/token', { username, password, domain })
  const { token } = body.token
  const status = async (gateway: typeof api) => {
    const headers = { 'developer-id': api.sandbox.developer_id, 'access-token': token }
    return (await fetch(`${gateway.url}/v2/users/me`, { headers })).status
  }
  // Each asks right before and right after, when it still remembers.
  assert.deepEqual([await status(api), await status(second)], [200, 200])
  const headers = { 'developer-id': api.sandbox.developer_id }
  const ended = await fetch(`${api.url}/v2/token/${token}`, { method: 'DELETE', headers })
  assert.equal(ended.status, 204)
  assert.deepEqual([await status(second), await status(api)], [401, 401])
})

test('a key that is replaced at one gateway ends at the other at once', async t => {
  const second = await startGateway(home, settings)
  t.after(() => second.end())
  const { clerk } = api.sandbox.merchants[0]!
  const status = async (gateway: typeof api, over = clerk) =>
    (await gateway.call('GET', '/v2/users/me', undefined, { as: over })).status
  assert.deepEqual([await status(api), await status(second)], [200, 200])
  const { body } = await api.call('POST', `/v2/users/${clerk.user_id}/generateuserapikey`)
  assert.deepEqual([await status(second), await status(api)], [401, 401])
  assert.equal(await status(second, { ...clerk, user_api_key: body.user.user_api_key }), 200)
})

test('guesses at two gateways count as one, and a restart forgets none; who comes to either is noted', async t => {
  const second = await startGateway(home, settings)
  const { domain } = api.sandbox.merchants[0]!.user
  const login = { username: 'guessed', password: 'Correct-horse-1' }
  const record = {
    ...login,
    last_name: 'G',
    email: 'g@example.com',
    user_type_id: 400,
    primary_location_id: location_id,
  }
  const { body } = await api.call('POST', '/v2/users', { user: record })
  const signIn = async (gateway: typeof api, password = login.password) =>
    (await gateway.call('POST', '/v2/token', { ...login, password, domain })).status
  for (const gateway of [api, second, api, second, api]) assert.equal(await signIn(gateway, 'Wrong-horse-1'), 401)
  assert.equal((await second.end()).code, 0)
  const third = await startGateway(home, settings)
  t.after(() => third.end())
  assert.equal(await signIn(third, 'Wrong-horse-1'), 401)
  assert.deepEqual([await signIn(api), await signIn(third)], [401, 401], 'six in all lock')
  const [row] = await database.database.query<{ login_attempts: number }>(
    'select login_attempts from "user" where id = $1',
    [body.user.id],
  )
  assert.equal(row!.login_attempts, 6)
  const seen = () =>
    database.database.query<{ id: string }>('select id from "user" where last_active_ts is not null and id = $1', [
      api.sandbox.merchants[0]!.user.user_id,
    ])
  await until(seen, rows => rows.length === 1)
})

test('AUTH-OA-04 a code of one gateway is fetched at the other, and what it gave ends at both at once', async t => {
  const second = await startGateway(home, settings)
  t.after(() => second.end())
  const { oauth, merchants, developer_id } = api.sandbox
  const { client_id, client_secret, redirect_uris } = oauth!
  const { domain, username, password } = merchants[0]!.user
  const asked = { response_type: 'code', client_id, redirect_uri: redirect_uris[0]!, scope: 'api', state: '{}' }
  const post = (gateway: typeof api, path: string, query: Record<string, string>, body: Record<string, string> = {}) =>
    fetch(`${gateway.url}${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
    })
  const login = { domain, username, password, decision: 'allow' }
  const allowed = await post(api, '/o/authrize', asked, login)
  const code = new URL(allowed.headers.get('location')!).searchParams.get('code')!
  const proof = { client_id, client_secret, state: '{}' }
  const answer = await post(second, '/o/token', { ...proof, code, grant_type: 'authorization_code' })
  const given = (await answer.json()) as { access_token: string; refresh_token: string }
  const statusAt = async (gateway: typeof api) => {
    const headers = { 'developer-id': developer_id, authorization: `Bearer ${given.access_token}` }
    return (await fetch(`${gateway.url}/v2/users/me`, { headers })).status
  }
  assert.deepEqual([await statusAt(api), await statusAt(second)], [200, 200])
  assert.equal((await post(api, '/o/revoke', { ...proof, token: given.refresh_token })).status, 204)
  assert.deepEqual([await statusAt(second), await statusAt(api)], [401, 401])
})
