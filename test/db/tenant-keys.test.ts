import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { createTestDatabase } from '../support/database.ts'
import { foreignKeysOf, tablesWithKeys, uniqueKeysOf } from './keys-of.ts'
import { INSTALLATION, OTHER_COLUMN, SOMETIMES, UNIQUE_AMONG_ALL, WITHOUT_KEY } from './tenant-exceptions.ts'

const { database, drop } = await createTestDatabase('tenant_keys')
after(drop)

const tables = await tablesWithKeys(database)
const foreign = await foreignKeysOf(database)
const unique = await uniqueKeysOf(database)
/** Tables whose rows belong to merchants. */
const owned = new Set(
  tables.filter(({ root_id, everybody }) => root_id !== 'never' && !everybody).map(({ name }) => name),
)

/** Compares what was found with a list of exceptions: both have to name the same. */
function assertListed(found: readonly string[], list: Readonly<Record<string, unknown>>): void {
  assert.deepEqual(found.toSorted(), Object.keys(list).toSorted())
}

test('every table belongs to merchants, to everybody by a check, or to the installation by name', () => {
  assert.ok(owned.size > 60)
  assertListed(
    tables.filter(({ root_id }) => root_id === 'never').map(({ name }) => name),
    INSTALLATION,
  )
  assertListed(
    tables.filter(({ root_id }) => root_id === 'sometimes').map(({ name }) => name),
    SOMETIMES,
  )
  const shared = tables.filter(({ everybody }) => everybody).map(({ name }) => name)
  const scopeless = bareRegistry().nouns.filter(({ resource }) => resource.scope === 'none')
  assert.deepEqual(shared.toSorted(), scopeless.map(({ resource }) => resource.table).toSorted())
})

test("every primary key, unique key and exclusion on merchants' records carries the merchant", () => {
  assertListed(
    unique.filter(({ table, columns }) => owned.has(table) && !columns.includes('root_id')).map(({ name }) => name),
    UNIQUE_AMONG_ALL,
  )
})

test("every foreign key between merchants' records carries the merchant", () => {
  const between = foreign.filter(({ table, target }) => owned.has(table) && owned.has(target))
  assert.ok(between.length > 100)
  const carriers = between.map(key => ({
    name: key.name,
    column: key.columns[key.target_columns.indexOf('root_id')] ?? 'none',
  }))
  assert.deepEqual(
    carriers.filter(({ column }) => column !== 'root_id'),
    Object.entries(OTHER_COLUMN).map(([name, { column }]) => ({ name, column })),
  )
})

test('what belongs to merchants is named by nothing that belongs to none', () => {
  assert.deepEqual(
    foreign.filter(({ table, target }) => !owned.has(table) && owned.has(target)),
    [],
  )
})

test('every reference of a definition is held by a foreign key', () => {
  const nouns = bareRegistry().nouns.filter(({ resource }) => resource.table === resource.name)
  const open = nouns.flatMap(({ resource }) =>
    Object.entries(resource.fields)
      .filter(
        ([name, { options }]) => options.to && options.reach !== 'input' && !/^(created|modified)_user_id$/.test(name),
      )
      .filter(([name]) => !foreign.some(key => key.table === resource.table && key.columns.includes(name)))
      .map(([name]) => `${resource.table}.${name}`),
  )
  assertListed(open, WITHOUT_KEY)
})
