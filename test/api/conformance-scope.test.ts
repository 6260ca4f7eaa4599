import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Answer, Json } from '../support/app.ts'
import { type Conforming, conforming } from '../support/conforming.ts'

const nouns = bareRegistry().nouns
const created = nouns.filter(noun => noun.resource.verbs.includes('create') && noun.resource.scope !== 'none')

let c: Conforming
before(async () => {
  c = await conforming()
})
after(() => c.t.close())

test('there are nouns to look at', () => {
  assert.ok(created.length > 15)
})

for (const noun of created) {
  const { resource } = noun
  const { name, plural, verbs } = resource
  const onOne = routesOf([noun]).filter(route => route.path.includes('/{id}'))
  /** Who may not do it with an own record either learns nothing of others: 403. */
  const expected = async (method: string, path: string): Promise<number> => {
    if (!path.endsWith('/processor') && !path.includes('/processor/')) return 404
    const own: string = (await c.create(resource)).id
    const { status } = await request(method, path.replace('{id}', own).replace(/\{\w+\}/g, own), { [name]: {} })
    assert.equal(status, 403, `${method} ${path} of an own record`)
    return status
  }

  test(`a ${name} of another merchant does not exist in any path, and stays as it is`, async () => {
    const theirs = await c.create(resource, {}, c.other)
    for (const { method, path } of onOne) {
      const answer = await request(method, path.replace('{id}', theirs.id).replace(/\{\w+\}/g, theirs.id), {
        [name]: {},
      })
      assert.equal(answer.status, await expected(method, path), `${method} ${path}: ${answer.status} ${answer.text}`)
    }
    if (verbs.includes('list')) {
      const { body } = await c.t.api.get(`${plural}?id=${theirs.id}`)
      assert.deepEqual(body[plural], [])
    }
    if (!verbs.includes('read')) return
    const still = await c.t.stranger.get(`${plural}/${theirs.id}`)
    assert.equal(still.status, 200)
    assert.equal(still.body[name].modified_ts, theirs.modified_ts)
  })

  test(`paths with ids that cannot be one answer 404 for ${plural}`, async () => {
    for (const { method, path } of onOne) {
      for (const id of ['0'.repeat(24), 'f'.repeat(36), 'short', 'x'.repeat(40), '%27%20or%201=1', '%00']) {
        const answer = await request(method, path.replace('{id}', id).replace(/\{\w+\}/g, id), { [name]: {} })
        assert.equal(answer.status, await expected(method, path), `${method} ${path} with ${id}: ${answer.text}`)
      }
    }
  })

  if (resource.scope !== 'tree') {
    test(`a clerk of a location below does not see a ${name} of the root`, async () => {
      const { id } = await c.create(resource)
      if (verbs.includes('read')) assert.equal((await c.t.clerk.get(`${plural}/${id}`)).status, 404)
      if (verbs.includes('list')) assert.deepEqual((await c.t.clerk.get(`${plural}?id=${id}`)).body[plural], [])
    })
  }

  if (!verbs.includes('remove')) continue
  test(`GEN-39 GEN-40 a deleted ${name} is gone: 204 without a body, then 404 everywhere`, async () => {
    const { id } = await c.create(resource)
    const gone = await c.t.api.delete(`${plural}/${id}`)
    assert.deepEqual([gone.status, gone.text], [204, ''])
    for (const { method, path } of onOne) {
      const answer = await request(method, path.replace('{id}', id).replace(/\{\w+\}/g, id), { [name]: {} })
      assert.equal(answer.status, 404, `${method} ${path}`)
    }
    if (!verbs.includes('list')) return
    assert.deepEqual((await c.t.api.get(`${plural}?id=${id}`)).body[plural], [])
  })
}

function request(method: string, path: string, body: Json): Promise<Answer> {
  if (method === 'GET') return c.t.api.get(path)
  if (method === 'DELETE') return c.t.api.delete(path)
  return method === 'PUT' ? c.t.api.put(path, body) : c.t.api.post(path, body)
}
