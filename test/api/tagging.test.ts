import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { sampleOf } from '../support/samples.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const [merchant] = t.merchants
const { location_id } = merchant

/** The resources whose POST and PUT take titles of tags. */
const NOUNS = [
  ['paylink', 'PL-37'],
  ['recurring', 'RC-48'],
] as const

async function make(noun: string, over: Json = {}): Promise<Json> {
  const answer = await t.api.post(`${noun}s?expand=tags`, {
    [noun]: { ...(await sampleOf({ api: t.api, merchant }, noun)), ...over },
  })
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers['tollgate-ignored-fields'], undefined)
  return answer.body[noun]
}

async function titles(noun: string, id: string): Promise<string[]> {
  const { body } = await t.api.get(`${noun}s/${id}?expand=tags`)
  return body[noun].tags.map((tag: { title: string }) => tag.title)
}

for (const [noun, statement] of NOUNS) {
  test(`${statement} a ${noun} is tagged by titles: those the location lacks are made, the others are used`, async () => {
    const [spring, garden] = [`${noun} spring`, `${noun} garden`]
    const made = await make(noun, { tags: [spring, garden, spring] })
    assert.deepEqual(
      made.tags.map((tag: { title: string }) => tag.title),
      [spring, garden],
    )
    const again = await make(noun, { tags: [garden] })
    assert.equal(again.tags[0].id, made.tags[1].id)
    assert.equal(
      (await t.api.get(`tags?location_id=${location_id}&title=${garden}`)).body.meta.pagination.totalCount,
      1,
    )
  })

  test(`${statement} a PUT replaces the tags of a ${noun}; one that does not speak of tags leaves them`, async () => {
    const { id } = await make(noun, { tags: ['old', 'kept'] })
    const put = (record: Json) => t.api.put(`${noun}s/${id}`, { [noun]: record })
    assert.equal((await put({ description: 'same tags' })).status, 200)
    assert.deepEqual(await titles(noun, id), ['old', 'kept'])
    assert.equal((await put({ tags: ['kept', 'new'] })).status, 200)
    assert.deepEqual(await titles(noun, id), ['kept', 'new'])
    assert.equal((await put({ tags: [] })).status, 200)
    assert.deepEqual(await titles(noun, id), [])
  })

  test(`${statement} a ${noun} that is refused makes no tag`, async () => {
    const { id } = await make(noun, { tags: ['first'] })
    const count = async () => (await t.api.get(`tags?location_id=${location_id}`)).body.meta.pagination.totalCount
    const before = await count()
    for (const tags of [['x'.repeat(65)], 'not a list', [''], [7]]) {
      const answer = await t.api.put(`${noun}s/${id}`, { [noun]: { tags } })
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(Object.keys(answer.body.errors), ['tags'])
    }
    const field = noun === 'paylink' ? 'contact_id' : 'account_vault_id'
    const unknown = { [field]: '0123456789abcdef01234567', tags: ['never made'] }
    assert.equal((await t.api.put(`${noun}s/${id}`, { [noun]: unknown })).status, 422)
    assert.equal(await count(), before)
  })
}
