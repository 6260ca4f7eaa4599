import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compose, NESTED_KEYS } from './locationinfo.operations.ts'

const found = {
  id: 'L',
  name: 'Juniper Garden Works',
  _links: { self: { href: 'https://pay.example/v2/locationinfos/L' } },
  product_transactions: [
    { id: 'P1', active: 1, title: 'Cards', surcharge_id: 'S', merchant_id: 'secret to this view' },
    { id: 'P2', active: 0, title: 'Old cards' },
  ],
  product_file: null,
  product_accountvault: { id: 'V', title: 'Vault', something: 'else' },
  product_recurring: null,
  branding_domain: { id: 'D', url: 'juniper.example', aes_key: null, created_ts: 1 },
  terminals: [
    { id: 'T1', title: 'Front', port: 10009, serial_number: '1', default_product_transaction_id: 'P1' },
    { id: 'T2', title: 'Back', port: 10009, serial_number: '2', default_product_transaction_id: null },
  ],
  tags: [{ id: 'G', title: 'garden' }],
  surcharges: [{ id: 'S', title: 'Credit cards' }],
}

test('LI-02 the links are self and location', () => {
  const { _links } = compose(found, { active: null, terminals_of_products: false, surcharges: false })
  assert.deepEqual(_links, {
    self: { href: 'https://pay.example/v2/locationinfos/L' },
    location: { href: 'https://pay.example/v2/locations/L' },
  })
})

test('LI-04 LI-22 records inside have exactly the keys of the contract', () => {
  const info = compose(found, { active: null, terminals_of_products: false, surcharges: false })
  const [product] = info.product_transactions as object[]
  assert.deepEqual(Object.keys(product!), NESTED_KEYS.product_transactions)
  assert.deepEqual(Object.keys(info.branding_domain as object), NESTED_KEYS.branding_domain)
  assert.deepEqual(Object.keys(info.product_accountvault as object), NESTED_KEYS.product_accountvault)
  assert.deepEqual(Object.keys((info.terminals as object[])[0]!), NESTED_KEYS.terminals)
  assert.equal(info.product_file, null)
  assert.deepEqual(info.tags, found.tags)
})

test('a surcharge stands with its product, and by itself for who asks', () => {
  const selection = { active: null, terminals_of_products: false }
  const plain = compose(found, { ...selection, surcharges: false })
  const surcharge = (product: object) => (product as { surcharge: unknown }).surcharge
  assert.deepEqual((plain.product_transactions as object[]).map(surcharge), [found.surcharges[0], null])
  assert.ok(!('surcharges' in plain))
  assert.deepEqual(compose(found, { ...selection, surcharges: true }).surcharges, found.surcharges)
})

test('products can be cut down to those that are active, or are not', () => {
  const titles = (active: boolean | null) =>
    (
      compose(found, { active, terminals_of_products: false, surcharges: false }).product_transactions as {
        title: string
      }[]
    ).map(each => each.title)
  assert.deepEqual(titles(null), ['Cards', 'Old cards'])
  assert.deepEqual(titles(true), ['Cards'])
  assert.deepEqual(titles(false), ['Old cards'])
})

test('each product lists the terminals that charge to it when that is wanted', () => {
  const info = compose(found, { active: null, terminals_of_products: true, surcharges: false })
  const products = info.product_transactions as { terminals: { id: string }[] }[]
  assert.deepEqual(
    products.map(product => product.terminals.map(each => each.id)),
    [['T1'], []],
  )
  assert.deepEqual(Object.keys(products[0]!.terminals[0]!), NESTED_KEYS.terminals)
})
