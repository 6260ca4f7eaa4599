import type { Caller } from '../definition/caller.ts'
import type { Binding } from '../ports/cipher.ts'
import { callerOf, credentialName, USER_ROW, USER_ROW_FROM, type UserRow } from './user-caller.ts'

/** What is remembered of an active user for a moment. */
export interface Known {
  caller: Caller
  key_mark: string | null
  sealed_hash_key: string | null
  /** Opened when it is first asked for. */
  hash_key?: string
  /** Somebody else chose the password: until it is replaced, a token of his is good for replacing it only. */
  requires_new_password: boolean
}

/** What a sealed hash key is bound to. */
export type HashKeyBinding = (row: { id: string; root_id: string }) => Binding

export interface KnownRow extends UserRow {
  user_api_key_mark: string | null
  user_hash_key_sealed: string | null
  requires_new_password: boolean
}

export const USER_BY_ID = `
select ${USER_ROW}, u.user_api_key_mark, u.user_hash_key_sealed, u.requires_new_password
  from ${USER_ROW_FROM} where u.id = $1`

export function knownUser(row: KnownRow): Known {
  const key_mark = row.user_api_key_mark
  return {
    caller: callerOf(row, 'user-key', key_mark && credentialName(key_mark)),
    key_mark,
    sealed_hash_key: row.user_hash_key_sealed,
    requires_new_password: row.requires_new_password,
  }
}
