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

async function created(over: object = {}) {
  const { status, body } = await t.api.post('postbackconfigs', { postbackconfig: { ...config, ...over } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.postbackconfig
}

test('GAP-09 GAP-23 PB-15 POST with location, resource and url answers the configuration with its start values', async () => {
  const { id, created_ts, modified_ts, _links, ...made } = await created()
  assert.deepEqual(made, {
    ...{ location_id: merchant.location_id, resource: 'contact', on_create: 1, on_update: 0, on_delete: 0 },
    ...{ url: 'https://shop.example/postback', is_active: 1, format: 'api-default', number_of_attempts: 1 },
    ...{ attempt_interval: 300, expands: null, product_transaction_id: null, disabled_ts: null, disabled_reason: null },
    oauthgrant_id: null,
  })
  assert.equal(_links.self.href, `http://127.0.0.1:8080/v2/postbackconfigs/${id}`)
  assert.equal(modified_ts, created_ts)
})

test('location_id, resource and url are required', async () => {
  const { status, body } = await t.api.post('postbackconfigs', { postbackconfig: {} })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors), ['location_id', 'resource', 'url'])
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
