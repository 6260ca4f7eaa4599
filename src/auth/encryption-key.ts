import type { Queryable } from '../db/database.ts'
import { randomLetters } from '../lib/random-letters.ts'
import type { Binding, Cipher } from '../ports/cipher.ts'

/** The length of an AES-128 key whose bytes are letters. */
const KEY_LETTERS = 16

/** Binds the sealed encryption key of a piece of software to its developer id. */
export function encryptionKeyBinding(row: { id: string }): Binding {
  return { location_id: 'developer', record_id: row.id, field: 'encryption_key' }
}

/**
 * Replaces the key with which this software encrypts its sign-on links. Returns it, or null when the developer id is
 * unknown.
 */
export async function newEncryptionKey(db: Queryable, cipher: Cipher, developer_id: string): Promise<string | null> {
  const key = randomLetters(KEY_LETTERS)
  const sealed = cipher.seal(key, encryptionKeyBinding({ id: developer_id }))
  const stored = await db.run('update developer set encryption_key_sealed = $2 where id = $1 and active', [
    developer_id,
    sealed,
  ])
  return stored > 0 ? key : null
}

/** Returns the decrypted encryption key of this software, or null when it has none. */
export async function encryptionKeyOf(db: Queryable, cipher: Cipher, developer_id: string): Promise<string | null> {
  const [row] = await db.query<{ encryption_key_sealed: string | null }>(
    'select encryption_key_sealed from developer where id = $1 and active',
    [developer_id],
  )
  const sealed = row?.encryption_key_sealed
  return sealed ? cipher.open(sealed, encryptionKeyBinding({ id: developer_id })) : null
}
