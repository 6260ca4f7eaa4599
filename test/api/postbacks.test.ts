import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { saleBody } from '../support/payments.ts'
import { postReceiver } from '../support/post-receiver.ts'
import { sampleOf } from '../support/samples.ts'

const t = await testApp('postbacks')
const shop = await postReceiver()
after(async () => {
  await shop.close()
  await t.close()
})

const [merchant] = t.merchants
const ALL = { on_create: 1, on_update: 1, on_delete: 1 }

beforeEach(async () => {
  const { body } = await t.api.get('postbackconfigs')
  for (const { id } of body.postbackconfigs) await t.api.delete(`postbackconfigs/${id}`)
  await t.settle()
  shop.posted.length = 0
  shop.answer(200)
})

async function made(path: string, name: string, record: object): Promise<Json> {
  const { status, body } = await t.api.post(path, { [name]: record })
  assert.equal(status, 201, JSON.stringify(body))
  return body[name]
}

const configured = (over: object = {}): Promise<Json> =>
  made('postbackconfigs', 'postbackconfig', {
    ...{ location_id: merchant.location_id, resource: 'contact', url: shop.url, ...ALL },
    ...over,
  })

const contact = (over: object = {}): Promise<Json> =>
  made('contacts', 'contact', { location_id: merchant.location_id, last_name: 'Testperson', ...over })

const types = () => shop.posted.map(({ body }) => body.type)

test('GAP-32 PB-04 PB-18 PB-19 PB-20 PB-22 PB-23 PB-24 PB-26 a life of a contact is told as CREATE, UPDATE and DELETE', async () => {
  await configured()
  const one = await contact()
  await t.api.put(`contacts/${one.id}`, { contact: { city: 'Ithaca' } })
  await t.api.delete(`contacts/${one.id}`)
  await t.settle()
  assert.deepEqual(types(), ['CREATE', 'UPDATE', 'DELETE'])
  for (const { body } of shop.posted) {
    assert.deepEqual(Object.keys(body), ['type', 'resource', 'number_of_attempts', 'data'])
    assert.deepEqual([body.resource, body.number_of_attempts, typeof body.data], ['contact', 1, 'string'])
  }
  const { _links, ...shown } = one
  assert.deepEqual(shop.posted[0]!.data, shown)
  assert.equal(shop.posted[1]!.data.city, 'Ithaca')
  assert.equal(shop.posted[2]!.data.city, 'Ithaca', 'the last state')
})

test('a configuration of format api-form gets the same as a form, with data in JSON', async () => {
  await configured({ format: 'api-form', signing_secret: undefined })
  const one = await contact({ last_name: 'Häberle & Söhne' })
  await t.settle()
  const [posted] = shop.posted
  assert.equal(posted!.headers['content-type'], 'application/x-www-form-urlencoded')
  assert.match(posted!.text, /^type=CREATE&resource=contact&number_of_attempts=1&data=%7B/)
  assert.deepEqual([posted!.data.id, posted!.data.last_name], [one.id, 'Häberle & Söhne'])
})

test('PB-05 PB-06 PB-07 only what is asked for is told', async () => {
  for (const [flag, expected] of [
    ['on_create', ['UPDATE', 'DELETE']],
    ['on_update', ['CREATE', 'DELETE']],
    ['on_delete', ['CREATE', 'UPDATE']],
  ] as const) {
    shop.posted.length = 0
    const config = await configured({ [flag]: 0 })
    const { id } = await contact()
    await t.api.put(`contacts/${id}`, { contact: { city: 'Ithaca' } })
    await t.api.delete(`contacts/${id}`)
    await t.settle()
    assert.deepEqual(types(), expected, flag)
    await t.api.delete(`postbackconfigs/${config.id}`)
  }
})

test('PB-01 PB-21 a record of another location, above or below, is not told of, nor one of another merchant', async () => {
  await configured()
  await configured({ location_id: merchant.child_location_id })
  await contact()
  await t.stranger.post('contacts', { contact: { location_id: t.merchants[1].location_id, last_name: 'Other' } })
  await t.settle()
  assert.deepEqual(types(), ['CREATE'])
})

test('PB-08 PB-16 PB-17 nothing is sent while a configuration is inactive or gone, also not what was waiting', async () => {
  const config = await configured({ number_of_attempts: 5, attempt_interval: 600 })
  const put = (is_active: number) => t.api.put(`postbackconfigs/${config.id}`, { postbackconfig: { is_active } })
  shop.answer(503)
  await contact()
  await t.settle()
  assert.equal(shop.posted.length, 1)
  await put(0)
  await contact()
  await t.settle()
  await t.clock.moveTo(t.clock.seconds() + 3600, t.app.worker)
  assert.equal(shop.posted.length, 1)
  const { body } = await t.api.get(`postbacklogs?postback_config_id=${config.id}`)
  assert.deepEqual(
    body.postbacklogs.map((each: Json) => [each.postback_status_id, each.next_run_ts, each.number_of_attempts]),
    [[5, null, 1]],
  )
  await put(1)
  shop.answer(204)
  await contact()
  await t.settle()
  assert.equal(shop.posted.length, 2)
  await t.api.delete(`postbackconfigs/${config.id}`)
  await contact()
  await t.settle()
  assert.equal(shop.posted.length, 2)
})

test('PB-02 PB-03 transactions and batches of the product are told of, others of the location are not', async () => {
  const product_transaction_id = merchant.cc_product_transaction_id
  await configured({ resource: 'transaction', product_transaction_id })
  await configured({ resource: 'transactionbatch', product_transaction_id })
  const sale = await made('transactions', 'transaction', saleBody())
  const voided = await t.api.put(`transactions/${sale.id}`, { transaction: { action: 'void' } })
  assert.equal(voided.status, 200)
  const { status } = await t.api.post('transactions', {
    transaction: {
      ...{ action: 'debit', payment_method: 'ach', location_id: merchant.location_id, transaction_amount: '12.00' },
      ...{ product_transaction_id: merchant.ach_product_transaction_id, ach_sec_code: 'WEB', routing: '072403004' },
      ...{ account_number: '12345678901', account_type: 'checking', account_holder_name: 'Pat Testperson' },
    },
  })
  assert.equal(status, 201)
  await t.settle()
  const told = shop.posted.map(({ body, data }) => [body.resource, body.type, data.status_id ?? data.batch_num])
  assert.deepEqual(told.toSorted(), [
    ['transaction', 'CREATE', 101],
    ['transaction', 'UPDATE', 201],
    ['transactionbatch', 'CREATE', 1],
  ])
  const create = shop.posted.find(({ body }) => body.resource === 'transaction')
  const { _links, ...shown } = sale
  assert.deepEqual(create?.data, shown)
  assert.equal(
    shop.posted
      .map(({ text }) => text)
      .join()
      .includes('4111111111111111'),
    false,
  )
})

test('a payment is told of once its outcome is known, and one that was declined like any other', async () => {
  await configured({ resource: 'transaction', product_transaction_id: merchant.cc_product_transaction_id })
  const declined = await made('transactions', 'transaction', saleBody({ transaction_amount: '5.00' }))
  await t.settle()
  assert.deepEqual(
    shop.posted.map(({ body, data }) => [body.type, data.id, data.status_id]),
    [['CREATE', declined.id, declined.status_id]],
  )
})

test('PB-02 account vaults, invoices, paylinks and recurrings are told of as the API shows them', async () => {
  for (const [resource, plural] of [
    ['accountvault', 'accountvaults'],
    ['paylink', 'paylinks'],
    ['quickinvoice', 'quickinvoices'],
    ['recurring', 'recurrings'],
  ] as const) {
    shop.posted.length = 0
    const config = await configured({ resource, on_update: 0 })
    const { _links, ...shown } = await made(plural, resource, await sampleOf({ api: t.api, merchant }, resource))
    await t.settle()
    assert.deepEqual(
      shop.posted.map(({ body, data }) => [body.resource, data]),
      [[resource, shown]],
    )
    await t.api.delete(`postbackconfigs/${config.id}`)
  }
})

test('PB-10 expands stand in data without links, as they were after the event; none for empty or null', async () => {
  await configured({ expands: 'location, created_user,notes' })
  for (const expands of ['', null]) await configured({ expands })
  const one = await contact()
  await t.settle()
  const [full] = shop.posted.filter(({ data }) => 'location' in data)
  assert.equal(full?.data.location.id, merchant.location_id)
  assert.equal(full?.data.created_user.id, merchant.user.user_id)
  assert.deepEqual(full?.data.notes, [])
  assert.equal(full?.body.data.includes('_links'), false)
  const { _links, ...shown } = one
  const others = shop.posted.filter(each => each !== full).map(({ data }) => data)
  assert.deepEqual(others, [shown, shown])
})

test('expands show no more than who set the configuration up may read', async () => {
  const { child_location_id } = merchant
  const user = { username: 'lower', last_name: 'Moss', email: 'moss@example.com', user_type_id: 300 }
  const key = 'a-key-of-sixteen-letters'
  const manager = await made('users', 'user', { ...user, primary_location_id: child_location_id, user_api_key: key })
  const lower = t.as({ 'developer-id': t.developer_id, 'user-id': manager.id, 'user-api-key': key })
  const asked = { location_id: child_location_id, resource: 'contact', url: shop.url, ...ALL, expands: 'created_user' }
  assert.equal((await lower.post('postbackconfigs', { postbackconfig: asked })).status, 201)
  await made('postbackconfigs', 'postbackconfig', { ...asked, expands: 'created_user,location' })
  await contact({ location_id: child_location_id })
  await t.settle()
  const [low, high] = shop.posted
    .map(({ data }) => data)
    .toSorted((one, other) => ('location' in one ? 1 : 0) - ('location' in other ? 1 : 0))
  assert.deepEqual(Object.keys(low.created_user).toSorted(), ['first_name', 'id', 'last_name'])
  assert.equal(high.created_user.username, merchant.user.username)
})

test('GAP-33 data is the record as it was at the event, however late it is delivered', async () => {
  await configured({ number_of_attempts: 2, attempt_interval: 600 })
  shop.answer(500)
  const { id } = await contact({ city: 'First' })
  await t.settle()
  await t.api.put(`contacts/${id}`, { contact: { city: 'Second' } })
  await t.api.put(`contacts/${id}`, { contact: { city: 'Third' } })
  shop.answer(200)
  await t.clock.moveTo(t.clock.seconds() + 600, t.app.worker)
  assert.deepEqual(
    shop.posted.map(({ body, data }) => [body.type, body.number_of_attempts, data.city]),
    [
      ['CREATE', 1, 'First'],
      ['CREATE', 2, 'First'],
      ['UPDATE', 1, 'Second'],
      ['UPDATE', 1, 'Third'],
    ],
  )
})

test('PB-13 PB-14 PB-27 Basic authorization is sent when it is set, and not otherwise', async () => {
  await configured({ basic_auth_username: 'juniper', basic_auth_password: 'Quiet-Harbor-42' })
  await contact()
  await t.settle()
  const config = await configured()
  await contact()
  await t.settle()
  const logins = shop.posted.map(({ headers }) => headers.authorization)
  assert.deepEqual(logins.toSorted(), [
    `Basic ${btoa('juniper:Quiet-Harbor-42')}`,
    `Basic ${btoa('juniper:Quiet-Harbor-42')}`,
    undefined,
  ])
  assert.equal(config.basic_auth_username, undefined)
})

test('PB-11 PB-12 PB-25 PB-28 PB-29 a failed delivery is tried again after the interval, as often as configured', async () => {
  const config = await configured({ number_of_attempts: 3, attempt_interval: 600 })
  shop.answer(500)
  await contact()
  await t.settle()
  const steps: number[] = [shop.posted.length]
  for (const wait of [599, 1, 599, 1, 100_000]) {
    await t.clock.moveTo(t.clock.seconds() + wait, t.app.worker)
    steps.push(shop.posted.length)
  }
  // The clock runs on by itself while the test does, so the first second may be over already.
  assert.deepEqual([steps[0], steps[2], steps[4], steps[5]], [1, 2, 3, 3])
  assert.deepEqual(
    shop.posted.map(({ body }) => body.number_of_attempts),
    [1, 2, 3],
  )
  assert.equal(new Set(shop.posted.map(({ headers }) => headers['webhook-id'])).size, 1)
  const { body } = await t.api.get(`postbacklogs?postback_config_id=${config.id}&expand=attempts`)
  const [log] = body.postbacklogs
  assert.deepEqual([log.postback_status_id, log.number_of_attempts, log.next_run_ts], [4, 3, null])
  assert.deepEqual(
    log.attempts.map((each: Json) => [each.number_of_attempts, each.response_status, each.succeeded, each.error]),
    [3, 2, 1].map(number => [number, 500, false, 'the receiver answered 500']),
  )
  const [third, second, first] = log.attempts
  assert.ok(second.created_ts - first.created_ts >= 600 && third.created_ts - second.created_ts >= 600)
})

test('GAP-34 PB-28 a delivery that succeeds is not tried again, whichever 2xx says so; a redirect does not', async () => {
  await configured({ number_of_attempts: 3, attempt_interval: 60 })
  for (const status of [200, 201, 202, 204, 299]) {
    shop.answer(status)
    await contact()
    await t.settle()
  }
  assert.equal(shop.posted.length, 5)
  shop.answer(response => response.writeHead(302, { location: shop.url }).end())
  await contact()
  await t.settle()
  assert.equal(shop.posted.length, 6, 'the redirect was not followed')
  shop.answer(200)
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  assert.equal(shop.posted.length, 7)
})

test('a notice that is sent again changes nothing of an invoice and tells nobody', async () => {
  await configured({ resource: 'quickinvoice' })
  const body = await sampleOf({ api: t.api, merchant }, 'quickinvoice')
  const { id } = await made('quickinvoices', 'quickinvoice', { ...body, email: 'pat@example.com' })
  assert.equal((await t.api.post(`quickinvoices/${id}/resend`)).status, 204)
  await t.settle()
  assert.deepEqual(types(), ['CREATE'])
  await t.api.put(`quickinvoices/${id}`, { quickinvoice: { title: body.title } })
  await t.settle()
  assert.deepEqual(types(), ['CREATE', 'UPDATE'], 'a PUT is an update whatever it says')
})
