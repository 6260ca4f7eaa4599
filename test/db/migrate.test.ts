import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate, pendingMigrations } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const files = {
  '0001_first.sql': 'create table first (id int);\ninsert into first values (1);\n',
  '0002_second.sql': 'alter table first add column title text;',
}

const folders: string[] = []
const folderOf = (content: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'))
  folders.push(folder)
  for (const [name, sql] of Object.entries(content)) writeFileSync(join(folder, name), sql)
  return folder
}
const empty = folderOf({})
// Keeps the server up between the tests, each of which takes a database of its own.
const keeper = await createTestDatabase('migrate', empty)
after(async () => {
  await keeper.drop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const onFresh = (name: string, work: (fresh: TestDatabase, folder: string) => Promise<void>) =>
  test(name, async () => {
    const fresh = await createTestDatabase('migrate', empty)
    try {
      await work(fresh, folderOf(files))
    } finally {
      await fresh.drop()
    }
  })

onFresh('migrations run in order, once', async ({ url, database }, folder) => {
  await database.run('drop table schema_migration')
  assert.deepEqual(await pendingMigrations(database, folder), ['0001_first', '0002_second'])
  assert.deepEqual(await migrate(url, folder), ['0001_first', '0002_second'])
  assert.deepEqual(await migrate(url, folder), [])
  assert.deepEqual(await pendingMigrations(database, folder), [])
  assert.deepEqual(await database.query('select id, title from first'), [{ id: 1, title: null }])
  const [row] = await database.query(`select applied_ts > 1700000000 as recent from schema_migration where id = 1`)
  assert.deepEqual(row, { recent: true })
})

onFresh('of several processes that start at once one migrates', async ({ url }, folder) => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, folder)))
  assert.deepEqual(applied.flat(), ['0001_first', '0002_second'])
})

onFresh('a failing migration leaves nothing of itself and keeps those before it', async ({ url, database }, folder) => {
  await migrate(url, folderOf({ '0001_first.sql': files['0001_first.sql'] }))
  writeFileSync(join(folder, '0002_second.sql'), 'create table second (id int); select * from missing;')
  await assert.rejects(migrate(url, folder), {
    message: 'migration 0002_second failed: relation "missing" does not exist',
  })
  assert.deepEqual(await pendingMigrations(database, folder), ['0002_second'])
  assert.deepEqual(await database.query(`select to_regclass('second')::text as name`), [{ name: null }])
})

onFresh('a migration that fails on an empty database leaves it empty', async ({ url, database }, folder) => {
  writeFileSync(join(folder, '0002_second.sql'), 'select * from missing;')
  await assert.rejects(migrate(url, folder), /^Error: migration 0002_second failed/)
  assert.deepEqual(await pendingMigrations(database, folder), ['0001_first', '0002_second'])
  assert.deepEqual(await database.query(`select to_regclass('first')::text as name`), [{ name: null }])
})

onFresh('a file that was edited after it was applied is refused', async ({ url }, folder) => {
  await migrate(url, folder)
  writeFileSync(join(folder, '0001_first.sql'), files['0001_first.sql'].replaceAll('\n', '\r\n'))
  assert.deepEqual(await migrate(url, folder), [], 'other line ends are not an edit')
  writeFileSync(join(folder, '0001_first.sql'), 'create table first (id bigint);')
  await assert.rejects(migrate(url, folder), { message: 'migration 0001_first was changed after it was applied' })
})

onFresh('a database newer than the code is refused', async ({ url }, folder) => {
  await migrate(url, folder)
  rmSync(join(folder, '0002_second.sql'))
  await assert.rejects(migrate(url, folder), /newer than this code: it has migration 0002_second/)
})

onFresh('a new file in front of an applied one is refused', async ({ url, database }, folder) => {
  renameSync(join(folder, '0001_first.sql'), join(folder, '0003_third.sql'))
  writeFileSync(join(folder, '0002_second.sql'), 'select 1')
  await migrate(url, folder)
  writeFileSync(join(folder, '0001_late.sql'), 'create table late (id int)')
  await assert.rejects(migrate(url, folder), /0001_late comes before 0003_third/)
  assert.deepEqual(await database.query(`select to_regclass('late')::text as name`), [{ name: null }])
})

test('a wrong file name and a number used twice are refused', () => {
  assert.throws(() => readMigrations(folderOf({ '1_short.sql': '' })), /NNNN_what\.sql, not 1_short\.sql/)
  assert.throws(() => readMigrations(folderOf({ '0001_a.sql': '', '0001_b.sql': '' })), /number 1/)
})
