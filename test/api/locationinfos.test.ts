import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()

const [merchant] = t.merchants
const own = merchant.location_id
const child = merchant.child_location_id

const services = {
  productfiles: 'product_file',
  productaccountvaults: 'product_accountvault',
  productrecurrings: 'product_recurring',
}
for (const [plural, name] of Object.entries(services)) {
  // The sandbox may have given the location this service already; it has it at most once.
  const { status } = await t.api.post(plural, { [name]: { title: name, location_id: own } })
  assert.ok(status === 201 || status === 422)
}
const garden = await t.api.post('tags', { tag: { location_id: own, title: 'garden' } })
assert.equal(garden.status, 201)

async function info(id = own, query = ''): Promise<Json> {
  const { status, body } = await t.api.get(`locationinfos/${id}${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.locationinfo
}

async function listed(query: string, api = t.api): Promise<string[]> {
  const { status, body } = await api.get(`locationinfos${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.locationinfos.map((each: { id: string }) => each.id)
}

test('GAP-22 expand=terminals adds to each product the terminals that charge to it', async () => {
  assert.equal('terminals' in (await info()).product_transactions[0], false)
  const { product_transactions } = await info(own, '?expand=terminals')
  const cards = product_transactions.find((each: Json) => each.id === merchant.cc_product_transaction_id)
  const bank = product_transactions.find((each: Json) => each.id === merchant.ach_product_transaction_id)
  assert.deepEqual(Object.keys(cards.terminals[0]), ['id', 'local_ip_address', 'port', 'title', '_links'])
  assert.equal(cards.terminals.length, 2)
  assert.deepEqual(bank.terminals, [])
})

test('GAP-22 product_transaction_active shows the products in that state only', async () => {
  const id = merchant.child_ach_product_transaction_id
  const off = await t.api.put(`producttransactions/${id}`, { producttransaction: { active: 0 } })
  assert.equal(off.status, 200, JSON.stringify(off.body))
  const shown = async (query: string) => (await info(child, query)).product_transactions.map((each: Json) => each.id)
  assert.equal((await shown('')).length, 2)
  assert.deepEqual(await shown('?product_transaction_active=0'), [id])
  assert.deepEqual(await shown('?product_transaction_active=1'), [merchant.child_cc_product_transaction_id])
  const list = await t.api.get('locationinfos?relationship=child&product_transaction_active=0')
  assert.deepEqual(
    list.body.locationinfos[0].product_transactions.map((each: Json) => each.id),
    [id],
  )
  assert.equal((await t.api.get('locationinfos?product_transaction_active=maybe')).status, 422)
})

test('relationship: the own location unless those below it, or all, are asked for', async () => {
  assert.deepEqual(await listed(''), [own])
  assert.deepEqual(await listed('?relationship=direct'), [own])
  assert.deepEqual(await listed('?relationship=child'), [child])
  assert.deepEqual((await listed('?relationship=all')).toSorted(), [own, child].toSorted())
  assert.deepEqual(await listed('', t.clerk), [child])
  assert.deepEqual(await listed('?relationship=child', t.clerk), [])
  assert.deepEqual(await listed('?relationship=all', t.clerk), [child])
  assert.deepEqual((await t.api.get('locationinfos?relationship=cousin')).body.errors, {
    relationship: ['Relationship must be one of direct, child, all.'],
  })
})

test('other filters narrow what the relationship leaves', async () => {
  assert.deepEqual(await listed(`?id=${child}`), [])
  assert.deepEqual(await listed(`?id=${child},${own}&relationship=child`), [child])
  assert.deepEqual(await listed('?relationship=all&zip=14850&sort=name'), [own, child])
  assert.deepEqual(await listed('?relationship=all&zip=99999'), [])
  assert.equal((await t.api.get('locationinfos?shoe_size=9')).status, 422)
})

test('LI-24 the meta counts, links and sorts like every list', async () => {
  const { meta } = (await t.api.get('locationinfos?relationship=all&page_size=1')).body
  assert.deepEqual([meta.pagination.totalCount, meta.pagination.pageCount, meta.pagination.perPage], [2, 2, 1])
  assert.ok(meta.pagination.links.next.href.endsWith('/v2/locationinfos?page_size=1&relationship=all&page=2'))
  assert.deepEqual(meta.sort.attributes, { created_ts: 'desc' })
  const first = (await t.api.get('locationinfos')).body.meta.pagination
  assert.equal(first.totalCount, 1)
  assert.ok(first.links.self.href.endsWith('/v2/locationinfos?relationship=direct&page=1'))
})

test('a location info is seen by who sees the location', async () => {
  assert.equal((await t.clerk.get(`locationinfos/${own}`)).status, 404)
  assert.equal((await t.clerk.get(`locationinfos/${child}`)).status, 200)
  assert.equal((await t.stranger.get(`locationinfos/${child}`)).status, 404)
})

test('LI-26 only GET is offered', async () => {
  for (const path of ['locationinfos', `locationinfos/${own}`]) {
    assert.equal((await t.api.post(path, { locationinfo: {} })).status, 405)
    assert.equal((await t.api.put(path, { locationinfo: {} })).status, 405)
    assert.equal((await t.api.delete(path)).status, 405)
  }
})

test('a page takes the same number of queries however many locations it has', async () => {
  const { query } = t.db
  let asked = 0
  t.db.query = (text, values) => {
    // Cached credentials are reloaded now and then.
    if (!/credential_version|from developer|"user" u/.test(text)) asked += 1
    return query.call(t.db, text, values) as never
  }
  /** The gateway's own periodic queries can only add to a count, so the least of three is the page's. */
  const queriesFor = async (path: string, locations: number) => {
    const counts: number[] = []
    for (const _ of [1, 2, 3]) {
      asked = 0
      assert.equal((await listed(path)).length, locations)
      counts.push(asked)
    }
    return Math.min(...counts)
  }
  const one = await queriesFor('?relationship=all&page_size=1', 1)
  const two = await queriesFor('?relationship=all&page_size=2', 2)
  t.db.query = query
  assert.ok(one > 0)
  assert.equal(two, one)
})
