import { USER_TYPE, USER_TYPES } from '../../definition/caller.ts'
import type { NounParts } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row } from '../../definition/resource.ts'
import type { Actor, Store } from '../../definition/store.ts'
import { invalidField, notFound } from '../../lib/problem.ts'
import { user } from '../user/user.ts'
import { checkMayChange, mayGive } from '../user/user-rank.ts'
import { type authroleuser, ROLES } from './authroleuser.ts'

type Role = typeof authroleuser

/** A role is a fact of its user, changed by the rules for users, and noted as a change of the user. */
export const authroleuserOperations: Operations<Role> = {
  async create({ actor, draft, store, parts }) {
    const role = USER_TYPES.find(type => String(type) === draft.auth_role_id)!
    if (!mayGive(actor.caller, role))
      throw invalidField('auth_role_id', 'Auth Role Id cannot have more rights than your own.')
    return give(draft.user_id, role, { actor, store, parts })
  },
  async remove({ actor, row, store, parts }) {
    if (row.user_type_id === USER_TYPE.contact) throw notFound()
    if (row.id === actor.caller.user_id) throw invalidField('id', 'Your own role cannot be taken away.', 409)
    await give(row.id, USER_TYPE.contact, { actor, store, parts }, locked => {
      // Another request may have taken it since the row was read.
      if (locked.user_type_id === USER_TYPE.contact) throw notFound()
    })
  },
  async show({ rows, expand, proceed }) {
    if (rows.some(row => row.user_type_id === USER_TYPE.contact)) throw notFound()
    return proceed(expand)
  },
  list: {
    query: {},
    run({ query, proceed }) {
      const asked = query.filter(([name]) => name === 'auth_role_id').flatMap(([, text]) => text.split(','))
      const strange = asked.find(role => !ROLES.some(each => String(each) === role))
      if (strange !== undefined) throw invalidField('auth_role_id', `Auth Role Id must be one of ${ROLES.join(', ')}.`)
      return proceed(query, asked.length > 0 ? query : [...query, ['auth_role_id', ROLES.join(',')]])
    },
  },
}

interface Giving {
  actor: Actor
  store: Store
  parts: NounParts
}

async function give(
  user_id: string,
  user_type_id: (typeof USER_TYPES)[number],
  { actor, store, parts }: Giving,
  check: (locked: Row<typeof user>) => void = () => undefined,
): Promise<Row<Role>> {
  const row = await store.transaction(actor, async work => {
    const locked = await work.lock(user, user_id)
    if (!locked) throw notFound()
    check(locked)
    checkMayChange(actor.caller, locked)
    return work.update(user, locked, { user_type_id })
  })
  await parts.invalidateCredentials()
  // It is read from the same table.
  return row as unknown as Row<Role>
}
