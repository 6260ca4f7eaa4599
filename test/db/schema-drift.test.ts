import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { actualColumns, actualConstraints } from '../../tools/actual-table.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { draftMigration } from '../../tools/draft-migration.ts'
import { differences, expectedColumns } from '../../tools/expected-table.ts'
import { createTestDatabase } from '../support/database.ts'
import { crate } from '../support/made-up.ts'

const { owner: database, drop } = await createTestDatabase('drift')
after(drop)

/** A resource may show the records of another one's table; that table is checked with its own resource. */
const nouns = bareRegistry().nouns.filter(({ resource }) => resource.table === resource.name)
const tables = await actualColumns(database)
const constraints = await actualConstraints(database)

test('there is something to compare', () => {
  assert.ok(nouns.length > 25)
  assert.ok(tables.size > nouns.length)
})

for (const { resource } of nouns) {
  const { table } = resource
  test(`the table ${table} has the columns, types and nullability of its definition, and no others`, () => {
    assert.deepEqual(differences(table, expectedColumns(resource), tables.get(table) ?? []), [])
  })

  const named = Object.entries(resource.constraints)
  if (named.length === 0) continue
  test(`the constraints that ${table} answers for are in the database under their names`, () => {
    // A refusal is identified by the constraint's name alone; the constraint may belong to a table that the
    // resource's records depend on.
    const has = (name: string, kinds: string[]) =>
      constraints.some(each => each.name === name && kinds.includes(each.kind))
    const kindsOf = (told: unknown) =>
      typeof told === 'string' ? ['unique index'] : ['unique index', 'check', 'exclusion', 'trigger', 'function']
    const missing = named.filter(([name, told]) => !has(name, kindsOf(told)))
    assert.deepEqual(missing, [])
  })
}

/** Old links name a tag by its title, which others may have too: the newest is found. */
const NOT_UNIQUE = ['tag']

test("every noun that is found by the caller's own id refuses a second one of it", () => {
  const named = nouns.filter(({ resource }) => resource.api_id !== null && !NOT_UNIQUE.includes(resource.name))
  assert.ok(named.length > 5)
  const open = named.filter(({ resource }) => !Object.values(resource.constraints).includes(resource.api_id!))
  assert.deepEqual(
    open.map(({ resource }) => resource.name),
    [],
  )
})

test('a list of every noun finds its records by an index on its place', async () => {
  const rows = await database.query<{ table: string; columns: string }>(
    `select t.relname as "table", string_agg(a.attname, ',' order by k.position) as columns
       from pg_index x
       join pg_class t on t.oid = x.indrelid
       cross join lateral unnest(x.indkey) with ordinality as k (number, position)
       join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
      where t.relnamespace = 'public'::regnamespace
      group by t.relname, x.indexrelid`,
  )
  const indexed = (table: string, column: string) =>
    rows.some(row => row.table === table && row.columns.split(',')[0] === column)
  const scoped = nouns.filter(({ resource }) => resource.scope !== 'none' && resource.verbs.includes('list'))
  assert.ok(scoped.length > 10)
  const slow = scoped.filter(({ resource }) => !indexed(resource.table, 'root_id'))
  assert.deepEqual(
    slow.map(({ resource }) => resource.table),
    [],
  )
})

test('the comparison notices what is missing, other and too much', () => {
  const expected = expectedColumns(crate)
  assert.deepEqual(differences('crate', expected, expected.toReversed()), [])
  assert.deepEqual(differences('crate', expected, []), ['crate is missing'])
  const other = expected.flatMap(column => {
    if (column.name === 'title') return []
    if (column.name === 'words') return [{ ...column, type: 'character varying(64)' }]
    return [column.name === 'count' ? { ...column, nullable: true } : column]
  })
  assert.deepEqual(differences('crate', expected, [...other, { name: 'lid', type: 'text', nullable: true }]), [
    'crate.title is missing, character varying(64) not null',
    'crate.words is character varying(64), defined character varying(250)',
    'crate.count is integer, defined integer not null',
    'crate.lid is not defined',
  ])
})

test('a drafted migration brings a table to its definition, from nothing and from an older form', async () => {
  const older = {
    ...crate,
    fields: { id: crate.fields.id, shelf_id: crate.fields.shelf_id, price: { ...crate.fields.price, always: true } },
  } as unknown as typeof crate
  const run = async (sql: string | null) => {
    for (const statement of (sql ?? '').split(/;$/m)) await database.run(statement)
  }
  const now = async () => (await actualColumns(database)).get('crate') ?? []

  await run(draftMigration(older, []))
  assert.deepEqual(differences('crate', expectedColumns(older), await now()), [])
  await run(draftMigration(crate, await now()))
  assert.deepEqual(differences('crate', expectedColumns(crate), await now()), [])
  assert.equal(draftMigration(crate, await now()), null)
  await run('drop table crate')
  await run(draftMigration(crate, []))
  assert.deepEqual(differences('crate', expectedColumns(crate), await now()), [])
})
