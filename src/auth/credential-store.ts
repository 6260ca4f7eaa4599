import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import type { Cipher } from '../ports/cipher.ts'
import { invalidation } from './invalidation.ts'
import { type HashKeyBinding, type Known, type KnownRow, knownUser, USER_BY_ID } from './known-user.ts'
import { ttlCache } from './ttl-cache.ts'

/** Looks credentials up and remembers them for a moment, so that a warm request costs one keyed hash and no query. */
export interface CredentialStore {
  callerByKey(user_id: string, user_api_key: string): Promise<Caller | null>
  /** An active user and the key he signs with, in clear; null when there is none. */
  hashKeyOf(user_id: string): Promise<{ caller: Caller; user_hash_key: string } | null>
  user(user_id: string): Promise<Known | null>
  knowsDeveloper(developer_id: string): Promise<boolean>
  /** Resolves once what is remembered may be used; asked before every identification. */
  fresh(): Promise<void> | undefined
  /** What else has to go when something changed, here or in another process. */
  alsoForget(clear: () => void): void
  /** Forgets everything, in every process, after users, keys or locations changed; resolves when that is so. */
  forget(): Promise<void>
}

const DEVELOPER_BY_ID = 'select 1 from developer where id = $1 and active'

export function credentialStore(db: Database, cipher: Cipher, bindingOf: HashKeyBinding): CredentialStore {
  const find = async (id: string): Promise<Known | null> => {
    const [row] = await db.query<KnownRow>(USER_BY_ID, [id])
    return row ? knownUser(row) : null
  }
  const users = ttlCache(find)
  const developers = ttlCache(async id => (await db.query(DEVELOPER_BY_ID, [id])).length > 0)
  const remembered = [users.clear, developers.clear]
  const clear = (): void => {
    for (const each of remembered) each()
  }
  const { check, changed } = invalidation(db, clear)

  return {
    async callerByKey(user_id, user_api_key) {
      if (user_id.length > 36 || user_api_key.length > 128 || user_id.includes('\u0000')) return null
      const mark = Buffer.from(cipher.fingerprint('api_key', user_api_key))
      const holds = (known: Known | null): known is Known =>
        known?.key_mark != null && timingSafeEqual(mark, Buffer.from(known.key_mark))
      const known = users.peek(user_id) ?? null
      if (holds(known)) return known.caller
      // Another process may have made this user or this key a moment ago: what is remembered can accept, but not refuse.
      const fresh = await users.again(user_id)
      return holds(fresh) ? fresh.caller : null
    },
    async hashKeyOf(user_id) {
      if (user_id.length > 36 || user_id.includes('\u0000')) return null
      const known = users.peek(user_id) ?? (await users.again(user_id))
      if (!known?.sealed_hash_key) return null
      known.hash_key ??= cipher.open(known.sealed_hash_key, bindingOf({ id: user_id, root_id: known.caller.root_id }))
      return { caller: known.caller, user_hash_key: known.hash_key }
    },
    user: id => users.get(id),
    async knowsDeveloper(developer_id) {
      if (developer_id.length > 64 || developer_id.includes('\u0000')) return false
      return developers.peek(developer_id) ?? developers.get(developer_id)
    },
    fresh: check,
    alsoForget: also => void remembered.push(also),
    forget: changed,
  }
}
