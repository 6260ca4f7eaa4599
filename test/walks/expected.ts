import { permitting } from '../../src/auth/permissions.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { Refusal } from '../../src/lib/problem.ts'
import { isBelow, type Level, type Need, registry, type UserKind } from './users.ts'

/** How the first step refers to the location: by the id of a record there, by a field, or by listing its records. */
export type Names = 'record' | 'field' | 'list' | 'nothing'

export type Outcome = 'done' | 'forbidden' | 'missing' | 'refused' | 'not in list'

/** How a flow ends at a location outside the user's tree. */
const UNSEEN: Readonly<Record<Names, Outcome>> = {
  record: 'missing',
  field: 'refused',
  list: 'not in list',
  nothing: 'done',
}

const permit = permitting(registry)

/**
 * Returns how a flow must end for a user at a location. Only rights and the location tree decide. The gateway checks
 * the right of the first step, then the location, then the rights of later steps.
 */
export function expected(
  { needs, names }: { needs: readonly Need[]; names: Names },
  user: UserKind,
  place: Level,
): Outcome {
  const [first, ...later] = needs
  if (first && !may(user, first)) return 'forbidden'
  if (!isBelow(place, user.level)) return UNSEEN[names]
  return later.every(need => may(user, need)) ? 'done' : 'forbidden'
}

/** Whether a user who authenticates by key has a right. */
function may({ type, level }: UserKind, [noun, verb]: Need): boolean {
  const caller = systemCaller('root', 'user-key')
  try {
    permit({ ...caller, user_type_id: type, sees_root: level === 'root' }, noun, verb)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return false
    throw error
  }
}
