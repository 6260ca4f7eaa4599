import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import type { Cipher } from '../ports/cipher.ts'
import { callerOf, credentialName, USER_ROW, USER_ROW_FROM, type UserRow } from './user-caller.ts'

/** Looks credentials up and remembers them for a moment, so that a warm request costs one keyed hash and no query. */
export interface CredentialStore {
  callerByKey(user_id: string, user_api_key: string): Promise<Caller | null>
  knowsDeveloper(developer_id: string): Promise<boolean>
  /** Forgets everything, after users, keys or locations changed in this process. */
  forget(): void
}

interface Known {
  key_mark: string | null
  caller: Caller
}

/** How long another process may still accept a key that was just revoked. */
const REMEMBER_MS = 5_000
const MOST = 10_000

const USER_BY_ID = `select ${USER_ROW}, u.user_api_key_mark from ${USER_ROW_FROM} where u.id = $1`

const DEVELOPER_BY_ID = 'select 1 from developer where id = $1 and active'

export function credentialStore(db: Database, cipher: Cipher): CredentialStore {
  const users = remembering(id => findUser(db, id))
  const developers = remembering(async id => (await db.query(DEVELOPER_BY_ID, [id])).length > 0)

  return {
    async callerByKey(user_id, user_api_key) {
      if (user_id.length > 36 || user_api_key.length > 128 || user_id.includes('\u0000')) return null
      const mark = Buffer.from(cipher.fingerprint('api_key', user_api_key))
      const holds = (known: Known | null): known is Known =>
        known?.key_mark != null && timingSafeEqual(mark, Buffer.from(known.key_mark))
      const known = await users.get(user_id)
      if (holds(known)) return known.caller
      // Another process may have made this user or this key a moment ago: what is remembered can accept, but not refuse.
      const fresh = await users.again(user_id)
      return holds(fresh) ? fresh.caller : null
    },
    async knowsDeveloper(developer_id) {
      if (developer_id.length > 64 || developer_id.includes('\u0000')) return false
      return developers.get(developer_id)
    },
    forget() {
      users.clear()
      developers.clear()
    },
  }
}

async function findUser(db: Database, id: string): Promise<Known | null> {
  const [user] = await db.query<UserRow & { user_api_key_mark: string | null }>(USER_BY_ID, [id])
  if (!user) return null
  const key_mark = user.user_api_key_mark
  return { key_mark, caller: callerOf(user, 'user-key', key_mark && credentialName(key_mark)) }
}

/** A small cache by key. It uses the process's monotonic time: it bounds staleness for real requests, not business time. */
export function remembering<T>(find: (key: string) => Promise<T>): Remembering<T> {
  let known = new Map<string, { value: T; until: number }>()
  const again = async (key: string): Promise<T> => {
    const began = known
    const value = await find(key)
    if (known.size >= MOST) known.clear()
    // What was read before `clear` and comes back after it may be old: it goes where nobody looks any more.
    began.set(key, { value, until: performance.now() + REMEMBER_MS })
    return value
  }
  return {
    async get(key) {
      const found = known.get(key)
      return found && found.until > performance.now() ? found.value : again(key)
    },
    again,
    clear() {
      known = new Map()
    },
  }
}

export interface Remembering<T> {
  get(key: string): Promise<T>
  /** Looks it up although it is remembered. */
  again(key: string): Promise<T>
  clear(): void
}
