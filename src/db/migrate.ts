import pg from 'pg'
import type { Database, Queryable } from './database.ts'
import { type Migration, migrationsFolder, readMigrations } from './migration-files.ts'
import { grantServing } from './serving-role.ts'
import { SESSION } from './session-settings.ts'

/** A migration as recorded in a database. */
export interface Applied {
  id: number
  name: string
  checksum: string
}

/** An arbitrary number: the advisory lock held while migrating. */
export const MIGRATION_LOCK = 7_155_001

/** A marker that exists from the first to the last step of a restore: the database is incomplete. */
export const UNFINISHED = 'unfinished_restore'

const MEMORY = `create table if not exists schema_migration (
  id integer primary key, name text not null, checksum text not null,
  applied_ts bigint not null default extract(epoch from clock_timestamp())::bigint)`

/**
 * Applies the migrations in `folder` to the database behind `url`, each in its own transaction (to an empty one all in
 * one, which is faster), and returns the names applied now. Of several simultaneous starts one migrates and the others
 * wait. The lock belongs to a session, so `url` must lead to PostgreSQL itself and not to a pooler that shares
 * sessions. Throws an error of one line, and
 * changes nothing, when an applied file was edited, when the database holds an unknown migration, or when a new file
 * precedes an applied one, or when something is to be applied and the role of `url` does not own the tables. `serving`
 * is the role that the gateway serves by, where it is another one.
 */
export async function migrate(
  url: string,
  folder: string = migrationsFolder,
  serving: string | null = null,
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const session = new pg.Client({ connectionString: url, application_name: 'tollgate migrate', keepAlive: true })
  session.on('error', () => {})
  await session.connect()
  try {
    // Without time-outs, because a migration may rewrite a large table.
    await session.query(SESSION)
    await session.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseUnfinished(session)
    const known = await memoryOf(session)
    const { rows } = await session.query<Applied>('select id, name, checksum from schema_migration order by id')
    const pending = pendingAmong(migrations, rows)
    if (pending[0] && !known.is_owner) throw new Error(notOwner(known.role, pending))
    for (const together of rows.length === 0 ? [pending] : pending.map(each => [each])) await apply(session, together)
    if (serving !== null) await grantServing(queryableOn(session), serving)
    return pending.map(migration => migration.name)
  } finally {
    // A pooler may give the connection to others.
    await session.query('reset all').catch(() => undefined)
    await session.end()
  }
}

/**
 * Applies the migrations named in `applied`, recorded by another database, to an empty one inside the open
 * transaction.
 */
export async function migrateTo(tx: Queryable, applied: readonly Applied[], folder: string = migrationsFolder) {
  const migrations = readMigrations(folder)
  const later = pendingAmong(migrations, applied).map(({ id }) => id)
  await tx.run(MEMORY)
  for (const migration of migrations) if (!later.includes(migration.id)) await run(tx, migration)
}

/** Applies missing migrations inside the open transaction. Returns their names. */
export async function migrateOn(tx: Queryable, folder: string = migrationsFolder): Promise<string[]> {
  const rows = await tx.query<Applied>('select id, name, checksum from schema_migration order by id')
  const pending = pendingAmong(readMigrations(folder), rows)
  for (const migration of pending) await run(tx, migration)
  return pending.map(({ name }) => name)
}

/** Throws when this code cannot work with the migrations that `what` has. */
export function checkLevel(applied: readonly Applied[], what: string, folder: string = migrationsFolder): void {
  pendingAmong(readMigrations(folder), applied, what)
}

/** Makes the table of migrations where there is none. Returns who we are, and whether we may change tables. */
async function memoryOf(session: pg.Client): Promise<{ role: string; is_owner: boolean }> {
  const { rows: before } = await session.query<{ found: string | null; role: string; schema: string | null }>(
    `select to_regclass('schema_migration') as found, current_user as role, current_schema() as schema`,
  )
  const { found, role: own, schema } = before[0]!
  if (schema === null) throw new Error(`the search_path of the role ${own} names no schema that it may use`)
  if (found === null) await session.query(MEMORY)
  const { rows } = await session.query<{ role: string; is_owner: boolean }>(
    `select current_user as role, pg_has_role(relowner, 'usage') as is_owner
       from pg_class where oid = 'schema_migration'::regclass`,
  )
  return rows[0]!
}

function notOwner(role: string, pending: readonly Migration[]): string {
  return (
    `${pending.length} migrations wait, the first is ${pending[0]!.name}, and the role ${role} may not make them: ` +
    'set TOLLGATE_MIGRATION_DATABASE_URL to the address with the role that owns the tables'
  )
}

async function refuseUnfinished(session: pg.Client): Promise<void> {
  const { rows } = await session.query(`select to_regclass('${UNFINISHED}') as found`)
  if (rows[0]?.found !== null)
    throw new Error(
      'a restore into this database was not finished: run it again, or give the gateway an empty database',
    )
}

/** Returns the names of migrations in `folder` that the database lacks. Reads only; empty means the code may serve. */
export async function pendingMigrations(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  const [table] = await database.query<{ name: string | null }>(`select to_regclass('schema_migration')::text as name`)
  const applied = table?.name ? await database.query<{ id: number }>('select id from schema_migration') : []
  const ids = new Set(applied.map(row => row.id))
  return readMigrations(folder)
    .filter(migration => !ids.has(migration.id))
    .map(migration => migration.name)
}

function pendingAmong(migrations: Migration[], applied: readonly Applied[], what = 'database'): Migration[] {
  const known = new Map(migrations.map(migration => [migration.id, migration]))
  for (const row of applied) {
    const file = known.get(row.id)
    if (!file) throw new Error(`the ${what} is newer than this code: it has migration ${row.name}, which is not here`)
    if (row.checksum !== file.checksum) throw new Error(`migration ${row.name} was changed after it was applied`)
    known.delete(row.id)
  }
  const last = applied.at(-1)
  const pending = [...known.values()]
  const late = pending.find(migration => last && migration.id < last.id)
  if (late) throw new Error(`migration ${late.name} comes before ${last?.name}, which is applied already: renumber it`)
  return pending
}

async function apply(session: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await session.query('begin')
  try {
    for (const migration of migrations) await run(queryableOn(session), migration)
    await session.query('commit')
  } catch (error) {
    await session.query('rollback').catch(() => {})
    throw error
  }
}

function queryableOn(session: pg.Client): Queryable {
  return {
    query: async <T>(text: string, values: readonly unknown[] = []) =>
      (await session.query(text, values as unknown[])).rows as T[],
    run: async (text, values = []) => (await session.query(text, values as unknown[])).rowCount ?? 0,
  }
}

async function run(tx: Pick<Queryable, 'run'>, { id, name, checksum, sql }: Migration): Promise<void> {
  try {
    await tx.run(sql)
    await tx.run('insert into schema_migration (id, name, checksum) values ($1, $2, $3)', [id, name, checksum])
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
