import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Caller } from '../../src/definition/caller.ts'
import type { Command } from '../../src/definition/command.ts'
import type { AnyField, Fields, Resource, Row, Settable } from '../../src/definition/resource.ts'
import { parseDraft } from '../../src/engine/parse.ts'
import { exampleSent } from '../../src/http/openapi/example.ts'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { InternalFault } from '../../src/lib/problem.ts'
import { contact } from '../../src/resources/contact/contact.ts'
import { tag } from '../../src/resources/tag/tag.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Answer, Json } from '../support/app.ts'
import { type Conforming, conforming, isChangeable, isPostable } from '../support/conforming.ts'
import { makeEverything } from '../support/make-everything.ts'
import { sampleNouns, sampleOf } from '../support/samples.ts'

/**
 * Generated from the definitions: no reference that can be sent, and no write of the store, ties records of two
 * merchants together.
 */

const { nouns } = bareRegistry()
const sendable = (field: AnyField): boolean =>
  field.options.to !== undefined && (isPostable(field) || isChangeable(field))
const refsOf = (fields: Fields): [string, AnyField][] => Object.entries(fields).filter(([, field]) => sendable(field))
const isOurs = (noun: string): boolean =>
  nouns.find(({ resource }) => resource.name === noun)?.resource.scope !== 'none'

let c: Conforming
before(async () => {
  c = await conforming()
  for (const site of [c.own, c.other]) {
    await makeEverything(c, site)
    for (const { resource } of nouns) if (sampleNouns.includes(resource.name)) await c.create(resource, {}, site)
  }
})
after(() => c.t.close())

/** A record of this resource in this merchant's tree. */
async function someId(noun: string, root_id: string): Promise<string> {
  const { table } = nouns.find(({ resource }) => resource.name === noun)!.resource
  const text = `select id from "${table}" where root_id = $1 and deleted_ts is null order by id desc limit 1`
  const [row] = await c.t.db.query<{ id: string }>(text, [root_id])
  assert.ok(row, `there is no ${noun} of ${root_id}`)
  return row.id
}

async function eventsSoFar(): Promise<number> {
  const [row] = await c.t.db.query<{ count: number }>(`select count(*)::int as count from event where root_id = $1`, [
    c.own.merchant.location_id,
  ])
  return row!.count
}

/** Why this request was not refused on this field alone, with nothing written; nothing when it was. */
async function faultsOf(what: string, field: string, send: () => Promise<Answer>): Promise<string[]> {
  const before = await eventsSoFar()
  const answer = await send()
  const written = (await eventsSoFar()) - before
  const refused = answer.status === 422 && Object.keys(answer.body.errors).includes(field)
  return refused && written === 0 ? [] : [`${what}: ${answer.status}, ${written} events, ${answer.text}`]
}

const faced = nouns.filter(({ resource }) => sampleNouns.includes(resource.name) && refsOf(resource.fields).length > 0)

test('there are references to send', () => {
  assert.ok(faced.length > 15)
  assert.ok(faced.flatMap(({ resource }) => refsOf(resource.fields)).length > 40)
})

for (const { resource } of faced) {
  const { name, plural, fields, verbs } = resource
  test(`a ${name} is not tied to another merchant's record by any of its references, and nothing is written`, async () => {
    const faults: string[] = []
    const mine = verbs.includes('update') ? await c.create(resource) : null
    for (const [field, { options, mark }] of refsOf(fields)) {
      if (!isOurs(options.to!) || options.to === 'developercompany') continue
      const foreign = await someId(options.to!, c.other.merchant.location_id)
      if (mark.includes('P')) {
        const body = { ...(await sampleOf(c.own, name)), [field]: foreign }
        faults.push(...(await faultsOf(`POST ${field}`, field, () => c.t.api.post(plural, { [name]: body }))))
      }
      if (mark.includes('U') && mine)
        faults.push(...(await faultsOf(`PUT ${field}`, field, () => c.put(resource, mine.id, { [field]: foreign }))))
    }
    assert.deepEqual(faults, [])
  })
}

/** What a command takes, filled in as far as it insists on it: references by own records, all else by examples. */
async function inputOf({ input = {}, validate }: Command, root_id: string): Promise<Json> {
  const body: Json = {}
  const fill = async (name: string): Promise<void> => {
    const { to } = input[name]!.options
    body[name] = to === undefined ? exampleSent(name, input[name]!) : await someId(to, root_id)
  }
  for (const [name, { mark }] of Object.entries(input)) if (mark.startsWith('R')) await fill(name)
  const missing = new Set<string>()
  validate?.(parseDraft(input, body).values, field => missing.add(field))
  for (const name of missing) await fill(name)
  return body
}

const commands = routesOf(nouns).filter(({ command }) => refsOf(command?.input ?? {}).length > 0)

test('there are commands with references', () => {
  assert.ok(commands.length >= 5)
})

for (const { noun, command, method, path } of commands) {
  test(`${method} ${path} takes no other merchant's record`, async () => {
    const { location_id } = c.own.merchant
    const on = path.includes('{id}') ? await someId(noun.resource.name, location_id) : ''
    const faults: string[] = []
    for (const [field, { options }] of refsOf(command!.input ?? {})) {
      const foreign = await someId(options.to!, c.other.merchant.location_id)
      const body = { [noun.resource.name]: { ...(await inputOf(command!, location_id)), [field]: foreign } }
      const url = path.replace(/^\/v2\//, '').replace('{id}', on)
      const send = () => (method === 'PUT' ? c.t.api.put(url, body) : c.t.api.post(url, body))
      faults.push(...(await faultsOf(field, field, send)))
    }
    assert.deepEqual(faults, [])
  })
}

/** A clerk of the location below the root, as the server resolves one. */
function below(): Caller {
  const { location_id: root_id, child_location_id: location_id, user } = c.own.merchant
  const zone = 'America/New_York'
  return {
    user_id: user.user_id,
    user_type_id: 400,
    location_id,
    root_id,
    sees_root: false,
    zone,
    method: 'test',
    address: null,
  }
}

/** Asserts an internal fault: the request is not at fault, so the caller gets a logged 500 and no refusal. */
async function isFault(work: () => Promise<unknown>, field: string): Promise<void> {
  const before = await eventsSoFar()
  await assert.rejects(work, error => error instanceof InternalFault && error.message.endsWith(`: ${field}`))
  assert.equal(await eventsSoFar(), before)
}

const tagAt = (location_id: string): Settable<typeof tag> => ({ location_id, title: `T${Math.random()}` })

test('G19 code that forgets to check cannot write a reference that its caller does not see: a fault, not a refusal', async () => {
  const { store } = c.t.app
  const [actor, root_id] = [{ caller: below() }, c.own.merchant.location_id]
  for (const location_id of [root_id, c.other.merchant.location_id]) {
    await isFault(() => store.insert(actor, tag, tagAt(location_id)), 'location_id')
    const inserted = () => store.transaction(actor, work => work.insert(tag, tagAt(location_id)))
    await isFault(inserted, 'location_id')
    const mine = await store.insert(actor, tag, tagAt(actor.caller.location_id))
    const changed = () =>
      store.transaction(actor, async work => {
        const row = (await work.lock(tag, mine.id)) as Row<typeof tag>
        return work.update(tag, row, { location_id })
      })
    await isFault(changed, 'location_id')
  }
})

test('what this transaction has read or made may be referred to, and what stands may stay', async () => {
  const { store } = c.t.app
  const actor = { caller: below() }
  const { location_id } = actor.caller
  const asked: string[] = []
  await store.transaction(actor, async work => {
    const made = await work.insert(contact, {
      location_id,
      last_name: 'Made',
      email_trx_receipt: true,
      header_message_type: 0,
    })
    const row = (await work.lock(contact, made.id)) as Row<typeof contact>
    asked.push(row.location_id)
    await work.update(contact, row, { location_id, last_name: 'Changed' })
  })
  assert.deepEqual(asked, [location_id])
})

test('every reference that can be sent and is stored is held by a foreign key, on which writes of the gateway itself rely', async () => {
  const rows = await c.t.db.query<{ held: string }>(
    `select k.conrelid::regclass || '.' || a.attname || ' ' || k.confrelid::regclass as held
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) where k.contype = 'f'`,
  )
  const held = new Set(rows.map(row => row.held.replaceAll('"', '')))
  const tableOf = (noun: string): string => nouns.find(({ resource }) => resource.name === noun)!.resource.table
  const open = nouns.flatMap(({ resource }: { resource: Resource }) =>
    refsOf(resource.fields)
      .filter(
        ([name, { options }]) =>
          options.reach !== 'input' && !held.has(`${resource.table}.${name} ${tableOf(options.to!)}`),
      )
      .map(([name]) => `${resource.name}.${name}`),
  )
  assert.deepEqual(open, [])
})
