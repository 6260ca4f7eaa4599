import { type Caller, USER_TYPE } from '../../definition/caller.ts'
import type { Row } from '../../definition/resource.ts'
import { forbidden } from '../../lib/problem.ts'
import type { user } from './user.ts'

/** Throws 403 unless the caller may change this user: himself or, as an administrator, users with no more rights. */
export function checkMayChange(caller: Caller, row: Row<typeof user>): void {
  if (caller.user_id === row.id) return
  if (rightsOf(caller.user_type_id) < rightsOf(USER_TYPE.admin))
    throw forbidden('Your user type may change your own user record only.')
  if (rightsOf(row.user_type_id) > rightsOf(caller.user_type_id)) throw forbidden('This user has more rights than you.')
}

/** Whether a caller may give this type: nobody gives more rights than his own. */
export function mayGive(caller: Caller, user_type_id: number): boolean {
  return rightsOf(user_type_id) <= rightsOf(caller.user_type_id)
}

/** Returns a rank, higher for more rights. A lower type number has more, but 100, a contact, has the least. */
function rightsOf(user_type_id: number): number {
  return user_type_id === USER_TYPE.contact ? -Infinity : -user_type_id
}
