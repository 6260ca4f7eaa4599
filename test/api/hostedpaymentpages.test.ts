import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { madePage } from '../support/hosted-pages.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { refused } from '../support/vaults.ts'

let t: Shop
before(async () => {
  t = await newMerchant()
})

const sent = (over: Json = {}) => {
  const { location_id, cc_product_transaction_id: product_transaction_id } = t.merchants[0]
  return { hostedpaymentpage: { location_id, product_transaction_id, title: 'Donations', ...over } }
}
const make = (over: Json = {}) => t.api.post('hostedpaymentpages', sent(over))
const fields = (...list: Json[]) => ({ field_configuration: { body: { fields: list } } })

test('a page is made with a key of 32 characters of its own, and shows it to who may change pages', async () => {
  const [one, other] = [await madePage(t.api, t.merchants[0]), await madePage(t.api, t.merchants[0])]
  assert.match(one.encryption_key, /^[0-9a-f]{32}$/)
  assert.notEqual(one.encryption_key, other.encryption_key)
  assert.deepEqual([one.redirect_url_delay, one.user_id], [15, t.merchants[0].user.user_id])
  assert.equal(
    (await t.api.get(`hostedpaymentpages/${one.id}`)).body.hostedpaymentpage.encryption_key,
    one.encryption_key,
  )
  const at_child = await make({
    location_id: t.merchants[0].child_location_id,
    product_transaction_id: t.merchants[0].child_cc_product_transaction_id,
  })
  const seen = await t.clerk.get(`hostedpaymentpages/${at_child.body.hostedpaymentpage.id}`)
  assert.deepEqual([seen.status, seen.body.hostedpaymentpage.encryption_key], [200, null])
  assert.equal((await t.clerk.post('hostedpaymentpages', sent())).status, 403)
})

test('a page is read with its location, product, makers and payments', async () => {
  const { id } = await madePage(t.api, t.merchants[0])
  const expand = 'location,product_transaction,created_user,modified_user,transactions'
  const { hostedpaymentpage: page } = (await t.api.get(`hostedpaymentpages/${id}?expand=${expand}`)).body
  assert.deepEqual(
    [page.location.id, page.product_transaction.id, page.created_user.id, page.transactions],
    [t.merchants[0].location_id, t.merchants[0].cc_product_transaction_id, t.merchants[0].user.user_id, []],
  )
})

test('a page that was read can be sent back as it is', async () => {
  const made = await madePage(t.api, t.merchants[0], { min_payment_amount: '1.00', ...fields({ id: 'description' }) })
  const { body, status } = await t.api.put(`hostedpaymentpages/${made.id}`, { hostedpaymentpage: made })
  assert.equal(status, 200)
  assert.deepEqual({ ...body.hostedpaymentpage, modified_ts: 0 }, { ...made, modified_ts: 0 })
})

test('the product has to be of that location, in use, and allow such pages', async () => {
  const of = (product_transaction_id: string) => make({ product_transaction_id })
  assert.deepEqual(refused(await of(t.merchants[0].child_cc_product_transaction_id)), ['product_transaction_id'])
  assert.deepEqual(refused(await of(t.merchants[1].cc_product_transaction_id)), ['product_transaction_id'])
  const { location_id } = t.merchants[0]
  const producttransaction = {
    ...{ location_id, title: 'More', payment_method: 'cc', processor: 'zgate', industry_type: 'ecommerce' },
  }
  const made = (await t.api.post('producttransactions', { producttransaction })).body.producttransaction
  assert.match((await of(made.id)).text, /does not allow hosted payment pages/)
})

test('a product has as many pages as it says, also when they are made at the same time', async () => {
  const { location_id } = t.merchants[0]
  const producttransaction = {
    ...{ location_id, title: 'Few', payment_method: 'cc', processor: 'zgate', industry_type: 'ecommerce' },
    ...{ hosted_payment_page_allow: 1, hosted_payment_page_max_allowed: 2 },
  }
  const { id } = (await t.api.post('producttransactions', { producttransaction })).body.producttransaction
  const answers = await Promise.all(Array.from({ length: 5 }, () => make({ product_transaction_id: id })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 422, 422, 422])
  const made = answers.find(({ status }) => status === 201)!.body.hostedpaymentpage.id
  assert.equal((await t.api.delete(`hostedpaymentpages/${made}`)).status, 204)
  assert.equal((await make({ product_transaction_id: id })).status, 201)
})

test('what does not fit is told on its field', async () => {
  const all: [Json, string][] = [
    [{ title: '' }, 'title'],
    [{ redirect_url_delay: 16 }, 'redirect_url_delay'],
    [{ redirect_url_on_approve: 'javascript:alert(1)' }, 'redirect_url_on_approve'],
    [{ parent_origin: 'https://shop.example/path' }, 'parent_origin'],
    [{ parent_origin: "https://shop.example;script-src 'unsafe-inline'" }, 'parent_origin'],
    [{ min_payment_amount: '5', max_payment_amount: '4' }, 'max_payment_amount'],
    [{ field_configuration: [] }, 'field_configuration'],
    [fields({ label: 'No id' }), 'field_configuration'],
    [fields({ id: 'location_id', value: 'x', visible: false }), 'field_configuration'],
    [fields({ id: 'cvv', value: '999' }), 'field_configuration'],
    [fields({ id: 'action', value: 'sale', visible: true }), 'field_configuration'],
    [fields({ id: 'description' }, { id: 'description' }), 'field_configuration'],
    [fields({ id: 'description', value: '4111111111111111' }), 'field_configuration'],
  ]
  for (const [over, field] of all) assert.deepEqual(refused(await make(over)), [field], JSON.stringify(over))
  assert.equal((await make(fields({ id: 'account_number', label: 'Card' }, { id: 'cvv' }))).status, 201)
})

test('a new key ends the old one, and neither is in the changelog or a log', async () => {
  const { id, encryption_key } = await madePage(t.api, t.merchants[0])
  const { status, body } = await t.api.post(`hostedpaymentpages/${id}/generateencryptionkey`)
  const renewed = body.hostedpaymentpage.encryption_key
  assert.equal(status, 200)
  assert.match(renewed, /^[0-9a-f]{32}$/)
  assert.notEqual(renewed, encryption_key)
  const { text } = await t.api.get(`hostedpaymentpages/${id}?expand=changelogs`)
  assert.ok(!text.includes(encryption_key) && !t.logged().includes(renewed))
})
