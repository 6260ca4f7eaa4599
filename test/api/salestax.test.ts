import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let place: string

before(async () => {
  t = await newMerchant()
  place = t.merchants[0].location_id
  for (const rate of [
    { location_id: place, tax_rate: '8' },
    { location_id: place, tax_rate: '8.875', zip: '10001', title: 'New York City' },
  ]) {
    assert.equal((await t.api.post('salestaxrates', { salestaxrate: rate })).status, 201)
  }
})

const asked = (query: Record<string, string>) => t.api.get(`salestax?${new URLSearchParams(query)}`)
const fieldsOf = (answer: { body: Json }) => Object.keys(answer.body.errors ?? {})

test('AUTH-HMAC-06 the tax for an amount and a location, by query, by body and by signature', async () => {
  const expected = {
    salestax: { location_id: place, zip: '', amount: '100.00', tax_rate: '8', tax: '8.00', total: '108.00' },
  }
  const answer = await asked({ location_id: place, amount: '100' })
  assert.deepEqual([answer.status, answer.body], [200, expected])
  const posted = await t.api.post('salestax', { salestax: { location_id: place, amount: 100 } })
  assert.deepEqual([posted.status, posted.body], [200, expected])

  const { user } = t.merchants[0]
  const timestamp = String(t.clock.seconds())
  const hash = createHmac('sha256', user.user_hash_key)
    .update(user.user_id + timestamp)
    .digest('hex')
  const signed = { 'developer-id': t.developer_id, 'user-id': user.user_id, timestamp, 'hash-key': hash }
  assert.deepEqual((await t.as(signed).get(`salestax?location_id=${place}&amount=100.00`)).body, expected)
})

test('a rate for the buyer’s ZIP code comes first', async () => {
  const { salestax } = (await asked({ location_id: place, amount: '19.99', zip: '10001' })).body
  assert.deepEqual([salestax.zip, salestax.tax_rate, salestax.tax, salestax.total], ['10001', '8.875', '1.77', '21.76'])
  assert.equal((await asked({ location_id: place, amount: '19.99', zip: '99999' })).body.salestax.tax, '1.60')
})

test('what does not fit is told, all at once, and a location without a rate is told as such', async () => {
  assert.deepEqual(fieldsOf(await asked({})), ['location_id', 'amount'])
  assert.deepEqual(fieldsOf(await t.api.post('salestax', {})), ['location_id', 'amount'])
  for (const amount of ['x', '1.234', '-1', '1e3']) {
    assert.deepEqual(fieldsOf(await asked({ location_id: place, amount })), ['amount'], amount)
  }
  for (const location_id of ['x', 'f0'.repeat(12), t.merchants[1].location_id]) {
    const answer = await asked({ location_id, amount: '1' })
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['location_id']], location_id)
  }
  const none = await asked({ location_id: t.merchants[0].child_location_id, amount: '1' })
  assert.deepEqual(
    [none.status, none.body.errors],
    [422, { location_id: ['No sales tax rate is kept for this location.'] }],
  )
})

test('rates are percentages, one for each ZIP code of a location, kept by administrators', async () => {
  const post = (over: Json) =>
    t.api.post('salestaxrates', { salestaxrate: { location_id: place, tax_rate: '1', ...over } })
  for (const tax_rate of ['', '100', '8,25', '-1', '8.25%', '1.23456']) {
    assert.deepEqual(fieldsOf(await post({ tax_rate, zip: '1' })), ['tax_rate'], tax_rate)
  }
  assert.deepEqual(fieldsOf(await post({ zip: '10001' })), ['zip'])
  assert.deepEqual(fieldsOf(await post({ location_id: t.merchants[1].location_id })), ['location_id'])
  const { child_location_id: location_id } = t.merchants[0]
  assert.equal((await t.clerk.post('salestaxrates', { salestaxrate: { location_id, tax_rate: '1' } })).status, 403)
})
