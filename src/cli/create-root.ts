import { parseArgs } from 'node:util'
import { hashPassword } from '../auth/password.ts'
import { systemCaller } from '../definition/caller.ts'
import { newId } from '../lib/id.ts'
import { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import type { Operator } from './operator.ts'
import { operatorDoor } from './operator-door.ts'
import { plant, plantLocation, plantUser, secret } from './plant.ts'

const OPTIONS = {
  name: { type: 'string' },
  domain: { type: 'string' },
  email: { type: 'string' },
  username: { type: 'string', default: 'admin' },
  tz: { type: 'string', default: 'America/New_York' },
} as const

/** A new merchant. Prints the credentials of its administrator once; they cannot be read again later. */
export async function createRoot(operator: Operator, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const { name, domain: url, email, username, tz } = values
  if (!name || !url || !email) throw new Error('create-root needs --name, --domain and --email')
  const parts = { cipher: operator.ring, clock: operator.clock }
  const root_id = newId(operator.clock.now())
  const password = secret()
  const password_mark = await hashPassword(password)
  const made = await operatorDoor(operator).open({ caller: systemCaller(root_id, 'operator') }, async book => {
    const domain = await plant(book, branding_domain, { url, title: name })
    const root = await plantLocation(book, domain, { id: root_id, parent_id: null, name, tz })
    const admin = await plantUser(parts, book, root, domain, {
      username,
      email,
      user_type_id: 250,
      password,
      password_mark,
    })
    return {
      location_id: root.id,
      location_api_key: root.location_api_key,
      ticket_hash_key: root.ticket_hash_key,
      ...admin,
    }
  })
  operator.print(JSON.stringify(made, null, 2))
}
