import pg from 'pg'
import { columnTypes } from './column-types.ts'
import type { Queryable } from './database.ts'
import { SESSION } from './session-settings.ts'

/** A connection for long work: a backup, a restore. */
export interface Session extends Queryable {
  client: pg.Client
  /** Closes it; an open transaction is rolled back. */
  end(): Promise<void>
}

/** The same rows are the same bytes on every server, and nothing is cut off by a time-out. */
const PLAIN = `set client_encoding = 'UTF8'; set row_security = off; ${SESSION}`

/** Opens a connection. `url` must lead to PostgreSQL itself and not to a pooler that shares sessions. */
export async function openSession(url: string, application_name: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url, application_name, keepAlive: true, types: columnTypes })
  client.on('error', () => {})
  await client.connect()
  await client.query(PLAIN)
  return {
    client,
    query: async <T>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, values as unknown[])).rows as T[],
    run: async (text, values = []) => (await client.query(text, values as unknown[])).rowCount ?? 0,
    end: () => client.end().catch(() => {}),
  }
}
