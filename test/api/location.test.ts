import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [mine, theirs] = t.merchants
const base = { parent_id: mine.location_id, name: 'Branch', branding_domain_url: 'branch.example' }
const create = async (over: object = {}) =>
  (await t.api.post('locations', { location: { ...base, ...over } })).body.location

test('GAP-03 LOC-02 LOC-32 LOC-33 LOC-34 LOC-35 LOC-36 a location is made, changed, read and listed; its id and times are of the gateway', async () => {
  const own = { id: '0'.repeat(24), created_ts: 1, modified_ts: 1 }
  const answer = await t.api.post('locations', { location: { ...base, ...own, name: 'Orchard' } })
  assert.deepEqual([answer.status, Object.keys(answer.body)], [201, ['location']])
  const made = answer.body.location
  assert.match(made.id, /^[\w-]{24,36}$/)
  assert.notEqual(made.id, own.id)
  for (const stamp of [made.created_ts, made.modified_ts]) assert.match(String(stamp), /^\d{10}$/)
  const changed = await t.api.put(`locations/${made.id}`, { location: { ...own, name: 'Orchard and mill' } })
  assert.deepEqual([changed.status, changed.body.location.name], [200, 'Orchard and mill'])
  assert.deepEqual([changed.body.location.id, changed.body.location.created_ts], [made.id, made.created_ts])
  assert.deepEqual((await t.api.get(`locations/${made.id}`)).body, changed.body)
  const { body } = await t.api.get('locations?name=Orchard and mill&page_size=1')
  assert.deepEqual(Object.keys(body), ['locations', 'meta'])
  assert.deepEqual([body.locations[0].id, body.meta.pagination.totalCount], [made.id, 1])
})

test('LOC-23 LOC-38 the company of its software is stored, and embedded as the contract has it', async () => {
  const [company] = await t.db.query<{ id: string }>('select id from developercompany where root_id = $1', [
    t.merchants[0].location_id,
  ])
  const { id } = await create()
  const put = await t.api.put(`locations/${id}`, { location: { developer_company_id: company!.id } })
  assert.deepEqual([put.status, put.body.location?.developer_company_id], [200, company!.id])
  const { body } = await t.api.get(`locations/${id}?expand=developer_company`)
  const keys = [
    'id',
    'title',
    'description',
    'created_ts',
    'modified_ts',
    'created_user_id',
    'modified_user_id',
    '_links',
  ]
  assert.deepEqual(Object.keys(body.location.developer_company), keys)
})

test('GAP-03 LOC-26 LOC-27 keys are generated, whatever is sent', async () => {
  const made = await create({ location_api_key: 'x'.repeat(36), ticket_hash_key: 'y'.repeat(36) })
  assert.equal(made.location_api_key.length, 36)
  assert.notEqual(made.location_api_key, 'x'.repeat(36))
  assert.equal(made.ticket_hash_key.length, 36)
})

test('GEN-03 a location sees what lies below it, also after it moved', async () => {
  const branch = await create({ parent_id: mine.child_location_id, name: 'Below the child' })
  const tag = { title: 'below', location_id: branch.id }
  const made = (await t.api.post('tags', { tag })).body.tag
  assert.equal((await t.clerk.get(`tags/${made.id}`)).status, 200)
  assert.equal((await t.clerk.get('tags')).body.meta.pagination.totalCount, 1)

  const moved = await t.api.put(`locations/${branch.id}`, { location: { parent_id: mine.location_id } })
  assert.equal(moved.status, 200)
  assert.equal((await t.clerk.get(`tags/${made.id}`)).status, 404)
  assert.equal((await t.clerk.get('tags')).body.meta.pagination.totalCount, 0)

  await t.api.put(`locations/${branch.id}`, { location: { parent_id: mine.child_location_id } })
  assert.equal((await t.clerk.get(`tags/${made.id}`)).status, 200)
})

test('a location never moves below itself, nor to another tree, and the root stays', async () => {
  const upper = await create({ name: 'Upper' })
  const lower = await create({ name: 'Lower', parent_id: upper.id })
  for (const [id, parent_id] of [
    [upper.id, lower.id],
    [upper.id, upper.id],
    [upper.id, theirs.location_id],
    [mine.location_id, upper.id],
  ]) {
    const answer = await t.api.put(`locations/${id}`, { location: { parent_id } })
    assert.equal(answer.status, 422, `${id} below ${parent_id}`)
    assert.deepEqual(Object.keys(answer.body.errors), ['parent_id'])
  }
})

test('moves that would close a circle together leave a tree', async () => {
  const a = await create({ name: 'A' })
  const b = await create({ name: 'B' })
  const answers = await Promise.all([
    t.api.put(`locations/${a.id}`, { location: { parent_id: b.id } }),
    t.api.put(`locations/${b.id}`, { location: { parent_id: a.id } }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  const [first, second] = [
    (await t.api.get(`locations/${a.id}`)).body.location,
    (await t.api.get(`locations/${b.id}`)).body.location,
  ]
  assert.ok(!(first.parent_id === b.id && second.parent_id === a.id))
})
