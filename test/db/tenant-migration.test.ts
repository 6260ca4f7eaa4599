import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { tablesOf } from '../../src/db/catalog.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrationsFolder } from '../../src/db/migration-files.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { twoMerchants } from '../support/two-merchants.ts'

/**
 * The migrations that bring the merchant into every key; what the gateway writes now is what they have to make of
 * older rows.
 */
const FIRST = '0080'
const STEPS = ['0080_tenant_columns', '0081_tenant_indexes', '0082_tenant_keys', '0083_tenant_keys_hold']

/** Columns of that time which a later migration has removed, with what they held (SQL). */
const FORMER: Readonly<Record<string, string>> = { 'attempt.processor': `'zgate'`, 'settlement.processor': `'zgate'` }

const c = await twoMerchants()
const before = mkdtempSync(join(tmpdir(), 'tollgate-before-'))
cpSync(migrationsFolder, before, { recursive: true })
for (const file of readdirSync(before)) if (file >= FIRST) rmSync(join(before, file))
after(async () => {
  await c.t.close()
  rmSync(before, { recursive: true })
})

/** All rows of the gateway's tables in JSON, by table. It may go on writing. */
async function stored(): Promise<Map<string, string>> {
  // Until 0084 the reference that a terminal reported was not kept.
  await c.t.db.run('update transaction set processor_reference = null where terminal_id is not null')
  const rows = new Map<string, string>()
  const tables = (await tablesOf(c.t.db)).filter(({ name }) => name !== 'schema_migration')
  for (const { name } of tables) {
    const [all] = await c.t.db.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from "${name}" t`,
    )
    rows.set(name, all!.rows)
  }
  return rows
}

/** A database of the time before with these rows, less what it did not know yet. */
async function older(rows: ReadonlyMap<string, string>): Promise<TestDatabase> {
  const made = await createTestDatabase('before', before)
  await made.database.transaction(async tx => {
    await tx.run('set local session_replication_role = replica')
    const tables = (await tablesOf(tx)).filter(({ name }) => name !== 'schema_migration')
    await tx.run(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
    for (const { name, columns } of tables) {
      const names = columns.map(column => `"${column}"`).join(', ')
      const values = columns.map(column => FORMER[`${name}.${column}`] ?? `"${column}"`).join(', ')
      const from = `select ${values} from json_populate_recordset(null::"${name}", $1)`
      await tx.run(`insert into "${name}" (${names}) ${from}`, [rows.get(name)])
    }
  })
  return made
}

test('a database with data has every row afterwards, each with its merchant', async () => {
  const rows = await stored()
  assert.ok(rows.size > 80)
  const old = await older(rows)
  try {
    assert.deepEqual((await migrate(old.url)).slice(0, STEPS.length), STEPS)
    for (const [table, all] of rows) {
      const [is] = await old.database.query<{ other: number }>(
        `with is_there as (select to_jsonb(t) as row from "${table}" t),
              should_be as (select to_jsonb(t) as row from json_populate_recordset(null::"${table}", $1) t)
         select count(*)::int as other from (
           (select row from is_there except all select row from should_be) union all
           (select row from should_be except all select row from is_there)) each_other`,
        [all],
      )
      assert.equal(is?.other, 0, table)
    }
  } finally {
    await old.drop()
  }
})

test('a database in which a record names that of another merchant is not taken over', async () => {
  const old = await older(await stored())
  try {
    await old.database.run(
      `update recurring set contact_id = (select id from contact where root_id <> recurring.root_id limit 1) where contact_id is null`,
    )
    await assert.rejects(migrate(old.url), /migration 0083_tenant_keys_hold failed: .*"recurring_contact_id_fkey"/)
    assert.deepEqual(
      await old.database.query(`select id from schema_migration where id between 80 and 83 order by id`),
      [{ id: 80 }, { id: 81 }, { id: 82 }],
    )
  } finally {
    await old.drop()
  }
})
