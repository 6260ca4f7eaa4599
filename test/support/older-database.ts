import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tablesOf } from '../../src/db/catalog.ts'
import type { Database, Queryable } from '../../src/db/database.ts'
import { migrationsFolder } from '../../src/db/migration-files.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** All rows of the gateway's tables in JSON, by table. It may go on writing. */
export async function storedRows(db: Database): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  const tables = (await tablesOf(db)).filter(({ name }) => name !== 'schema_migration')
  for (const { name } of tables) {
    const [all] = await db.query<{ rows: string }>(`select coalesce(json_agg(t), '[]')::text as rows from "${name}" t`)
    rows.set(name, all!.rows)
  }
  return rows
}

/**
 * A database of the time before the migration `first` with these rows, less what it did not know yet. `former` is SQL
 * of columns that are gone, by table and column.
 */
export async function olderDatabase(
  first: string,
  rows: ReadonlyMap<string, string>,
  former: Readonly<Record<string, string>> = {},
): Promise<TestDatabase> {
  const before = mkdtempSync(join(tmpdir(), 'tollgate-before-'))
  try {
    cpSync(migrationsFolder, before, { recursive: true })
    for (const file of readdirSync(before)) if (file >= first) rmSync(join(before, file))
    const made = await createTestDatabase('before', before)
    await made.database.transaction(tx => fill(tx, rows, former))
    return made
  } finally {
    rmSync(before, { recursive: true })
  }
}

/** Keys that were kept in clear before they were sealed: of every merchant one of its own. */
const IN_CLEAR: Readonly<Record<string, string>> = {
  'location.location_api_key': 'gen_random_uuid()::text',
  'location.ticket_hash_key': 'gen_random_uuid()::text',
  'hostedpaymentpage.encryption_key': 'gen_random_uuid()::text',
}

async function fill(
  tx: Queryable,
  rows: ReadonlyMap<string, string>,
  former: Readonly<Record<string, string>>,
): Promise<void> {
  await tx.run('set local session_replication_role = replica')
  const tables = (await tablesOf(tx)).filter(({ name }) => name !== 'schema_migration')
  await tx.run(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
  for (const { name, columns } of tables) {
    const names = columns.map(column => `"${column}"`).join(', ')
    const values = columns
      .map(column => former[`${name}.${column}`] ?? IN_CLEAR[`${name}.${column}`] ?? `"${column}"`)
      .join(', ')
    const from = `select ${values} from json_populate_recordset(null::"${name}", $1)`
    await tx.run(`insert into "${name}" (${names}) overriding system value ${from}`, [rows.get(name)])
  }
}
