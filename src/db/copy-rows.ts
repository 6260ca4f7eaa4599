import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import copy from 'pg-copy-streams'
import type { Session } from './session.ts'

/** Writes rows, each a line in the text form of COPY, in the session's open transaction. */
export async function copyRows(
  { client }: Session,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> {
  const named = columns.map(name => pg.escapeIdentifier(name)).join(', ')
  const into = client.query(copy.from(`copy ${pg.escapeIdentifier(table)} (${named}) from stdin`))
  await pipeline(Readable.from(lines), into)
}
