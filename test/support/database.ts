/** What tests share: databases, fixtures, a network limited to this machine. Never: an assertion about the product. */

import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { migrationsFolder, readMigrations } from '../../src/db/migration-files.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { SERVING_ROLE } from '../../src/db/serving-role.ts'

export interface TestDatabase {
  /** By the role that serves, as the gateway has it. */
  url: string
  database: Database
  /** By the role that owns the tables, to break rules with. */
  owner_url: string
  owner: Database
  /** Closes the pools. Returns a function that clones what the database holds then. */
  asTemplate(): Promise<(name: string) => Promise<TestDatabase>>
  /** Closes the pools and removes the database. */
  drop(): Promise<void>
}

/** Opened as they are needed. One connection for outcomes: what needs two at once would not get on. */
const FEW = { requests: 5, outcomes: 1, jobs: 3, lists: 2, pages: 2 }

let count = 0

/**
 * A migrated, empty database for one test file: `const { database, drop } = await createTestDatabase()`, and
 * `after(drop)`. It is cloned from a template that is built once for each state of `migrations`, on the server that the
 * runner starts. With other migrations than the gateway's everything is done by the owner.
 */
export async function createTestDatabase(name = 'test', migrations: string = migrationsFolder): Promise<TestDatabase> {
  const template = await onSession(maintenance(), session => templateFor(session, migrations))
  return cloneOf(template, name, migrations === migrationsFolder)
}

/** The runner's server. Throws without a runner. */
function maintenance(): string {
  const given = process.env.TOLLGATE_TEST_DATABASE
  if (!given) throw new Error('run test files by the runner: npm test -- FILE')
  return given
}

async function cloneOf(template: string, name: string, is_ours: boolean): Promise<TestDatabase> {
  const database_name = `${name}_${process.pid}_${++count}`
  const [quoted, from] = [database_name, template].map(pg.escapeIdentifier)
  await onSession(maintenance(), session =>
    session.query(`create database ${quoted} template ${from} strategy file_copy`),
  )
  const owner_url = withDatabase(maintenance(), database_name)
  const owner = openDatabase({ url: owner_url, size: FEW, application_name: name })
  // Tables that a test makes are granted to nobody.
  const url = is_ours ? withRole(owner_url, SERVING_ROLE) : owner_url
  const database = is_ours ? openDatabase({ url, size: FEW, application_name: name }) : owner
  const close = async (): Promise<void> => void (await Promise.all([database.close(), owner.close()]))
  return {
    url,
    database,
    owner_url,
    owner,
    async asTemplate() {
      await close()
      return another => cloneOf(database_name, another, is_ours)
    },
    async drop() {
      await close()
      await onSession(maintenance(), session => session.query(`drop database if exists ${quoted} with (force)`))
    },
  }
}

/** The template of these migrations, built under a lock because many test files start at the same moment. */
async function templateFor(session: pg.Client, migrations: string): Promise<string> {
  const state = createHash('sha256')
  for (const { name, checksum } of readMigrations(migrations)) state.update(name).update(checksum)
  const template = `template_${state.digest('hex').slice(0, 16)}`
  await session.query(`select pg_advisory_lock(hashtext('template'))`)
  const { rowCount } = await session.query('select from pg_database where datname = $1', [template])
  if (!rowCount) {
    // A build that failed or was killed must not be taken for the template.
    await session.query(`drop database if exists ${template}_draft with (force)`)
    await session.query(`create database ${template}_draft strategy file_copy`)
    const serving = migrations === migrationsFolder ? SERVING_ROLE : null
    await migrate(withDatabase(maintenance(), `${template}_draft`), migrations, serving)
    await session.query(`alter database ${template}_draft rename to ${template}`)
  }
  await session.query(`select pg_advisory_unlock(hashtext('template'))`)
  return template
}

async function onSession<T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = new pg.Client({ connectionString: url, application_name: 'test support' })
  await session.connect()
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function withRole(url: string, role: string): string {
  const changed = new URL(url)
  changed.searchParams.set('user', role)
  return changed.href
}
