import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [mine, theirs] = t.merchants

async function tagNamed(title: string): Promise<string> {
  const answer = await t.api.post('tags', { tag: { title, location_id: mine.location_id } })
  assert.equal(answer.status, 201)
  return answer.body.tag.id
}

test('TAG-01 TAG-04 TAG-05 TAG-07 a tag is created and answers wrapped, with its link', async () => {
  const { status, body } = await t.api.post('tags', { tag: { title: 'Garden', location_id: mine.location_id } })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body), ['tag'])
  assert.match(body.tag.id, /^[\w-]{24,36}$/)
  for (const stamp of [body.tag.created_ts, body.tag.modified_ts]) assert.match(String(stamp), /^\d{10}$/)
  assert.deepEqual((await t.api.get(`tags/${body.tag.id}`)).body, body)
  assert.deepEqual(Object.keys(body.tag), ['id', 'location_id', 'title', 'created_ts', 'modified_ts', '_links'])
  assert.equal(body.tag._links.self.href, `http://127.0.0.1:8080/v2/tags/${body.tag.id}`)
})

test('TAG-06 a tag is renamed, and moves to a location the caller sees', async () => {
  const id = await tagNamed('Old')
  const { status, body } = await t.api.put(`tags/${id}`, { tag: { title: 'New', location_id: mine.child_location_id } })
  assert.equal(status, 200)
  assert.equal(body.tag.title, 'New')
  assert.equal(body.tag.location_id, mine.child_location_id)
  assert.equal((await t.clerk.get('tags')).body.meta.pagination.totalCount, 1)
  const stolen = await t.api.put(`tags/${id}`, { tag: { location_id: theirs.location_id } })
  assert.equal(stolen.status, 422)
  assert.equal((await t.api.get(`tags/${id}`)).body.tag.location_id, mine.child_location_id)
})

test('GAP-19 TAG-09 each way of naming a tag deletes that tag alone', async () => {
  const kept = await tagNamed('Kept')
  const byPath = await tagNamed('By path')
  const byQuery = await tagNamed('By query')
  const byTitle = await tagNamed('By title')
  const byBody = await tagNamed('By body')
  assert.equal((await t.api.delete(`tags/${byPath}`)).status, 204)
  assert.equal((await t.api.delete(`tags?id=${byQuery}`)).status, 204)
  assert.equal((await t.api.delete(`tags?title=By%20title&location_id=${mine.location_id}`)).status, 204)
  assert.equal((await t.api.delete('tags', { tag: { id: byBody } })).status, 204)
  for (const id of [byPath, byQuery, byTitle, byBody]) assert.equal((await t.api.get(`tags/${id}`)).status, 404)
  assert.equal((await t.api.get(`tags/${kept}`)).status, 200)
})

test('TAG-03 a title has 1 to 64 characters', async () => {
  for (const title of [undefined, '', 'x'.repeat(65)]) {
    const { status, body } = await t.api.post('tags', { tag: { title, location_id: mine.location_id } })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['title']])
  }
  for (const title of ['x', 'x'.repeat(64)]) await tagNamed(title)
})

test('TAG-08 a list of one location has the tags of that one, in pages', async () => {
  const { child_location_id: location_id } = mine
  for (const title of ['first', 'second', 'third']) {
    assert.equal((await t.api.post('tags', { tag: { title, location_id } })).status, 201)
  }
  await tagNamed('Elsewhere')
  const { body } = await t.api.get(`tags?location_id=${location_id}&page_size=2`)
  assert.deepEqual(Object.keys(body), ['tags', 'meta'])
  assert.deepEqual([...new Set(body.tags.map((tag: Json) => tag.location_id))], [location_id])
  assert.equal(body.tags.length, 2)
})

test('TAG-10 ERR-03 deleting no tag, an unknown tag or a stranger’s tag is 404', async () => {
  const id = await tagNamed('Not yours')
  assert.equal((await t.api.delete('tags')).status, 404)
  assert.equal((await t.api.delete('tags?id=000000000000000000000000')).status, 404)
  assert.equal((await t.api.delete('tags?id=%00')).status, 404)
  assert.equal((await t.stranger.delete(`tags/${id}`)).status, 404)
  assert.equal((await t.stranger.delete(`tags?id=${id}`)).status, 404)
  assert.equal((await t.api.get(`tags/${id}`)).status, 200)
})

test('TAG-02 a location of somebody else is refused as if it did not exist', async () => {
  const { status, body } = await t.api.post('tags', { tag: { title: 'x', location_id: theirs.location_id } })
  assert.equal(status, 422)
  assert.deepEqual(body.errors, { location_id: ['location_id provided is not valid'] })
})

test('GEN-30 the total follows creations and deletions without counting', async () => {
  const total = async () => (await t.api.get('tags?page_size=1')).body.meta.pagination.totalCount as number
  const before = await total()
  const id = await tagNamed('Counted')
  assert.equal(await total(), before + 1)
  await t.api.delete(`tags/${id}`)
  assert.equal(await total(), before)
})
