/**
 * Drafts a migration: prints the SQL for what the definitions have and the migrations lack, and nothing when they
 * agree. Runs the migrations in a temporary database.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/pool.ts'
import { actualColumns } from './actual-table.ts'
import { bareRegistry } from './bare-registry.ts'
import { draftMigration } from './draft-migration.ts'

const home = mkdtempSync(join(tmpdir(), 'tollgate-schema-'))
const { owner_url: url, stop } = await startEmbedded({ home, durable: false })
try {
  await migrate(url)
  const db = openDatabase({ url, size: 2 })
  const tables = await actualColumns(db)
  await db.close()
  const own = bareRegistry().nouns.filter(({ resource }) => resource.table === resource.name)
  const drafts = own.flatMap(({ resource }) => draftMigration(resource, tables.get(resource.table) ?? []) ?? [])
  for (const draft of drafts) process.stdout.write(`${draft}\n\n`)
  process.stderr.write(
    drafts.length === 0 ? 'The database has all that the definitions say.\n' : `${drafts.length} tables differ.\n`,
  )
} finally {
  await stop()
  rmSync(home, { recursive: true, force: true })
}
