import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const noun = {
  productfiles: 'product_file',
  productaccountvaults: 'product_accountvault',
  productrecurrings: 'product_recurring',
}

/** A location without any service. */
async function place(): Promise<string> {
  const location = { parent_id: merchant.location_id, name: 'Kiosk', branding_domain_url: merchant.user.domain }
  return (await t.api.post('locations', { location })).body.location.id
}

for (const [plural, name] of Object.entries(noun)) {
  test(`a location has one ${name} at most`, async () => {
    const location_id = await place()
    const made = await t.api.post(plural, { [name]: { title: 'Service', location_id } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal(made.body[name].active, 1)
    assert.equal(made.body[name].created_user_id, merchant.user.user_id)
    const again = await t.api.post(plural, { [name]: { title: 'Service', location_id } })
    assert.equal(again.status, 422)
    assert.deepEqual(again.body.errors, { location_id: ['Location Id has already been taken.'] })
  })

  test(`a ${name} is seen and changed by its own merchant only, and never deleted`, async () => {
    const location_id = await place()
    const { id } = (await t.api.post(plural, { [name]: { title: 'Service', location_id } })).body[name]
    const changed = await t.api.put(`${plural}/${id}`, { [name]: { active: 0, location_id: merchant.location_id } })
    assert.equal(changed.body[name].active, 0)
    assert.equal(changed.body[name].location_id, location_id)
    assert.equal((await t.stranger.get(`${plural}/${id}`)).status, 404)
    const list = await t.api.get(`${plural}?location_id=${location_id}`)
    assert.deepEqual(list.body[plural], [changed.body[name]])
    assert.equal((await t.api.delete(`${plural}/${id}`)).status, 405)
    const elsewhere = await t.api.post(plural, {
      [name]: { title: 'Service', location_id: t.merchants[1].location_id },
    })
    assert.deepEqual(elsewhere.body.errors, { location_id: ['location_id provided is not valid'] })
  })
}

test('the file service starts with five megabytes a file, and its prices are decimals', async () => {
  const { body } = await t.api.post('productfiles', {
    product_file: { title: 'Files', location_id: await place(), monthly_fee: '4.5' },
  })
  assert.equal(body.product_file.max_file_size_bytes, 5242880)
  assert.equal(body.product_file.monthly_fee, '4.50')
  assert.equal(body.product_file.increment_cost, '0.00')
})

test('a service is billed to its own location unless another of the tree is named', async () => {
  const location_id = await place()
  const post = (over: object) =>
    t.api.post('productrecurrings', { product_recurring: { title: 'Billing', location_id, ...over } })
  const refused = await post({ billing_location_id: t.merchants[1].location_id })
  assert.deepEqual(refused.body.errors, { billing_location_id: ['billing_location_id provided is not valid'] })
  const { body } = await post({})
  assert.equal(body.product_recurring.billing_location_id, location_id)
  assert.equal(body.product_recurring.require_full_payment, 0)
})

test('services accept the wrappers that public clients send', async () => {
  for (const [path, name] of [
    ['productfiles', 'product_file'],
    ['productrecurrings', 'product_recurring'],
  ] as const) {
    const [known] = (await t.api.get(path)).body[path]
    const title = `By ${name}`
    const { status, body } = await t.api.put(`${path}/${known.id}`, { [name.replace('_', '')]: { title } })
    assert.deepEqual([status, body[name].title], [200, title])
    assert.equal((await t.api.get(`${name.replace('_', '')}/view?id=${known.id}`)).body[name].id, known.id)
  }
})
