import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../definition/caller.ts'
import { callerOf, USER_ROW, USER_ROW_FROM, type UserRow } from '../user-caller.ts'

/** The user an integration acts for, as the pages show and check him. */
export interface ResourceOwner {
  caller: Caller
  username: string
  /** Null when he has no password. */
  password_mark: string | null
  /** Somebody else chose the password: it may be changed and used for nothing else. */
  requires_new_password: boolean
}

interface OwnerRow extends UserRow {
  username: string
  password_mark: string | null
  requires_new_password: boolean
}

const OWNER = `select ${USER_ROW}, u.username, u.password_mark, u.requires_new_password from ${USER_ROW_FROM} where u.id = $1`

/** An active user, as a caller who came in by a page. */
export async function findOwner(db: Queryable, user_id: string, address: string | null): Promise<ResourceOwner | null> {
  const [row] = await db.query<OwnerRow>(OWNER, [user_id])
  if (!row) return null
  const { username, password_mark, requires_new_password } = row
  const caller = { ...callerOf(row, 'oauth-page', null), address }
  return { caller, username, password_mark, requires_new_password }
}
