import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { after, beforeEach, suite, test } from 'node:test'
import { signPostback } from '../../packages/client/src/index.js'
import type { Json } from '../support/app.ts'
import { clientSite, FAULTS } from '../support/client-site.ts'
import { integration } from '../support/oauth.ts'
import { saleBody } from '../support/payments.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { ROOT } from '../tidy/modules.ts'

const isMissing = spawnSync('python3', ['--version']).status !== 0

suite('the Python client', { skip: isMissing && 'no python3 here' }, async () => {
  if (isMissing) return
  const t = await newMerchant()
  const site = await clientSite(t)
  const shop = await postReceiver()
  const [merchant] = t.merchants
  const { location_id, contact_id, user } = merchant
  const { user_id, user_api_key, domain, username, password } = user
  const known = { base_url: site.url, developer_id: t.developer_id, user_id, user_api_key, domain, username, password }
  const program = spawn('python3', [`${ROOT}/test/fixtures/client/stories.py`, JSON.stringify(known)], {
    env: {
      PATH: process.env.PATH ?? '',
      PYTHONPATH: `${ROOT}/packages/client-python/src`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]()
  after(async () => {
    program.stdin.end()
    await shop.close()
    await site.close()
  })
  beforeEach(() => {
    site.next()
    site.arrived.length = 0
  })

  /** Returns what a story returns, or under `failed` what it raises. */
  const told = async (story: string, given: object = {}): Promise<{ done?: Json; failed?: Json }> => {
    program.stdin.write(`${JSON.stringify({ story, given })}\n`)
    return JSON.parse((await lines.next()).value ?? '{}')
  }
  const done = async (story: string, given: object = {}): Promise<Json> => {
    const { done, failed } = await told(story, given)
    assert.equal(failed, undefined)
    return done
  }
  const failed = async (story: string, given: object = {}): Promise<Json> => {
    const { failed } = await told(story, given)
    assert.ok(failed, `${story} did not fail`)
    return failed
  }
  const sale = () => saleBody({ location_id, order_num: randomBytes(8).toString('hex') })
  const charges = async (id: string) => (await t.api.get(`transactions/${id}/attempts`)).body.attempts.length

  test('a record is made, read with what belongs to it, changed and deleted', async () => {
    assert.deepEqual(await done('record', { location_id }), ['Regulars', location_id, 'Friends', null])
  })

  test('a list is read page by page, as far as it is asked for', async () => {
    const [titles, rest, total] = await done('pages', { location_id })
    assert.deepEqual(
      titles,
      [0, 1, 2, 3, 4, 5, 6].map(number => `Page ${number}`),
    )
    assert.deepEqual([rest, total], [1, 7])
    const asked = site.arrived.filter(({ method }) => method === 'GET')
    assert.equal(asked.length, 5, 'three pages, one where the first record is enough, and one by its number')
  })

  test('a refusal names its fields, its request and its key', async () => {
    const error = await failed('contact', { location_id, last_name: '', email: 'nobody' })
    assert.equal(error.kind, 'ValidationError')
    assert.deepEqual(Object.keys(error.fields).toSorted(), ['email', 'last_name'])
    assert.equal(error.status, 422)
    assert.equal(error.idempotency_key, site.arrived.at(-1)!.key)
    assert.ok(error.request_id)
    assert.match(error.text, /^POST \/v2\/contacts: .*last_name: Last Name cannot be blank/)
  })

  test('refusals by who asks and by the state of a record have errors of their own', async () => {
    assert.equal((await failed('list_tags', { user_api_key: 'x'.repeat(36) })).kind, 'AuthenticationError')
    const refused = await failed('read_tag', { id: 'no such id' })
    assert.deepEqual([refused.kind, refused.path], ['NotFoundError', '/v2/tags/{id}'])
  })

  test('a key that was used for something else is refused', async () => {
    await done('tag', { key: 'mine', location_id, title: 'One' })
    const other = await failed('tag', { key: 'mine', location_id, title: 'Two' })
    assert.deepEqual([other.kind, Object.keys(other.fields)], ['ValidationError', ['Idempotency-Key']])
  })

  test('a person signs in when it is needed, once for all, and again when the token has ended', async () => {
    const signIns = () => site.arrived.filter(({ path }) => path === '/v2/token').length
    assert.deepEqual(await done('signed_in', { second: false }), [username, username])
    assert.equal(signIns(), 1)
    assert.deepEqual(await done('signed_in', { second: true }), [username, username, username])
    assert.equal(signIns(), 3)
  })

  test('a token that has ended is replaced by what the caller has renewed', async () => {
    const { body } = await t.as({ 'developer-id': t.developer_id }).post('token', { domain, username, password })
    assert.equal(await done('renewed', { good: body.token.token }), username)
  })

  test('a hash key signs each request, and the address of a form opens it', async () => {
    const { user_hash_key } = user
    assert.equal(await done('signed_sale', { user_hash_key, now: t.clock.seconds(), ...sale() }), 101)
    assert.equal(site.arrived.at(-1)!.headers['user-api-key'], undefined)
    const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: '18.00', location_id }
    const signer = { base_url: site.url, developer_id: t.developer_id, user_id, user_hash_key }
    const data = { transaction: { ...transaction, transaction_api_id: 'python-form' } }
    const address = await done('form', { data, ...signer, timestamp: t.clock.seconds() })
    assert.equal((await fetch(address)).status, 200)
    const cheaper = address.replace(/data=[0-9a-f]+/, (hex: string) => hex.replace('31382e3030', '30312e3030'))
    assert.notEqual(cheaper, address)
    assert.equal((await fetch(cheaper)).status, 401)
  })

  test('a file is attached, listed, read and taken away', async () => {
    const [isListed, , text] = await done('file', { contact_id })
    assert.deepEqual([isListed, text], [true, 'agreed'])
  })

  test('an invoice is made with its files, tags and items in one request', async () => {
    const fields = { location_id, title: 'Hedge "work"', due_date: '2030-01-31', tags: ['spring', 'garden'] }
    const made = await done('invoice', { fields: { ...fields, item_list: { Hedge: 80, Lawn: '45.50' } } })
    assert.deepEqual(made, ['Hedge "work"', '125.50', ['garden', 'spring'], ['as agreed', 'as seen']])
    assert.match(site.arrived[0]!.headers['content-type']!, /^multipart\/form-data/)
  })

  test('a list is read as one file, as its filters and its order say', async () => {
    for (const title of ['File a', 'File b']) await t.api.tags.create({ location_id, title })
    assert.match(await done('exported', { titles: 'File a,File b' }), /File b[\s\S]*File a/)
  })

  test('any other request goes by its method and path, and keys are sent to no other address', async () => {
    const body = { tag: { location_id, title: 'Raw' } }
    assert.equal((await done('request', { method: 'POST', path: '/v2/tags', body })).tag.title, 'Raw')
    site.next({ status: 307, headers: { location: 'http://127.0.0.1:1/v2/tags' } })
    const elsewhere = await failed('request', { method: 'GET', path: '/v2/tags?user-api-key=secret' })
    assert.deepEqual([elsewhere.kind, elsewhere.text], ['ApiError', 'GET /v2/tags: answered with status 307'])
  })

  test('a client that is told too little says what is missing', async () => {
    const said = (await done('too_little')).join('\n')
    assert.match(
      said,
      /needs base_url and developer_id.*needs user_id with user_api_key.*GET \/v2\/tags\/\{id\} needs/s,
    )
  })

  test('a postback is verified and read, as JSON and as a form', async () => {
    for (const format of ['api-default', 'api-form']) {
      const on = { on_create: 1, on_update: 1, on_delete: 0 }
      const postbackconfig = { location_id, resource: 'contact', url: shop.url, format, ...on }
      const made = await t.api.post('postbackconfigs?expand=signing_secret', { postbackconfig })
      const { id, signing_secret: secret } = made.body.postbackconfig
      await t.api.put(`contacts/${contact_id}`, { contact: { city: `City ${format}` } })
      await t.settle()
      const { text: body, headers } = shop.posted.at(-1)!
      const [sent, type, resource, data] = await done('postback', { body, headers, secret: ['whsec_AAAA', secret] })
      assert.deepEqual(
        [sent, type, resource, data.city],
        [headers['webhook-id'], 'UPDATE', 'contact', `City ${format}`],
      )
      const bad = [
        { body: `${body} `, headers, secret },
        { body, headers: { ...headers, 'webhook-id': 'other' }, secret },
        { body, headers: { ...headers, 'webhook-timestamp': 'soon' }, secret },
        { body, headers: { ...headers, 'webhook-signature': 'v1,????' }, secret },
        { body, headers: {}, secret },
        { body, headers, secret: 'whsec_AAAA' },
        { body, headers, secret, now: Date.now() / 1000 + 600 },
      ]
      for (const each of bad) assert.equal((await failed('postback', each)).kind, 'PostbackSignatureError')
      await t.api.delete(`postbackconfigs/${id}`)
    }
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const signed = await done('sign', { body: '{}', secret, id: 'msg_1' })
    const timestamp = Number(signed['webhook-timestamp'])
    assert.deepEqual(signed, await signPostback('{}', secret, { id: 'msg_1', timestamp }))
  })

  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`${name}: the payment is made once, under one key`, async () => {
      site.next(fault)
      const before = (await t.ledger()).length
      const made = await done('sale', { over: {}, ...sale() })
      assert.equal(made.status_id, 101)
      const keys = site.arrived.map(({ key }) => key)
      assert.ok(keys.length >= 2, 'it was sent again')
      assert.equal(new Set(keys).size, 1, 'under the same key')
      assert.equal(await charges(made.id), 1)
      assert.equal((await t.ledger()).length - before, 1, 'one order in the book of the processor')
    })
  }

  test('a capture and a void are sent again under one key too', async () => {
    const { id } = await done('sale', { over: {}, ...sale(), action: 'authonly' })
    site.next('unanswered', 'cut off')
    assert.deepEqual(await done('capture_and_void', { id }), [101, 201])
  })

  test('when no try is answered the outcome is unknown, and the same key asks for it later', async () => {
    site.next('unanswered', 'lost')
    const order = sale()
    const unknown = await failed('sale', { over: { most_tries: 2 }, ...order })
    assert.equal(unknown.kind, 'UnknownOutcomeError')
    const asked = await done('sale_by_key', { key: unknown.idempotency_key, ...order })
    assert.equal(await charges(asked.id), 1)
  })

  test('a payment that was turned away after a try of unknown end is unknown too', async () => {
    site.next('unanswered', { status: 401, body: '{}' })
    assert.equal((await failed('sale', { over: {}, ...sale() })).kind, 'UnknownOutcomeError')
  })

  test('what certainly did not arrive, and what only reads, has no unknown outcome', async () => {
    const gone = await clientSite(t)
    await gone.close()
    const error = await failed('sale', { over: { base_url: gone.url, most_tries: 2 }, ...sale() })
    assert.deepEqual([error.kind, error.text.slice(0, 34)], ['NoConnectionError', 'POST /v2/transactions: no answer: '])
    site.next('unanswered', 'unanswered')
    assert.equal((await failed('list_tags', { most_tries: 2 })).kind, 'NoConnectionError')
    site.next({ status: 503 }, { status: 503 })
    assert.equal((await failed('list_tags', { most_tries: 2 })).kind, 'ServerError')
  })

  test('a record whose deletion was not answered is deleted, and one that never was is not found', async () => {
    const id = await done('tag', { key: 'short-lived', location_id, title: 'Short-lived' })
    site.next('unanswered')
    assert.equal(await done('delete_tag', { id }), null)
    assert.equal((await failed('delete_tag', { id })).kind, 'NotFoundError')
  })

  test('it waits as long as it is asked to, but not longer than it may', async () => {
    site.next({ status: 429, headers: { 'retry-after': '1' } })
    const began = performance.now()
    await done('list_tags')
    assert.ok(performance.now() - began >= 1000)
    site.next({ status: 429, headers: { 'retry-after': '600' } })
    const limited = await failed('list_tags')
    assert.deepEqual([limited.kind, limited.retry_after], ['RateLimitError', 600])
  })

  test('an integration exchanges a code, renews and ends what it was given', async () => {
    const { client_id, client_secret, redirect_uris } = t.oauth
    const keys = { client_id, client_secret }
    const redirect_uri = redirect_uris[0]!
    const [address, code_verifier] = await done('consent', { redirect_uri, state: 'order-17', ...keys })
    const asked = Object.fromEntries(new URL(address).searchParams)
    assert.deepEqual([asked.state, asked.code_challenge_method, asked.scope], ['order-17', 'S256', 'api'])
    const code = await integration(t, { client_id, client_secret, redirect_uri }).code(asked as Record<string, string>)
    const given = await done('oauth', { code, redirect_uri, code_verifier, ...keys })
    assert.deepEqual(given, [3600, user_id, username, 'invalid_grant'])
  })

  test('a run at a terminal is begun, and waited for', async () => {
    const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: '11.00', location_id }
    const { terminal_id } = merchant
    assert.deepEqual(await done('terminal', { ...transaction, terminal_id }), ['ended', 'approved', 101])
    assert.equal(site.arrived[0]!.headers.prefer, 'respond-async')
  })

  test('a card ticket is signed as the gateway reads it', async () => {
    const { location_api_key, ticket_hash_key } = merchant
    const order = { location_api_key, ticket_hash_key, order_id: 'python-1', timestamp: t.clock.seconds() }
    const signed = await done('card_ticket', order)
    const card = { card_number: '4111111111111111', exp_date: '1230' }
    assert.equal((await t.as({}).post('cardtickets', { cardticket: { ...signed, ...card } })).status, 201)
  })
})
