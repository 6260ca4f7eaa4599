import type { Caller } from '../definition/caller.ts'

export interface UserRow {
  id: string
  user_type_id: number
  primary_location_id: string
  root_id: string
  tz: string | null
  /** The zone of the primary location. */
  zone: string | null
  forms_only: boolean
}

/** The columns of `UserRow`, for a statement that joins `USER_ROW_FROM`. */
export const USER_ROW = 'u.id, u.user_type_id, u.primary_location_id, u.root_id, u.tz, l.tz as zone, u.forms_only'

/** Active users with their location. Deleted and disabled users cannot authenticate by any method. */
export const USER_ROW_FROM = `"user" u join location l on l.id = u.primary_location_id and l.deleted_ts is null and u.deleted_ts is null and u.status_id = 1`

/**
 * Returns the user as a caller. `credential` names the key, token or grant for the audit trail; it is never a secret.
 */
export function callerOf(user: UserRow, method: string, credential: string | null): Caller {
  return {
    user_id: user.id,
    user_type_id: user.user_type_id,
    location_id: user.primary_location_id,
    root_id: user.root_id,
    sees_root: user.primary_location_id === user.root_id,
    zone: user.tz || user.zone || 'America/New_York',
    method,
    credential,
    address: null,
    ...(user.forms_only ? { forms_only: true } : {}),
  }
}

/** Returns the beginning of a keyed hash, which tells one key from another in the audit trail and reveals nothing. */
export function credentialName(mark: string): string {
  return mark.slice(0, 12)
}
