import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isFree, lease } from '../../src/db/lease.ts'
import { createTestDatabase } from '../support/database.ts'

const { owner: db, drop } = await createTestDatabase('lease')
after(drop)
await db.run(
  'create table chore (id text primary key, kind text not null, until_ts bigint, claims int not null default 0)',
)

const chores = lease<{ id: string; claims: number }>({
  table: 'chore',
  column: 'until_ts',
  counter: 'claims',
  open: `kind <> 'done'`,
  due: `${isFree('until_ts')} and kind = $3`,
  order: 'id',
})
const fill = (kind: string, count: number) =>
  db.run(`insert into chore (id, kind) select $1 || lpad(n::text, 4, '0'), $1 from generate_series(1, $2::int) as n`, [
    kind,
    count,
  ])

test('processes that claim at once share the rows, and no row has two holders', async () => {
  await fill('shared', 100)
  const claims = await Promise.all(Array.from({ length: 8 }, () => chores.claim(db, 60, [25, 'shared'])))
  const ids = claims.flat().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const rest = await chores.claim(db, 60, [100, 'shared'])
  assert.equal(ids.length + rest.length, 100)
  assert.deepEqual(await chores.claim(db, 60, [100, 'shared']), [])
})

test('a lease that has ended is claimed by another, and its first holder can renew it no more', async () => {
  await fill('lost', 1)
  const [first] = await chores.claim(db, -1, [1, 'lost'])
  const [second] = await chores.claim(db, 60, [1, 'lost'])
  assert.deepEqual([first?.claims, second?.claims, first?.id], [1, 2, second?.id])
  const left = async () => {
    const [row] = await db.query<{ left: number }>(
      `select (until_ts - extract(epoch from clock_timestamp())::bigint)::int as left from chore where kind = 'lost'`,
    )
    return row!.left
  }
  await chores.renew(db, [{ id: first!.id, count: first!.claims }], 600)
  assert.ok((await left()) <= 60)
  await chores.renew(db, [{ id: second!.id, count: second!.claims }], 600)
  assert.ok((await left()) > 500)
})

test('a row that is released is due after its seconds, unless it is over', async () => {
  await fill('back', 2)
  const [one, other] = await chores.claim(db, 60, [2, 'back'])
  await chores.release(db, one!.id, -1)
  await db.run(`update chore set kind = 'done' where id = $1`, [other!.id])
  await chores.release(db, other!.id, -1)
  assert.deepEqual(
    (await chores.claim(db, 60, [5, 'back'])).map(({ id }) => id),
    [one!.id],
  )
})
