import type { KeyRing } from '../adapters/cipher/keyring/index.ts'
import type { Database } from '../db/database.ts'
import { counted } from '../lib/counted.ts'
import type { Cipher } from '../ports/cipher.ts'
import { noArguments, noteOperator, type Operator } from './operator.ts'
import { SEALED_COLUMNS, type SealedColumn, type SealedRow } from './sealed-columns.ts'

export interface Rotation {
  db: Database
  ring: KeyRing
  /** Called with lines for the operator; none holds a secret. */
  log(line: string): void
  /** Rows per commit, 500 by default. */
  chunk?: number
}

export interface Rotated {
  /** The active key, which wraps everything now. */
  key_id: string
  /** False when this run only finished an earlier one that was interrupted. */
  is_new: boolean
  rewrapped: number
}

/**
 * Adds a key to the ring, activates it and wraps every stored secret again under it while the service runs. Nothing
 * is decrypted, and nothing but the ring file and the database is written. After an interrupted run the next one
 * finishes it and adds no key.
 */
export async function rotateKeys({ db, ring, log, chunk }: Rotation): Promise<Rotated> {
  const active = ring.keys().find(key => key.state === 'active')!.id
  const finished = await rewrapAll(active)
  if (finished > 0) {
    log(
      `An earlier rotation was not complete: ${counted(finished, 'value is', 'values are')} now under key ${active}. Run the command again to add a new key.`,
    )
    return { key_id: active, is_new: false, rewrapped: finished }
  }
  const key_id = await ring.rotate()
  log(`Key ${key_id} is active.`)
  const rewrapped = await rewrapAll(key_id)
  log(
    `Done: ${counted(rewrapped, 'value is', 'values are')} under key ${key_id}. The earlier keys stay in the ring, because backups need them.`,
  )
  return { key_id, is_new: true, rewrapped }

  // Repeated until nothing is left: a request in flight during the rotation may still store a value under the old
  // key.
  async function rewrapAll(key: string): Promise<number> {
    let total = 0
    for (;;) {
      const round = await rewrapRound(key)
      if (round === 0) return total
      total += round
    }
  }

  async function rewrapRound(key: string): Promise<number> {
    let round = 0
    for (const column of SEALED_COLUMNS) {
      const name = `${column.table.replaceAll('"', '')}.${column.column}`
      const progress = (count: number) => log(`${name}: ${count}`)
      round += await rewrapColumn(column, { db, cipher: ring, key_id: key, progress, ...(chunk ? { chunk } : {}) })
    }
    return round
  }
}

export function rotate(args: string[]): (operator: Operator) => Promise<void> {
  noArguments('rotate-keys', args)
  return async ({ db, ring, clock, print }) => {
    const { key_id, rewrapped } = await rotateKeys({ db, ring, log: print })
    await noteOperator({ db, clock }, 'key_ring', 'rotated', { key_id, rewrapped })
  }
}

interface Rewrapping {
  db: Database
  cipher: Cipher
  /** The active key of the ring. */
  key_id: string
  /** Rows per statement. Each chunk commits by itself, so an interrupted run loses at most one. */
  chunk?: number
  /** Called after each chunk with the number of values of this column wrapped so far. */
  progress?: (count: number) => void
}

const CHUNK = 500

/**
 * Wraps the data keys of a column again under the active key. Returns their number. No secret is decrypted; a value
 * that changes meanwhile is skipped, because it is sealed under the active key anyway. May be interrupted and
 * repeated at any time.
 */
async function rewrapColumn(
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
