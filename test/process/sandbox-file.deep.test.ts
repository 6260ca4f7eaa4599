import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { SeededMerchant, SeededUser } from '../../sandbox/seed.ts'
import { createTestDatabase } from '../support/database.ts'
import { startGateway, startProcess, temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('sandbox_file')
const gateway = await startGateway(home, { DATABASE_URL: database.url })
after(database.drop)
const { sandbox } = gateway
const merchants = sandbox.merchants as [SeededMerchant, SeededMerchant]

const read = async (noun: string, plural: string, id: string, as: SeededUser) => {
  const { status, body } = await gateway.call('GET', `/v2/${plural}/${id}`, undefined, { as })
  return status === 200 ? body[noun] : status
}
const locationOf = (id: string, as: SeededUser) => read('location', 'locations', id, as)
const productOf = (id: string, as: SeededUser) => read('producttransaction', 'producttransactions', id, as)

const MERCHANT = [
  ...['name', 'location_id', 'child_location_id', 'user', 'clerk', 'cc_product_transaction_id'],
  ...['ach_product_transaction_id', 'child_cc_product_transaction_id', 'child_ach_product_transaction_id'],
  ...['contact_id', 'terminal_id', 'terminal_id_without_signature', 'location_api_key', 'ticket_hash_key'],
]
const USER = ['user_id', 'user_api_key', 'user_hash_key', 'username', 'password', 'domain']

test('sandbox.json is for its owner only, whole, and names two merchants with every field filled', () => {
  assert.equal(statSync(join(home, 'sandbox.json')).mode & 0o777, 0o600)
  assert.equal(sandbox.base_url, gateway.url)
  assert.equal(merchants.length, 2)
  assert.match(sandbox.developer_id, /./)
  for (const merchant of merchants) {
    assert.deepEqual(Object.keys(merchant).toSorted(), MERCHANT.toSorted())
    for (const user of [merchant.user, merchant.clerk]) {
      assert.deepEqual(Object.keys(user).toSorted(), USER.toSorted())
      for (const value of Object.values(user)) assert.match(value, /./)
    }
  }
})

test('each location is a tree of two with keys, the root with a default card product only, the child with both', async () => {
  for (const merchant of merchants) {
    const root = await locationOf(merchant.location_id, merchant.user)
    const child = await locationOf(merchant.child_location_id, merchant.user)
    assert.equal(root.parent_id, null)
    assert.equal(root.name, merchant.name)
    assert.equal(root.location_api_key, merchant.location_api_key)
    assert.equal(root.ticket_hash_key, merchant.ticket_hash_key)
    assert.deepEqual([root.default_cc, root.default_ach], [merchant.cc_product_transaction_id, null])
    assert.equal(child.parent_id, merchant.location_id)
    assert.deepEqual(
      [child.default_cc, child.default_ach],
      [merchant.child_cc_product_transaction_id, merchant.child_ach_product_transaction_id],
    )
  }
})

test('each product is where its name says and takes what its name says', async () => {
  for (const merchant of merchants) {
    const { location_id, child_location_id, user } = merchant
    const products = [
      [merchant.cc_product_transaction_id, location_id, 'cc'],
      [merchant.ach_product_transaction_id, location_id, 'ach'],
      [merchant.child_cc_product_transaction_id, child_location_id, 'cc'],
      [merchant.child_ach_product_transaction_id, child_location_id, 'ach'],
    ] as const
    for (const [id, place, method] of products) {
      const product = await productOf(id, user)
      assert.deepEqual([product.location_id, product.payment_method, product.active], [place, method, 1])
    }
  }
})

test('the user administrates the root, the clerk sees the child only', async () => {
  for (const { user, clerk, location_id, child_location_id } of merchants) {
    const admin = await read('user', 'users', user.user_id, user)
    assert.deepEqual([admin.primary_location_id, admin.user_type_id], [location_id, 250])
    assert.deepEqual([admin.username, admin.branding_domain_url], [user.username, user.domain])
    const self = await read('user', 'users', clerk.user_id, clerk)
    assert.deepEqual([self.primary_location_id, self.username], [child_location_id, clerk.username])
    assert.equal(await locationOf(location_id, clerk), 404)
    assert.equal((await locationOf(child_location_id, clerk)).id, child_location_id)
  }
})

test('the contact can be written to, and one of the terminals captures signatures', async () => {
  for (const merchant of merchants) {
    const payer = await read('contact', 'contacts', merchant.contact_id, merchant.user)
    assert.match(payer.email, /@/)
    assert.match(payer.cell_phone, /^\d{10}$/)
    const signing = await read('terminal', 'terminals', merchant.terminal_id, merchant.user)
    const plain = await read('terminal', 'terminals', merchant.terminal_id_without_signature, merchant.user)
    assert.deepEqual([signing.sig_capture_enable, plain.sig_capture_enable], [1, 0])
  }
})

test('nothing of one merchant exists for the other', async () => {
  const [first, second] = merchants
  assert.equal(await locationOf(first.location_id, second.user), 404)
  assert.equal(await productOf(first.cc_product_transaction_id, second.user), 404)
  assert.equal(await read('contact', 'contacts', first.contact_id, second.user), 404)
  assert.equal(await read('terminal', 'terminals', first.terminal_id, second.user), 404)
  assert.equal(await read('user', 'users', first.user.user_id, second.user), 404)
})

test('sandbox.json names an OAuth client', () => {
  const { oauth } = sandbox
  assert.deepEqual(Object.keys(oauth!).toSorted(), ['auth_url', 'client_id', 'client_secret', 'redirect_uris'])
  assert.equal(oauth!.auth_url, gateway.url)
  assert.deepEqual(oauth!.redirect_uris, ['http://127.0.0.1:9999/callback'])
  for (const value of [oauth!.client_id, oauth!.client_secret]) assert.match(String(value), /./)
})

test('the password of a sandbox that is not on loopback is printed once, and its home keeps the mark only', async () => {
  const home = temporaryHome()
  // A way to write an address of this machine that does not count as one that only this machine reaches.
  const other = await createTestDatabase('sandbox_password')
  after(other.drop)
  const settings = { DATABASE_URL: other.url, HOST: '::ffff:127.0.0.1' }
  const first = await startProcess(home, settings)
  const password = /password of this sandbox is (\w{20}) /.exec(await first.complaint())?.[1] ?? ''
  const kept = readFileSync(join(home, 'sandbox-password'), 'utf8')
  assert.match(kept, /^\$argon2id\$/)
  assert.ok(!kept.includes(password))
  assert.equal(statSync(join(home, 'sandbox-password')).mode & 0o777, 0o600)
  assert.match(await first.complaint(), /listens on/)
  await first.end()
  const again = await startProcess(home, settings)
  assert.match(await again.complaint(), /listens on/)
  const { port } = new URL(again.url)
  const clock = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/sandbox/clock`, { headers })
  assert.equal((await clock({})).status, 401)
  const authorization = `Basic ${Buffer.from(`x:${password}`).toString('base64')}`
  assert.equal((await clock({ authorization })).status, 200)
  await again.end()
})
