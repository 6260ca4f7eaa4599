import type { Writable } from 'node:stream'
import pg from 'pg'
import copy from 'pg-copy-streams'
import { foreignKeysOf, relationsOf, type Sequence, type Table, tablesOf, triggersOf } from './catalog.ts'
import type { Queryable } from './database.ts'
import { type Applied, MIGRATION_LOCK, migrateOn, migrateTo, UNFINISHED } from './migrate.ts'
import { openSession, type Session } from './session.ts'
import { readStatement } from './snapshot.ts'

const quoted = pg.escapeIdentifier

/** An empty database that is filled in one transaction. */
export interface Loading extends Queryable {
  /** Creates the empty tables of these migrations. */
  build(applied: readonly Applied[]): Promise<void>
  /** Returns a stream that takes rows in the text form of COPY. */
  write(table: Table): Writable
  /** Returns the current rows of a table in the form `write` takes. */
  read(table: Table): NodeJS.ReadableStream
  /** Restores constraints and triggers, which checks all rows; then applies later migrations. Returns their names. */
  complete(sequences: readonly Sequence[]): Promise<string[]>
  commit(): Promise<void>
  /** Closes the connection. Without a `commit` only the marker that keeps gateways from starting is left. */
  close(): Promise<void>
}

/**
 * Begins to fill the database behind `url`. Throws, and changes nothing, when it holds anything but the marker of an
 * unfinished restore. Until `commit` that marker keeps gateways from taking the database for a new one.
 */
export async function openLoading(url: string): Promise<Loading> {
  const session = await openSession(url, 'tollgate restore')
  try {
    const [lock] = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [MIGRATION_LOCK])
    if (!lock?.held) throw new Error('a gateway or another restore is starting on this database: stop it first')
    const found = (await relationsOf(session)).filter(name => name !== UNFINISHED)
    if (found.length > 0)
      throw new Error(
        `this database is not empty (${found.length} tables and more, ${found[0]} among them): a restore wants an empty one`,
      )
    await session.run(`create table if not exists ${UNFINISHED} ()`)
    await session.run('begin')
    return loadingOn(session)
  } catch (error) {
    await session.end()
    throw error
  }
}

function loadingOn(session: Session): Loading {
  let restoring: string[] = []
  return {
    query: session.query,
    run: session.run,
    async build(applied) {
      await migrateTo(session, applied)
      restoring = await dropConstraints(session)
    },
    write: ({ name, columns }) =>
      session.client.query(copy.from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`)),
    read: table => session.client.query(copy.to(readStatement(table))),
    async complete(sequences) {
      for (const statement of restoring) await session.run(statement)
      for (const { name, last_value, is_called } of sequences)
        await session.run('select setval($1::regclass, $2, $3)', [quoted(name), last_value, is_called])
      await session.run('set constraints all immediate')
      return migrateOn(session)
    },
    async commit() {
      await session.run(`drop table ${UNFINISHED}`)
      await session.run('commit')
      // The planner has no statistics of newly filled tables.
      await session.run('analyze')
    },
    close: session.end,
  }
}

/**
 * Removes what keeps rows from being inserted in any order: foreign keys, triggers, and the rows that migrations
 * insert. Returns the statements that restore it.
 */
async function dropConstraints(session: Session): Promise<string[]> {
  const restoring: string[] = []
  for (const { table, name, definition } of await foreignKeysOf(session)) {
    await session.run(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
    restoring.push(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  for (const { table, name, fires } of await triggersOf(session)) {
    await session.run(`alter table ${quoted(table)} disable trigger ${quoted(name)}`)
    restoring.push(`alter table ${quoted(table)} enable ${FIRES[fires]}trigger ${quoted(name)}`)
  }
  const tables = (await tablesOf(session)).filter(({ name }) => name !== UNFINISHED)
  await session.run(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  return restoring
}

const FIRES = { O: '', A: 'always ', R: 'replica ' } as const
