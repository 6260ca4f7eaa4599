/** What tests share: databases, fixtures, a network limited to this machine. Never: an assertion about the product. */

import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../src/db/database.ts'
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts'
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
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/** Opened as they are needed. One connection for outcomes: what needs two at once would not get on. */
const FEW = { requests: 5, outcomes: 1, jobs: 3, lists: 2, pages: 2 }

let server: Promise<Pick<Embedded, 'owner_url' | 'stop'>> | undefined
let count = 0
let open = 0

/**
 * A migrated, empty database for one test file: `const { database, drop } = await createTestDatabase()`, and
 * `after(drop)`. It is cloned from a template that is built once for each state of `migrations`. `npm test` starts
 * the server; a file that is run alone starts one in the temporary folder, which several such runs share and which
 * stops when the last database is dropped. With other migrations than the gateway's everything is done by the owner.
 */
export async function createTestDatabase(name = 'test', migrations: string = migrationsFolder): Promise<TestDatabase> {
  open += 1
  server ??= testServer()
  const { owner_url: maintenance, stop } = await server
  const database_name = `${name}_${process.pid}_${++count}`
  await onSession(maintenance, async session => {
    const template = await templateFor(session, maintenance, migrations)
    await session.query(`create database ${pg.escapeIdentifier(database_name)} template ${template} strategy file_copy`)
  })
  const owner_url = withDatabase(maintenance, database_name)
  const owner = openDatabase({ url: owner_url, size: FEW, application_name: name })
  // Tables that a test makes are granted to nobody.
  const is_ours = migrations === migrationsFolder
  const url = is_ours ? withRole(owner_url, SERVING_ROLE) : owner_url
  const database = is_ours ? openDatabase({ url, size: FEW, application_name: name }) : owner
  return {
    url,
    database,
    owner_url,
    owner,
    async drop() {
      await Promise.all([database.close(), owner.close()])
      await onSession(maintenance, async session => {
        await session.query(`drop database if exists ${pg.escapeIdentifier(database_name)} with (force)`)
      })
      open -= 1
      if (open > 0) return
      server = undefined
      await stop()
    },
  }
}

/** The server `npm test` started, or one for this process. */
async function testServer(): Promise<Pick<Embedded, 'owner_url' | 'stop'>> {
  const given = process.env.TOLLGATE_TEST_DATABASE
  if (given) return { owner_url: given, stop: async () => {} }
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8)
  const embedded = await startEmbedded({ home: join(tmpdir(), `tollgate-test-${checkout}`), durable: false })
  await onSession(embedded.owner_url, dropLeftovers)
  return embedded
}

/** Runs that were killed leave databases behind; their names contain the id of a process that is gone. */
async function dropLeftovers(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ name: string; pid: number }>(
    `select datname as name, substring(datname from '_([0-9]+)_[0-9]+$')::int as pid from pg_database where datname ~ '_[0-9]+_[0-9]+$'`,
  )
  for (const { name, pid } of rows) {
    if (!lives(pid)) await session.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The template of these migrations, built under a lock because many test files start at the same moment. */
async function templateFor(session: pg.Client, maintenance: string, migrations: string): Promise<string> {
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
    await migrate(withDatabase(maintenance, `${template}_draft`), migrations, serving)
    await session.query(`alter database ${template}_draft rename to ${template}`)
  }
  await session.query(`select pg_advisory_unlock(hashtext('template'))`)
  return template
}

async function onSession(url: string, work: (session: pg.Client) => Promise<void>): Promise<void> {
  const session = new pg.Client({ connectionString: url, application_name: 'test support' })
  await session.connect()
  try {
    await work(session)
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
