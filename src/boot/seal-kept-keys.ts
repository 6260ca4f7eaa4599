import type { Database } from '../db/database.ts'
import { keyBinding } from '../lib/sealed-key.ts'
import type { Cipher } from '../ports/cipher.ts'

const CHUNK = 500
/** What every seal begins with, and no key. */
const SEAL = 'v1.'

interface KeyColumn {
  table: string
  name: string
}

/** Every field of reach `key`. A test compares this list with the definitions. */
export const KEY_COLUMNS: readonly KeyColumn[] = [
  { table: 'location', name: 'location_api_key' },
  { table: 'location', name: 'ticket_hash_key' },
  { table: 'hostedpaymentpage', name: 'encryption_key' },
]

/**
 * Seals the keys that versions before migration 0390 stored in clear. Every start calls it, since a restored backup may
 * hold them again. Returns how many were sealed. Safe to run in several processes at once.
 */
export async function sealKeptKeys(db: Database, cipher: Cipher): Promise<number> {
  let sealed = 0
  for (const column of KEY_COLUMNS) sealed += await sealColumn(db, cipher, column)
  return sealed
}

interface Kept {
  id: string
  root_id: string
  key: string
}

async function sealColumn(db: Database, cipher: Cipher, { table, name }: KeyColumn): Promise<number> {
  const column = `${name}_sealed`
  let count = 0
  for (;;) {
    const kept = await db.query<Kept>(
      `select id, root_id, ${column} as key from "${table}" where not starts_with(${column}, $1) order by id limit ${CHUNK}`,
      [SEAL],
    )
    if (kept.length === 0) return count
    const rows = kept.map(each => ({
      ...each,
      sealed: cipher.seal(each.key, keyBinding(each, name)),
      mark: cipher.fingerprint(name, each.key),
    }))
    count += await db.run(
      `update "${table}" as kept set ${column} = anew.sealed, ${name}_mark = anew.mark
         from jsonb_to_recordset($1) as anew (id text, root_id text, key text, sealed text, mark text)
        where kept.id = anew.id and kept.root_id = anew.root_id and kept.${column} = anew.key`,
      [JSON.stringify(rows)],
    )
  }
}
