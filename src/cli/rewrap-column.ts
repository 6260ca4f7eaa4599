import type { Database } from '../db/database.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { SealedColumn, SealedRow } from './sealed-columns.ts'

export interface Rewrapping {
  db: Database
  cipher: Cipher
  /** The active key of the ring, under which everything shall be. */
  key_id: string
  /** Rows per statement. Each chunk commits by itself, so a command that is stopped loses at most one. */
  chunk?: number
  /** Told after each chunk how many values of this column were wrapped again so far. */
  progress?: (count: number) => void
}

const CHUNK = 500

/**
 * Wraps the data keys of a column again under the active key and returns how many there were. No secret is decrypted, and
 * a value that somebody changes meanwhile is left to them: they seal under the active key anyway. May be stopped and
 * started again at any time.
 */
export async function rewrapColumn(
  column: SealedColumn,
  { db, cipher, key_id, chunk = CHUNK, progress }: Rewrapping,
): Promise<number> {
  let [last, count] = ['', 0]
  for (;;) {
    const rows = await nextRows(db, column, key_id, last, chunk)
    if (rows.length === 0) return count
    last = rows.at(-1)!.id
    const found = rows.map(row => ({ ...row, anew: cipher.rewrap(row.sealed, column.binding(row)) }))
    const outdated = found.filter(row => row.anew !== null)
    if (outdated.length === 0) continue
    count += await db.run(updateOf(column), [
      outdated.map(row => row.id),
      outdated.map(row => row.sealed),
      outdated.map(row => row.anew),
      ...(column.key_column ? [key_id] : []),
    ])
    progress?.(count)
  }
}

function nextRows(
  db: Database,
  column: SealedColumn,
  key_id: string,
  last: string,
  limit: number,
): Promise<SealedRow[]> {
  const { table, column: name, root_column = 'root_id', location_column, key_column } = column
  const outdated = key_column ? ` and ${key_column} <> $3` : ''
  const text =
    `select id, ${root_column} as root_id, ${location_column} as location_id, ${name} as sealed from ${table}` +
    ` where id > $1 and ${name} is not null${outdated} order by id limit $2`
  return db.query<SealedRow>(text, [last, limit, ...(key_column ? [key_id] : [])])
}

function updateOf({ table, column, key_column }: SealedColumn): string {
  const key = key_column ? `, ${key_column} = $4` : ''
  return `update ${table} as kept set ${column} = anew.sealed${key}
    from unnest($1::text[], $2::text[], $3::text[]) as anew (id, was, sealed)
   where kept.id = anew.id and kept.${column} = anew.was`
}
