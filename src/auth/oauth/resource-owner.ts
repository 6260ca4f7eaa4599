import type { Caller } from '../../definition/caller.ts'
import { callerOf, USER_ROW, USER_ROW_FROM, type UserRow } from '../user-caller.ts'
import type { Asks } from './store.ts'

/** The user an integration acts for, as the pages show and check him. */
export interface ResourceOwner {
  caller: Caller
  username: string
  /** Null when he has no password. */
  password_mark: string | null
}

interface OwnerRow extends UserRow {
  username: string
  password_mark: string | null
}

const OWNER = `select ${USER_ROW}, u.username, u.password_mark from ${USER_ROW_FROM} where u.id = $1`

/** An active user, as a caller who came in by a page. */
export async function findOwner(db: Asks, user_id: string, address: string | null): Promise<ResourceOwner | null> {
  const [row] = await db.query<OwnerRow>(OWNER, [user_id])
  if (!row) return null
  const { username, password_mark } = row
  const caller = { ...callerOf(row, 'oauth-page', null), address }
  return { caller, username, password_mark }
}
