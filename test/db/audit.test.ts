import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { auditVerify } from '../../src/cli/audit.ts'
import { dropWeeks } from '../../src/db/weeks.ts'
import { type SealParts, sealEvents } from '../../src/events/seal.ts'
import { trimEvents } from '../../src/events/trim-events.ts'
import { unsealed, verifySeals, type WholeChain } from '../../src/events/verify-seals.ts'
import { testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { sealAll } from '../support/seal-all.ts'

const t = await testApp('audit')
after(() => t.close())

const [merchant, other] = t.merchants
const parts: SealParts = { db: t.db, cipher: t.cipher, clock: t.clock }

const newTag = async (title = 'Tag') =>
  (await t.api.post('tags', { tag: { location_id: merchant.location_id, title } })).body.tag as { id: string }

async function chains(): Promise<WholeChain[]> {
  const found: WholeChain[] = []
  for await (const chain of verifySeals(parts)) found.push(chain)
  return found
}

const seal = () => sealAll(parts)

const chainOf = async (root_id = merchant.location_id) => (await chains()).find(chain => chain.root_id === root_id)!

/** Runs a statement with the rights of the database owner; returns how the database answers one without. */
async function tamper(text: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const tables = ['event', 'event_seal']
  for (const table of tables) {
    await t.owner.run(`alter table ${table} disable trigger user`)
    await t.owner.run(`create table ${table}_kept as select * from ${table}`)
  }
  await t.owner.run(text, values)
  return async () => {
    for (const table of tables) {
      await t.owner.run(`delete from ${table}`)
      await t.owner.run(`insert into ${table} select * from ${table}_kept`)
      await t.owner.run(`drop table ${table}_kept`)
      await t.owner.run(`alter table ${table} enable trigger user`)
    }
  }
}

beforeEach(async () => {
  await newTag()
  await seal()
})

test('the database itself refuses to change or remove anything of the trail', async () => {
  for (const text of [
    `update event set user_id = null`,
    `update event set verb = verb where false`,
    `delete from event`,
    `truncate event`,
    `update event_seal set hash = ''`,
    `delete from event_seal`,
    `truncate event_seal`,
  ])
    await assert.rejects(t.owner.run(text), /can only be added to/, text)
})

test('every event is sealed once, in one chain for each tree, and all of them hold', async () => {
  await newTag()
  await t.stranger.post('tags', { tag: { location_id: other.location_id, title: 'Theirs' } })
  await seal()
  assert.equal(await unsealed(t.db), 0)
  const found = await chains()
  assert.deepEqual(
    found.map(({ broken }) => broken),
    found.map(() => null),
  )
  const counts = await t.db.query<{ root_id: string; count: number }>(
    'select root_id, count(*)::int as count from event group by root_id',
  )
  assert.deepEqual(
    Object.fromEntries(found.map(({ root_id, events }) => [root_id, events])),
    Object.fromEntries(counts.map(({ root_id, count }) => [root_id, count])),
  )
  assert.equal(await sealEvents(parts), 0, 'nothing is left')
})

test('of ten that seal at once one does, and no write waits', async () => {
  await Promise.all([
    ...Array.from({ length: 10 }, () => sealEvents(parts)),
    ...Array.from({ length: 20 }, () => newTag()),
  ])
  await seal()
  const ids = await t.db.query<{ id: string }>('select unnest(event_ids) as id from event_seal')
  assert.equal(new Set(ids.map(({ id }) => id)).size, ids.length)
  assert.equal((await chainOf()).broken, null)
})

test('an event of a transaction that is still open is waited for, and comes after', async () => {
  let commit = () => {}
  const open = new Promise<void>(done => {
    commit = done
  })
  let written = () => {}
  const stored = new Promise<void>(done => {
    written = done
  })
  const slow = t.db.transaction(async tx => {
    await tx.run(
      `insert into event (id, root_id, noun, record_id, verb, method, created_ts) values ('0000000000000000000000aa', $1, 'tag', 'x', 'updated', 'test', 1)`,
      [merchant.location_id],
    )
    written()
    await open
  })
  await stored
  const { id } = await newTag()
  await sealEvents(parts)
  const sealedIds = async () =>
    (
      await t.db.query<{ record_id: string }>(
        'select record_id from event where id in (select unnest(event_ids) from event_seal)',
      )
    ).map(({ record_id }) => record_id)
  assert.ok(!(await sealedIds()).includes(id), 'what began later waits for what began before')
  commit()
  await slow
  await seal()
  const now = await sealedIds()
  assert.ok(now.includes(id) && now.includes('x'))
  assert.equal((await chainOf()).broken, null)
})

for (const [what, text, says] of [
  ['a changed event', `update event set user_id = null where id = $1`, /event \w+ was changed/],
  ['a changed request id', `update event set request_id = 'forged-id' where id = $1`, /event \w+ was changed/],
  ['a changed old value', `update event set changes = '{"title":"forged"}' where id = $1`, /event \w+ was changed/],
  ['a removed event', `delete from event where id = $1`, /event \w+ is missing/],
] as const) {
  test(`verification names ${what} and its link`, async () => {
    const { id } = await newTag()
    await seal()
    const { links } = await chainOf()
    const [event] = await t.db.query<{ id: string }>('select id from event where record_id = $1', [id])
    await newTag()
    await seal()
    const undo = await tamper(text, [event!.id])
    const { broken } = await chainOf()
    await undo()
    assert.equal(broken?.position, links)
    assert.match(broken!.says, says)
    assert.ok(broken!.says.includes(event!.id))
  })
}

for (const [what, text, says] of [
  [
    'a changed link',
    `update event_seal set hash = repeat('a', 64) where root_id = $1 and position = 1`,
    /the link itself was changed/,
  ],
  ['a link that was taken out', `delete from event_seal where root_id = $1 and position = 1`, /the link is missing/],
  [
    'marks that were written anew',
    `update event_seal set content = repeat('b', 64) where root_id = $1 and position = 1`,
    /the link itself was changed/,
  ],
] as const) {
  test(`verification names ${what}`, async () => {
    const undo = await tamper(text, [merchant.location_id])
    const { broken } = await chainOf()
    const strange = await chainOf(other.location_id)
    await undo()
    assert.equal(broken?.position, 1)
    assert.match(broken!.says, says)
    assert.equal(strange.broken, null, 'the other tree is not concerned')
  })
}

test('an event that is put in behind the seals is found', async () => {
  const undo = await tamper(
    `insert into event (id, root_id, noun, record_id, verb, method, created_ts, xid)
     values ('000000000000000000000bad', $1, 'tag', 'x', 'updated', 'forged', 1, 3)`,
    [merchant.location_id],
  )
  await sealEvents(parts)
  const { broken } = await chainOf()
  await undo()
  assert.match(broken?.says ?? '', /event 000000000000000000000bad was added behind its seal/)
})

test('verification names every broken link, and tells those that were accepted from others', async () => {
  const [first, second] = [await newTag('One'), await newTag('Two')]
  await seal()
  const third = await newTag('Three')
  await seal()
  const operator = operatorOf(t)
  const spoil = (id: string) => t.owner.run('update event set user_id = null where record_id = $1', [id])
  const accept = () => operator.run(auditVerify(['--accept', merchant.location_id, '--note', 'A restore went wrong.']))
  const verify = () => operator.run(auditVerify([]))
  const undo = await tamper('select 1')
  await spoil(first.id)
  await spoil(third.id)
  const { breaks, links } = await chainOf()
  assert.deepEqual(
    breaks.map(({ position, is_accepted }) => [position, is_accepted]),
    [
      [links - 1, false],
      [links, false],
    ],
  )
  await assert.rejects(verify(), new RegExp(`broken at link ${links - 1} of .*; link ${links} of`))
  await accept()
  await assert.rejects(verify(), error => !(error as Error).message.includes(`link ${links - 1} of`))
  await accept()
  assert.match(await verify(), new RegExp(`accepted: link ${links - 1} of [^]*accepted: link ${links} of [^]*holds`))
  await spoil(second.id)
  await assert.rejects(verify(), new RegExp(`link ${links - 1} of .* was changed, event`), 'changed once more')
  await accept()
  assert.match(await verify(), /holds/)
  await assert.rejects(accept(), /no link of .* is broken/)
  await undo()
})

test('after a restore from a dump, which counts transactions anew, sealing goes on', async () => {
  const { links } = await chainOf()
  await t.db.run('update event_sealing set xid = xid + 4000000000')
  await newTag()
  await seal()
  await newTag()
  await seal()
  const chain = await chainOf()
  assert.equal(chain.broken, null)
  assert.equal(chain.links, links + 2)
  assert.equal(await unsealed(t.db), 0)
})

test('what is taken away after its time leaves its links, which still hold, and is noted', async () => {
  await t.clock.moveTo(t.clock.seconds() + 400 * 86_400, t.app.worker)
  const young = await newTag('Young')
  await seal()
  const before = await chainOf()
  const old = t.clock.seconds() - 365 * 86_400
  const gone = await trimEvents(parts, old)
  while ((await dropWeeks(t.db, 'event', old)).is_read);
  assert.ok(gone > 0)
  await seal()
  const chain = await chainOf()
  assert.equal(chain.broken, null)
  assert.equal(chain.links, before.links + 1)
  const rest = await t.db.query<{ record_id: string; verb: string }>(
    'select record_id, verb from event where root_id = $1',
    [merchant.location_id],
  )
  assert.deepEqual(rest.map(({ verb }) => verb).toSorted(), ['created', 'trimmed'])
  assert.ok(rest.some(({ record_id }) => record_id === young.id))
  assert.equal(await unsealed(t.db), 0)
  await assert.rejects(t.owner.run('delete from event'), /can only be added to/)
})
