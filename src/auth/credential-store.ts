import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import type { Binding, Cipher } from '../ports/cipher.ts'
import { callerOf, credentialName, USER_ROW, USER_ROW_FROM, type UserRow } from './caller-of.ts'
import { invalidation } from './invalidation.ts'
import { ttlCache } from './ttl-cache.ts'

/** Looks credentials up and caches them briefly, so that a warm request costs one keyed hash and no query. */
export interface CredentialStore {
  callerByKey(user_id: string, user_api_key: string): Promise<Caller | null>
  /** Returns an active user and the decrypted key he signs with; null when there is none. */
  hashKeyOf(user_id: string): Promise<{ caller: Caller; user_hash_key: string } | null>
  user(user_id: string): Promise<ActiveUser | null>
  knowsDeveloper(developer_id: string): Promise<boolean>
  /** Resolves once the caches are recent enough to be used; awaited before every identification. */
  ensureFresh(): Promise<void> | undefined
  /** Adds a cache that is cleared together with those of the store, here or by another process. */
  onInvalidate(clear: () => void): void
  /**
   * Call it after users, keys or locations changed. Resolves when no process uses cached credentials of before any
   * more.
   */
  invalidate(): Promise<void>
}

interface ActiveUser {
  caller: Caller
  key_mark: string | null
  sealed_hash_key: string | null
  /** Decrypted at its first use. */
  hash_key?: string
  /** Set when another user chose the password: until it is replaced, his tokens are good for replacing it only. */
  requires_new_password: boolean
}

/** What a sealed hash key is bound to. */
export type HashKeyBinding = (row: { id: string; root_id: string }) => Binding

interface CredentialRow extends UserRow {
  user_api_key_mark: string | null
  user_hash_key_sealed: string | null
  requires_new_password: boolean
}

const USER_BY_ID = `
select ${USER_ROW}, u.user_api_key_mark, u.user_hash_key_sealed, u.requires_new_password
  from ${USER_ROW_FROM} where u.id = $1`
const DEVELOPER_BY_ID = 'select 1 from developer where id = $1 and active'

export function credentialStore(db: Database, cipher: Cipher, bindingOf: HashKeyBinding): CredentialStore {
  const users = ttlCache(async id => {
    const [row] = await db.query<CredentialRow>(USER_BY_ID, [id])
    return row ? activeUser(row) : null
  })
  const developers = ttlCache(async id => (await db.query(DEVELOPER_BY_ID, [id])).length > 0)
  const clears = [users.clear, developers.clear]
  const { ensureFresh, invalidate } = invalidation(db, () => {
    for (const clear of clears) clear()
  })

  return {
    async callerByKey(user_id, user_api_key) {
      if (user_id.length > 36 || user_api_key.length > 128 || user_id.includes('\u0000')) return null
      const hasKey = (user: ActiveUser | null): user is ActiveUser =>
        user?.key_mark != null && cipher.isFingerprint(user.key_mark, 'api_key', user_api_key)
      const cached = users.peek(user_id) ?? null
      if (hasKey(cached)) return cached.caller
      // Another process may have made this user or key a moment ago: a cached value can accept a request, but not
      // refuse one.
      const user = await users.reload(user_id)
      return hasKey(user) ? user.caller : null
    },
    async hashKeyOf(user_id) {
      if (user_id.length > 36 || user_id.includes('\u0000')) return null
      const user = users.peek(user_id) ?? (await users.reload(user_id))
      if (!user?.sealed_hash_key) return null
      user.hash_key ??= cipher.open(user.sealed_hash_key, bindingOf({ id: user_id, root_id: user.caller.root_id }))
      return { caller: user.caller, user_hash_key: user.hash_key }
    },
    user: id => users.get(id),
    async knowsDeveloper(developer_id) {
      if (developer_id.length > 64 || developer_id.includes('\u0000')) return false
      return developers.peek(developer_id) ?? developers.get(developer_id)
    },
    ensureFresh,
    onInvalidate: clear => void clears.push(clear),
    invalidate,
  }
}

function activeUser(row: CredentialRow): ActiveUser {
  const key_mark = row.user_api_key_mark
  return {
    caller: callerOf(row, 'user-key', key_mark && credentialName(key_mark)),
    key_mark,
    sealed_hash_key: row.user_hash_key_sealed,
    requires_new_password: row.requires_new_password,
  }
}
