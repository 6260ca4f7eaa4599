import pg from 'pg'
import type { Database } from './database.ts'
import { type Migration, migrationsFolder, readMigrations } from './migration-files.ts'

interface Applied {
  id: number
  name: string
  checksum: string
}

/** Any fixed number: who migrates this database holds the advisory lock of this number. */
const lockNumber = 7_155_001

/**
 * Brings the database behind `url` up to the files in `folder`, each file in a transaction of its own, and returns the names applied now.
 * Several processes may start at once: one migrates, the others wait and find nothing left to do. The lock belongs to a session, so `url`
 * must lead to PostgreSQL itself and not to a pooler that shares sessions. Throws an Error of one line, and changes nothing, when an
 * applied file was edited since, when the database holds a migration this code does not know, or when a new file comes before an applied one.
 */
export async function migrate(url: string, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  // No time-out: a migration may rewrite a large table.
  const session = new pg.Client({ connectionString: url, application_name: 'tollgate migrate', keepAlive: true })
  session.on('error', () => {})
  await session.connect()
  try {
    await session.query('select pg_advisory_lock($1)', [lockNumber])
    await session.query(`create table if not exists schema_migration (
      id integer primary key, name text not null, checksum text not null,
      applied_ts bigint not null default extract(epoch from clock_timestamp())::bigint)`)
    const { rows } = await session.query<Applied>('select id, name, checksum from schema_migration order by id')
    const pending = pendingAmong(migrations, rows)
    for (const migration of pending) await apply(session, migration)
    return pending.map(migration => migration.name)
  } finally {
    await session.end()
  }
}

/** Names of the migrations in `folder` that the database still lacks. Reads only; empty means the code may serve. */
export async function pendingMigrations(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  const [table] = await database.query<{ name: string | null }>(`select to_regclass('schema_migration')::text as name`)
  const applied = table?.name ? await database.query<{ id: number }>('select id from schema_migration') : []
  const ids = new Set(applied.map(row => row.id))
  return readMigrations(folder)
    .filter(migration => !ids.has(migration.id))
    .map(migration => migration.name)
}

function pendingAmong(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map(migration => [migration.id, migration]))
  for (const row of applied) {
    const file = known.get(row.id)
    if (!file) throw new Error(`the database is newer than this code: it has migration ${row.name}, which is not here`)
    if (file.checksum !== row.checksum) throw new Error(`migration ${row.name} was changed after it was applied`)
    known.delete(row.id)
  }
  const last = applied.at(-1)
  const pending = [...known.values()]
  const late = pending.find(migration => last && migration.id < last.id)
  if (late) throw new Error(`migration ${late.name} comes before ${last?.name}, which is applied already: renumber it`)
  return pending
}

async function apply(session: pg.Client, { id, name, checksum, sql }: Migration): Promise<void> {
  await session.query('begin')
  try {
    await session.query(sql)
    await session.query('insert into schema_migration (id, name, checksum) values ($1, $2, $3)', [id, name, checksum])
    await session.query('commit')
  } catch (error) {
    await session.query('rollback').catch(() => {})
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
