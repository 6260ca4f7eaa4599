import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const config = {
  location_id: merchant.location_id,
  resource: 'contact',
  url: 'https://shop.example/postback',
  on_create: true,
}
const ofTransactions = {
  ...config,
  resource: 'transaction',
  product_transaction_id: merchant.cc_product_transaction_id,
}

async function created(over: object = {}) {
  const { status, body } = await t.api.post('postbackconfigs', { postbackconfig: { ...config, ...over } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.postbackconfig
}

async function refused(over: object): Promise<Record<string, string[]>> {
  const { status, body } = await t.api.post('postbackconfigs', { postbackconfig: { ...config, ...over } })
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

test('GAP-09 GAP-23 PB-15 POST with location, resource and url answers the configuration with its start values', async () => {
  const { id, created_ts, modified_ts, _links, ...made } = await created()
  assert.deepEqual(made, {
    ...{ location_id: merchant.location_id, resource: 'contact', on_create: 1, on_update: 0, on_delete: 0 },
    ...{ url: 'https://shop.example/postback', is_active: 1, format: 'api-default', number_of_attempts: 1 },
    ...{ attempt_interval: 300, expands: null, product_transaction_id: null, disabled_ts: null, disabled_reason: null },
  })
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/postbackconfigs/${id}`)
  assert.equal(modified_ts, created_ts)
})

test('location_id, resource and url are required', async () => {
  const { status, body } = await t.api.post('postbackconfigs', { postbackconfig: {} })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors), ['location_id', 'resource', 'url'])
})

test('PB-02 resource is one of the nouns whose changes can be posted', async () => {
  for (const resource of ['contact', 'accountvault', 'quickinvoice', 'paylink', 'recurring']) {
    assert.equal((await created({ resource })).resource, resource)
  }
  for (const resource of ['transaction', 'transactionbatch']) {
    assert.equal((await created({ ...ofTransactions, resource })).resource, resource)
  }
  assert.ok((await refused({ resource: 'location' })).resource)
})

test('PB-03 PB-30 product_transaction_id is required for transaction and transactionbatch, null otherwise', async () => {
  for (const resource of ['transaction', 'transactionbatch']) {
    assert.deepEqual(await refused({ resource }), {
      product_transaction_id: ['Product Transaction Id cannot be blank.'],
    })
  }
  const { product_transaction_id } = ofTransactions
  assert.equal((await created(ofTransactions)).product_transaction_id, product_transaction_id)
  assert.equal((await created({ product_transaction_id })).product_transaction_id, null)
  const notValid = ['product_transaction_id provided is not valid']
  const elsewhere = [merchant.child_cc_product_transaction_id, t.merchants[1].cc_product_transaction_id]
  for (const id of elsewhere) {
    assert.deepEqual(
      (await refused({ ...ofTransactions, product_transaction_id: id })).product_transaction_id,
      notValid,
    )
  }
})

test('PB-03 a change cannot take the product away, and a contact configuration never gets one', async () => {
  const made = await created(ofTransactions)
  const put = (id: string, change: object) => t.api.put(`postbackconfigs/${id}`, { postbackconfig: change })
  assert.equal((await put(made.id, { product_transaction_id: null })).status, 422)
  const other = await put(made.id, { product_transaction_id: merchant.ach_product_transaction_id })
  assert.equal(other.body.postbackconfig.product_transaction_id, merchant.ach_product_transaction_id)
  const ofContacts = await created()
  const changed = await put(ofContacts.id, { product_transaction_id: merchant.cc_product_transaction_id })
  assert.equal(changed.body.postbackconfig.product_transaction_id, null)
})

test('PB-04 url is an http or https address without credentials', async () => {
  await created({ url: 'http://127.0.0.1:9999/hook?x=1' })
  for (const url of ['ftp://shop.example/', 'shop.example', 'javascript:alert(1)', 'https://']) {
    assert.deepEqual((await refused({ url })).url, ['Url must be an http or https address.'], url)
  }
  assert.ok((await refused({ url: 'https://me:secret@shop.example/' })).url)
  assert.ok((await refused({ url: `https://shop.example/${'x'.repeat(500)}` })).url)
})

test('PB-05 PB-06 PB-07 PB-08 flags are read in every form and written as 1 and 0', async () => {
  const made = await created({ on_create: '0', on_update: '1', on_delete: 1, is_active: false })
  assert.deepEqual([made.on_create, made.on_update, made.on_delete, made.is_active], [0, 1, 1, 0])
  assert.ok((await refused({ on_create: 'yes' })).on_create)
})

test('PB-09 format is api-default, or api-form for receivers that read forms', async () => {
  assert.equal((await created({ format: 'api-default' })).format, 'api-default')
  assert.equal((await created({ format: 'api-form' })).format, 'api-form')
  assert.ok((await refused({ format: 'xml' })).format)
})

test('PB-10 expands are names the posted records have; empty or null is none', async () => {
  assert.equal(
    (await created({ ...ofTransactions, expands: 'contact,account_vault' })).expands,
    'contact,account_vault',
  )
  assert.equal((await created({ expands: '' })).expands, '')
  assert.equal((await created({ expands: null })).expands, null)
  assert.deepEqual((await refused({ expands: 'location,shoe_size' })).expands, [
    'Expands has names that contact records do not have: shoe_size.',
  ])
  const made = await created()
  assert.equal(
    (await t.api.put(`postbackconfigs/${made.id}`, { postbackconfig: { expands: 'shoe_size' } })).status,
    422,
  )
})

test('PB-11 PB-12 attempts and interval are bounded', async () => {
  const made = await created({ number_of_attempts: 100, attempt_interval: 86400 })
  assert.deepEqual([made.number_of_attempts, made.attempt_interval], [100, 86400])
  assert.equal((await created({ number_of_attempts: '3', attempt_interval: 1 })).number_of_attempts, 3)
  assert.ok((await refused({ number_of_attempts: 0 })).number_of_attempts)
  assert.ok((await refused({ number_of_attempts: 101 })).number_of_attempts)
  assert.ok((await refused({ attempt_interval: 86401 })).attempt_interval)
  assert.ok((await refused({ attempt_interval: -1 })).attempt_interval)
})

test('GAP-23 PB-16 PUT changes what was sent; resource and location stay', async () => {
  const made = await created()
  const change = {
    is_active: 0,
    url: 'https://shop.example/new',
    resource: 'paylink',
    location_id: merchant.child_location_id,
  }
  const { status, body, headers } = await t.api.put(`postbackconfigs/${made.id}`, { postbackconfig: change })
  assert.equal(status, 200)
  assert.deepEqual(body.postbackconfig, {
    ...made,
    is_active: 0,
    url: change.url,
    modified_ts: body.postbackconfig.modified_ts,
  })
  assert.equal(headers['tollgate-ignored-fields'], 'resource, location_id')
})

test('GAP-24 PB-17 DELETE answers 204 and the configuration is gone', async () => {
  const made = await created()
  assert.equal((await t.stranger.delete(`postbackconfigs/${made.id}`)).status, 404)
  assert.equal((await t.api.delete(`postbackconfigs/${made.id}`)).status, 204)
  assert.equal((await t.api.get(`postbackconfigs/${made.id}`)).status, 404)
  assert.equal((await t.api.delete(`postbackconfigs/${made.id}`)).status, 404)
})

test('GAP-25 configurations are listed by location, resource and is_active', async () => {
  const made = await created({ location_id: merchant.child_location_id, resource: 'paylink', is_active: 0 })
  const query = `location_id=${merchant.child_location_id}&resource=paylink&is_active=0`
  const { body } = await t.api.get(`postbackconfigs?${query}`)
  assert.deepEqual(body.postbackconfigs, [made])
  assert.equal((await t.stranger.get('postbackconfigs')).body.postbackconfigs.length, 0)
})
