import type { Readable } from 'node:stream'
import pg from 'pg'
import copy from 'pg-copy-streams'
import { type Sequence, sequencesOf, type Table, tablesOf } from './catalog.ts'
import type { Queryable } from './database.ts'
import { openSession } from './session.ts'

/** The whole database at one moment, whatever is written meanwhile. */
export interface Snapshot extends Queryable {
  tables: Table[]
  sequences: Sequence[]
  /** PostgreSQL's name of the snapshot; other sessions can use it while this one is open. */
  name: string
  /**
   * Returns the rows of a table in the text form of COPY, one line each. `instead` replaces columns by SQL
   * expressions.
   */
  read(table: Table, instead?: Readonly<Record<string, string>>): Readable
  close(): Promise<void>
}

/**
 * Opens a snapshot. Reads and writes go on; migrations wait until it is closed. Throws when a migration is running,
 * and when there are no tables.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const session = await openSession(url, 'tollgate backup')
  try {
    const known = await tablesOf(session)
    if (known.length === 0) throw new Error('this database is empty: there is nothing to back up')
    await session.run('begin isolation level repeatable read read only')
    // Locked before the first read: a later lock could wait for a migration that the snapshot does not see.
    await session.run(
      `lock table ${known.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
    )
    const [row] = await session.query<{ name: string }>('select pg_export_snapshot() as name')
    const tables = await tablesOf(session)
    if (JSON.stringify(tables) !== JSON.stringify(known))
      throw new Error('the tables are being changed, as by a migration: try again in a moment')
    return {
      tables,
      sequences: await sequencesOf(session),
      name: row!.name,
      query: session.query,
      run: session.run,
      read: (table, instead = {}) => session.client.query(copy.to(readStatement(table, instead))),
      close: session.end,
    }
  } catch (error) {
    await session.end()
    throw error
  }
}

/** Reads every row of a table in the text form of COPY. */
export function readStatement({ name, columns }: Table, instead: Readonly<Record<string, string>> = {}): string {
  const shown = columns.map(column => instead[column] ?? `${pg.escapeIdentifier(name)}.${pg.escapeIdentifier(column)}`)
  return `copy (select ${shown.join(', ')} from ${pg.escapeIdentifier(name)}) to stdout`
}
