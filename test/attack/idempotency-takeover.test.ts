import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { Refusal } from '../../src/lib/problem.ts'
import { tag } from '../../src/resources/tag/tag.ts'
import { testApp } from '../support/app.ts'

const t = await testApp('takeover')
after(t.close)
const { location_id } = t.merchants[0]
const caller = systemCaller(location_id, 'test')
const tags = async (title: string) => (await t.api.get(`tags?title=${title}`)).body.tags.length as number

test('a request whose key was taken over writes nothing more, by itself or in a transaction', async () => {
  const record = { location_id, title: 'zombie' }
  const actor = { caller, claim: 'a claim that has another id now' }
  const isConflict = (error: unknown) => error instanceof Refusal && error.status === 409
  await assert.rejects(t.app.store.insert(actor, tag, record), isConflict)
  await assert.rejects(
    t.app.store.transaction(actor, work => work.insert(tag, record)),
    isConflict,
  )
  assert.equal(await tags('zombie'), 0)
})

test('a key that is taken over before anything was written gets a claim of its own', async () => {
  const headers = { 'idempotency-key': 'slow' }
  const body = { tag: { location_id, title: 'slow' } }
  await t.api.post('tags', body, headers)
  const [first] = await t.db.query<{ id: string }>(
    `update idempotency set status = null, answer = null, noun = null, record_id = null, leased_until = 0
      where key = 'slow' returning id`,
  )
  assert.equal((await t.api.post('tags', body, headers)).status, 201)
  const [second] = await t.db.query<{ id: string; status: number }>(`select * from idempotency where key = 'slow'`)
  assert.notEqual(second!.id, first!.id)
  assert.equal(second!.status, 201)
})

test('moving the clock of the sandbox takes no key from the request that runs under it', async () => {
  const headers = { 'idempotency-key': 'runs' }
  const body = { tag: { location_id, title: 'runs' } }
  await t.api.post('tags', body, headers)
  await t.db.run(
    `update idempotency set status = null, answer = null, noun = null, record_id = null where key = 'runs'`,
  )
  await t.clock.moveTo(t.clock.seconds() + 3600, t.app.worker)
  assert.equal((await t.api.post('tags', body, headers)).status, 409)
  assert.equal(await tags('runs'), 1)
})

test('the query is a part of what a key stands for, because it can name the record', async () => {
  const headers = { 'idempotency-key': 'query' }
  const body = { tag: { location_id, title: 'query' } }
  const { user_id, user_api_key } = t.merchants[0].user
  assert.equal((await t.api.post('tags', body, headers)).status, 201)
  assert.equal((await t.api.post('tags?expand=location', body, headers)).status, 422)
  const again = await t.api.post(`tags?user-id=${user_id}&user-api-key=${user_api_key}`, body, headers)
  assert.equal(again.headers['idempotency-hit'], 'true')
})

test('a change whose process died after it is answered as a change', async () => {
  const made = await t.api.post('tags', { tag: { location_id, title: 'first' } })
  const path = `tags/${made.body.tag.id}`
  const headers = { 'idempotency-key': 'change' }
  await t.api.put(path, { tag: { title: 'second' } }, headers)
  await t.db.run(`update idempotency set status = null, answer = null, leased_until = 0 where key = 'change'`)
  const again = await t.api.put(path, { tag: { title: 'second' } }, headers)
  assert.equal(again.status, 200)
  assert.equal(again.headers['idempotency-hit'], 'true')
})
