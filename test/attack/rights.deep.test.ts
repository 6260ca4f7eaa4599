import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rightsOf } from '../../src/auth/permissions.ts'
import { USER_TYPE } from '../../src/definition/caller.ts'
import { addressOf, routesOf } from '../../src/http/openapi/routes.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Client } from '../support/app.ts'
import { type Conforming, conforming } from '../support/conforming.ts'
import { pathTo, send, userAt } from '../support/isolation.ts'
import { makeEverything, recordsOf } from '../support/make-everything.ts'
import { sampleNouns } from '../support/samples.ts'

/** Generated from the registry: every type of user at every route and expand. */

const nouns = bareRegistry().nouns
const routes = routesOf(nouns)
const weaker = new Map<number, Client>()
/** A record of the first merchant, by resource. */
const ours = new Map<string, string>()

let c: Conforming
before(async () => {
  c = await conforming()
  const { location_id } = c.own.merchant
  for (const type of [USER_TYPE.manager, USER_TYPE.clerk, USER_TYPE.reader, USER_TYPE.contact])
    weaker.set(type, await userAt(c, location_id, type))
  await makeEverything(c, c.own)
  for (const { resource } of nouns) if (sampleNouns.includes(resource.name)) await c.post(resource, {}, c.own)
  for (const noun of nouns) {
    const [id] = await recordsOf(c, noun, location_id)
    if (id) ours.set(noun.resource.name, id)
  }
})
after(() => c.t.close())

for (const route of routes) {
  const { noun, method, right } = route
  const { name } = noun.resource
  test(`a user who may not is refused ${addressOf(route)} with 403 and a message, whatever it names`, async () => {
    for (const [type, client] of weaker) {
      const may = route.command?.own === true || rightsOf(type, name).includes(right)
      for (const id of ['0'.repeat(24), ...(may ? [] : [ours.get(name) ?? 'f'.repeat(24)])]) {
        const answer = await send(client, method, pathTo(route, id))
        if (may) assert.ok(answer.status !== 401 && answer.status !== 403, `${type} ${answer.text}`)
        else assert.deepEqual([answer.status, typeof answer.body.message], [403, 'string'], `${type} ${answer.text}`)
      }
    }
  })
}

for (const noun of nouns.filter(({ resource }) => resource.verbs.includes('list') && resource.scope !== 'none')) {
  const { name, plural, expands } = noun.resource

  test(`a user who may not read what an expand of ${plural} embeds is refused, and sees none of it`, async () => {
    for (const [type, client] of weaker) {
      if (!rightsOf(type, name).includes('list')) continue
      for (const [expand, { kind, ...target }] of Object.entries(expands)) {
        if (kind === 'fact' || 'as' in target) continue
        const noun_name = 'noun' in target ? target.noun : ''
        const answer = await client.get(`${plural}?page_size=1&expand=${expand}`)
        assert.equal(answer.status, rightsOf(type, noun_name).includes('read') ? 200 : 403, `${type} ${expand}`)
      }
    }
  })
}
