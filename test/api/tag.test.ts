import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [mine] = t.merchants

async function tagNamed(title: string): Promise<string> {
  const answer = await t.api.post('tags', { tag: { title, location_id: mine.location_id } })
  assert.equal(answer.status, 201)
  return answer.body.tag.id
}

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

test('GEN-30 the total follows creations and deletions without counting', async () => {
  const total = async () => (await t.api.get('tags?page_size=1')).body.meta.pagination.totalCount as number
  const before = await total()
  const id = await tagNamed('Counted')
  assert.equal(await total(), before + 1)
  await t.api.delete(`tags/${id}`)
  assert.equal(await total(), before)
})
