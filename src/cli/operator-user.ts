import { parseArgs } from 'node:util'
import { hashPassword } from '../auth/password.ts'
import { OPERATOR } from '../auth/permissions.ts'
import { systemCaller } from '../definition/caller.ts'
import { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import { location } from '../resources/location/location.ts'
import { user } from '../resources/user/user.ts'
import { bootstrapUser, type Person, secret } from './bootstrap-merchant.ts'
import { gatewayClock, type Operator, plainly } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const OPTIONS = {
  merchant: { type: 'string', default: '' },
  email: { type: 'string', default: '' },
  username: { type: 'string', default: 'operator' },
} as const

/** Creates a user at a merchant who may do what operators do, and prints his credentials, once. */
export function operatorUser(args: string[]): (operator: Operator) => Promise<void> {
  const { merchant, ...given } = parseArgs({ args, options: OPTIONS }).values
  if (!merchant || !given.email)
    throw new Error('operator-user needs --merchant <root location id> and --email ops@example.com')
  for (const name of ['email', 'username'] as const) {
    const { kind, limits } = user.fields[name]
    const parsed = kind.parse(given[name], limits)
    if ('problem' in parsed) throw new Error(`--${name} ${parsed.problem}`)
  }
  return async operator => {
    const clock = await gatewayClock(operator.db, operator.clock)
    const password = secret()
    const person: Person = { ...given, user_type_id: OPERATOR, password, password_mark: await hashPassword(password) }
    const actor = { caller: systemCaller(merchant, 'operator') }
    const stored = operatorStore({ ...operator, clock }).transaction(actor, async work => {
      const root = await work.maybe(location, merchant)
      if (!root || root.parent_id !== null) throw new Error(`${merchant} is no root location`)
      const domain = await work.one(branding_domain, root.branding_domain_id, 'merchant')
      return bootstrapUser({ cipher: operator.ring, clock }, work, root, domain, person)
    })
    operator.print(JSON.stringify({ location_id: merchant, ...(await plainly(stored)) }, null, 2))
  }
}
