import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ApiError,
  AuthenticationError,
  formAddress,
  NotFoundError,
  PermissionError,
  PostbackSignatureError,
  ValidationError,
  verifyPostback,
} from '../../packages/client/src/index.js'
import { clientSite } from '../support/client-site.ts'
import { saleBody } from '../support/payments.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const site = await clientSite(t)
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await site.close()
})
const tollgate = site.client()
const [merchant] = t.merchants
const { location_id, contact_id } = merchant
const none = { user_id: undefined, user_api_key: undefined }

test('a record is made, read with what belongs to it, changed and deleted', async () => {
  const made = await tollgate.tags.create({ location_id, title: 'Regulars' })
  assert.equal(made.title, 'Regulars')
  const read = await tollgate.tags.get(made.id, { expand: ['location'] })
  assert.equal(read.location?.id, location_id)
  assert.equal((await tollgate.tags.update(made.id, { title: 'Friends' })).title, 'Friends')
  assert.equal(await tollgate.tags.delete(made.id), undefined)
  await assert.rejects(tollgate.tags.get(made.id), NotFoundError)
})

test('a list is read page by page, as far as it is asked for', async () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Page ${index}`)
  for (const title of titles) await tollgate.tags.create({ location_id, title })
  const query = { sort: 'id', page_size: 3, location_id } as const
  const before = site.arrived.length
  const found: unknown[] = []
  for await (const { title } of tollgate.tags.list(query)) if (titles.includes(String(title))) found.push(title)
  assert.deepEqual(found, titles)
  assert.equal(site.arrived.length - before, 3, 'three pages')
  for await (const _ of tollgate.tags.list(query)) break
  assert.equal(site.arrived.length - before, 4, 'and one where the first record is enough')
  const { records, meta } = await tollgate.tags.list({ ...query, page: 3 }).page()
  assert.deepEqual([records.length, meta.pagination.totalCount], [1, 7])
})

test('a refusal names its fields, its request and its key', async () => {
  const error = await tollgate.contacts.create({ location_id, last_name: '', email: 'nobody' }).catch(each => each)
  assert.ok(error instanceof ValidationError, String(error))
  assert.deepEqual(Object.keys(error.fields).toSorted(), ['email', 'last_name'])
  assert.equal(error.status, 422)
  assert.equal(error.idempotency_key, site.arrived.at(-1)!.key)
  assert.ok(error.request_id)
  assert.match(error.message, /^POST \/v2\/contacts: .*last_name: Last Name cannot be blank/)
})

test('refusals by who asks and by the state of a record have errors of their own', async () => {
  const stranger = site.client({ user_api_key: 'x'.repeat(36) })
  await assert.rejects(stranger.tags.list().page(), AuthenticationError)
  const clerk = site.client(merchant.clerk)
  const operator = clerk.producttransactions.getProcessor(merchant.cc_product_transaction_id)
  await assert.rejects(operator, error => error instanceof PermissionError || error instanceof NotFoundError)
  const refused = await tollgate.transactions.get('no such id').catch(each => each)
  assert.ok(refused instanceof NotFoundError)
  assert.equal(refused.path, '/v2/transactions/{id}', 'no id in the text of an error')
})

test('a key that was used for something else is refused', async () => {
  await tollgate.tags.create({ location_id, title: 'One' }, { idempotency_key: 'mine' })
  const other = await tollgate.tags
    .create({ location_id, title: 'Two' }, { idempotency_key: 'mine' })
    .catch(each => each)
  assert.ok(other instanceof ValidationError)
  assert.deepEqual(Object.keys(other.fields), ['Idempotency-Key'])
})

test('a person signs in when it is needed, once for all, and again when the token has ended', async () => {
  const { username, password, domain } = merchant.user
  const person = site.client({ ...none, username, password, domain })
  const signIns = () => site.arrived.filter(({ path }) => path === '/v2/token').length
  const before = signIns()
  await Promise.all([person.tags.list().page(), person.users.getCurrent(), person.contacts.get(contact_id)])
  assert.equal(signIns() - before, 1)
  await tollgate.token.delete(String(site.arrived.at(-1)!.headers['access-token']))
  assert.equal((await person.users.getCurrent()).username, username)
  assert.equal(signIns() - before, 2)
  const wrong = site.client({ ...none, username, password: 'wrong', domain })
  await assert.rejects(wrong.tags.list().page(), AuthenticationError)
})

test('a token that somebody else has made is sent as it is', async () => {
  const { username, password, domain } = merchant.user
  const { token } = await tollgate.token.create({ username, password, domain })
  const bearer = site.client({ ...none, access_token: token! })
  assert.equal((await bearer.users.getCurrent()).username, username)
  await bearer.token.delete(token!)
  await assert.rejects(bearer.users.getCurrent(), AuthenticationError)
})

test('a hash key signs each request', async () => {
  const { user_id, user_hash_key } = merchant.user
  const signer = site.client({ user_id, user_api_key: undefined, user_hash_key, now: () => t.clock.now() })
  const made = await signer.transactions.create(saleBody({ location_id }))
  assert.equal(made.status_id, 101)
  assert.equal(site.arrived.at(-1)!.headers['user-api-key'], undefined)
})

test('the address of a form opens it, and no other amount can be put into it', async () => {
  const { user_id, user_hash_key } = merchant.user
  const signer = { base_url: site.url, developer_id: t.developer_id, user_id, user_hash_key }
  const transaction = { action: 'sale', payment_method: 'cc', transaction_amount: '18.00', location_id }
  const data = { transaction: { ...transaction, transaction_api_id: 'form-1' } }
  const address = await formAddress(signer, 'payform', data, { timestamp: t.clock.seconds() })
  assert.equal((await fetch(address)).status, 200)
  const cheaper = address.replace(/data=[0-9a-f]+/, hex => hex.replace('31382e3030', '30312e3030'))
  assert.notEqual(cheaper, address)
  assert.equal((await fetch(cheaper)).status, 401)
})

test('a file is attached, listed, read and taken away', async () => {
  const file = await tollgate.contacts.attachFile(contact_id, new File(['agreed'], 'agreement.txt'))
  const { records } = await tollgate.contacts.listFiles(contact_id).page()
  assert.deepEqual(
    records.map(({ id }) => id),
    [file.id],
  )
  assert.equal(await (await tollgate.contacts.downloadFile(contact_id, file.id)).text(), 'agreed')
  await tollgate.contacts.deleteFile(contact_id, file.id)
})

test('an invoice is made with its files, tags and items in one request', async () => {
  const made = await tollgate.quickinvoices.create({
    location_id,
    title: 'Hedge "work"',
    due_date: '2030-01-31',
    item_list: { Hedge: 80, Lawn: '45.50' },
    tags: ['spring', 'garden'],
    allow_partial_pay: true,
    files: [new File(['as agreed'], 'plan.txt'), new Blob(['as seen'])],
  })
  assert.match(site.arrived.at(-1)!.headers['content-type']!, /^multipart\/form-data/)
  assert.deepEqual([made.title, made.amount_due, made.allow_partial_pay], ['Hedge "work"', '125.50', 1])
  const { tags, files = [] } = await tollgate.quickinvoices.get(made.id, { expand: ['tags', 'files'] })
  assert.deepEqual(tags?.map(({ title }) => title).toSorted(), ['garden', 'spring'])
  const texts = files.map(async ({ id }) => (await tollgate.quickinvoices.downloadFile(made.id, id)).text())
  assert.deepEqual((await Promise.all(texts)).toSorted(), ['as agreed', 'as seen'])
  const bare = { location_id, title: 'Bare', due_date: '2030-01-31', item_list: { Hedge: 80 } }
  await tollgate.quickinvoices.create({ ...bare, files: [] })
  assert.equal(site.arrived.at(-1)!.headers['content-type'], 'application/json')
})

test('a list is read as one file, as its filters and its order say', async () => {
  for (const title of ['File a', 'File b']) await tollgate.tags.create({ location_id, title })
  const file = await tollgate.tags.list({ title: 'File a,File b', sort: '-title' }).file('csv')
  assert.match(await file.text(), /File b[\s\S]*File a/)
})

test('any other request goes by its method and path', async () => {
  const { version } = await tollgate.request('GET', '/v2/version')
  assert.equal(version.api, 'v2')
  const { tag } = await tollgate.request('POST', '/v2/tags', { body: { tag: { location_id, title: 'Raw' } } })
  assert.equal(tag.title, 'Raw')
})

test('keys are sent to no other address, and stand in no error', async () => {
  site.next({ status: 307, headers: { location: 'http://127.0.0.1:1/v2/tags' } })
  const elsewhere = await tollgate.request('GET', '/v2/tags?user-api-key=secret').catch(each => each)
  assert.ok(elsewhere instanceof ApiError)
  assert.deepEqual([elsewhere.status, elsewhere.message], [307, 'GET /v2/tags: answered with status 307'])
})

test('a client that is told too little says what is missing', () => {
  assert.throws(() => site.client({ base_url: '' }), /needs base_url and developer_id/)
  assert.throws(() => site.client(none), /needs user_id with user_api_key or user_hash_key/)
  assert.throws(() => tollgate.tags.get(''), /GET \/v2\/tags\/\{id\} needs an id/)
})

test('a postback is verified and read, as JSON and as a form', async () => {
  for (const format of ['api-default', 'api-form'] as const) {
    const config = await tollgate.postbackconfigs.create(
      { location_id, resource: 'contact', url: shop.url, format, on_create: 1, on_update: 1, on_delete: 0 } as never,
      { expand: ['signing_secret'] },
    )
    await tollgate.contacts.update(contact_id, { city: `City ${format}` })
    await t.settle()
    const { text, headers } = shop.posted.at(-1)!
    const secret = String(config.signing_secret)
    const verified = await verifyPostback(text, headers, secret)
    assert.deepEqual([verified.type, verified.resource, verified.data.city], ['UPDATE', 'contact', `City ${format}`])
    assert.equal(verified.id, headers['webhook-id'])
    assert.deepEqual(
      await verifyPostback(new TextEncoder().encode(text), new Headers(headers), ['whsec_AAAA', secret]),
      verified,
    )
    const late = { now: () => Date.now() + 600_000 }
    const bad: Parameters<typeof verifyPostback>[] = [
      [`${text} `, headers, secret],
      [text, { ...headers, 'webhook-id': 'other' }, secret],
      [text, { ...headers, 'webhook-timestamp': 'soon' }, secret],
      [text, { ...headers, 'webhook-signature': 'v1,????' }, secret],
      [text, {}, secret],
      [text, headers, 'whsec_AAAA'],
      [text, headers, secret, late],
    ]
    for (const each of bad) await assert.rejects(verifyPostback(...each), PostbackSignatureError)
    await tollgate.postbackconfigs.delete(config.id)
  }
})
