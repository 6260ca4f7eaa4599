import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import { type AccessScope, storedScopes } from '../lib/access-scope.ts'
import { type Networks, parseNetworks } from '../lib/networks.ts'
import { forbidden, unauthorized } from '../lib/problem.ts'
import type { Binding, Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { callerOf, credentialName, USER_ROW, USER_ROW_FROM, type UserRow } from './caller-of.ts'
import { invalidation } from './invalidation.ts'
import { ttlCache } from './ttl-cache.ts'

/** Looks credentials up and caches them briefly, so that a warm request costs one keyed hash and no query. */
export interface CredentialStore {
  /** Returns the user with this key, whether or not `permitKey` lets it in. */
  callerByKey(user_id: string, user_api_key: string): Promise<KeyHolder | null>
  /** Returns an active user and the decrypted key he signs with; null when there is none or it has ended. */
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

/** A user who showed his API key, and from where and until when that key may be used. */
export interface KeyHolder {
  caller: Caller
  expire_ts: number | null
  /** Null: from anywhere. */
  networks: Networks | null
}

/** Throws 401 for a key that has ended, 403 for one that may not come from this address. */
export function permitKey({ expire_ts, networks }: KeyHolder, address: string | null, seconds: number): void {
  if (expire_ts !== null && expire_ts <= seconds) throw unauthorized(undefined, 'This user-api-key has expired.')
  if (networks && !(address !== null && networks(address)))
    throw forbidden('This user-api-key may not be used from your address.')
}

interface ActiveUser {
  caller: Caller
  key_mark: string | null
  /** Who shows the API key: the user with the limits of that key. */
  key_holder: KeyHolder
  sealed_hash_key: string | null
  hash_key_expire_ts: number | null
  /** Decrypted at its first use. */
  hash_key?: string
  /** Set when another user chose the password: until it is replaced, his tokens are good for replacing it only. */
  requires_new_password: boolean
}

/** What a sealed hash key is bound to. */
export type HashKeyBinding = (row: { id: string; root_id: string }) => Binding

interface CredentialRow extends UserRow {
  user_api_key_mark: string | null
  user_api_key_scope: string | null
  user_api_key_expire_ts: number | null
  user_api_key_addresses: string[] | null
  user_hash_key_sealed: string | null
  user_hash_key_expire_ts: number | null
  requires_new_password: boolean
}

interface CredentialParts {
  db: Database
  cipher: Cipher
  clock: Clock
  bindingOf: HashKeyBinding
}

const USER_BY_ID = `
select ${USER_ROW}, u.user_api_key_mark, u.user_api_key_scope, u.user_api_key_expire_ts, u.user_api_key_addresses,
       u.user_hash_key_sealed, u.user_hash_key_expire_ts, u.requires_new_password
  from ${USER_ROW_FROM} where u.id = $1`
const DEVELOPER_BY_ID = 'select 1 from developer where id = $1 and active'

export function credentialStore({ db, cipher, clock, bindingOf }: CredentialParts): CredentialStore {
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
      if (hasKey(cached)) return cached.key_holder
      // Another process may have made this user or key a moment ago: a cached value can accept a request, but not
      // refuse one.
      const user = await users.reload(user_id)
      return hasKey(user) ? user.key_holder : null
    },
    async hashKeyOf(user_id) {
      if (user_id.length > 36 || user_id.includes('\u0000')) return null
      const user = users.peek(user_id) ?? (await users.reload(user_id))
      if (!user?.sealed_hash_key || (user.hash_key_expire_ts ?? Infinity) <= clock.seconds()) return null
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
  const caller = callerOf(row, 'user-key', key_mark && credentialName(key_mark))
  return {
    caller,
    key_mark,
    key_holder: keyHolder(caller, row),
    sealed_hash_key: row.user_hash_key_sealed,
    hash_key_expire_ts: row.user_hash_key_expire_ts,
    requires_new_password: row.requires_new_password,
  }
}

function keyHolder(caller: Caller, row: CredentialRow): KeyHolder {
  const scopes: { scopes?: readonly AccessScope[] } = storedScopes(row.user_api_key_scope, 'all')
  const expire_ts = row.user_api_key_expire_ts
  const addresses = row.user_api_key_addresses
  // The database holds parsed values; a value that cannot be parsed refuses the request.
  const networks = addresses && (parseNetworks(addresses.join(',')) ?? (() => false))
  const is_limited = scopes.scopes !== undefined || expire_ts !== null || networks !== null
  return {
    caller: { ...caller, ...scopes, ...(is_limited ? { limited_key: true as const } : {}) },
    expire_ts,
    networks,
  }
}
