import { rightsOf } from '../../src/auth/permissions.ts'
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

/** Opt-outs belong to the whole tree, and users at any level may add them. */
const ADDED_ANYWHERE: readonly string[] = ['email_blacklist', 'sms_blacklist']

/**
 * Whether a user who authenticates by key has a right. The table of rights comes from the gateway. The rule for records
 * of the whole tree is written again here, so that a gateway that breaks it fails.
 */
function may({ type, level }: UserKind, [noun, verb]: Need): boolean {
  if (!rightsOf(type, noun).includes(verb)) return false
  const isRead = verb === 'read' || verb === 'list'
  if (level === 'root' || isRead || registry.get(noun).resource.scope !== 'tree') return true
  return verb === 'create' && ADDED_ANYWHERE.includes(noun)
}
