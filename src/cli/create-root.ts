import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hashPassword } from '../auth/password.ts'
import { systemCaller } from '../definition/caller.ts'
import { newId } from '../lib/id.ts'
import { isTimeZone } from '../lib/local-date.ts'
import { hostOf } from '../lib/web-address.ts'
import { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import { location } from '../resources/location/location.ts'
import { type LocationKeys, newLocationKeys } from '../resources/location/location-keys.ts'
import { user } from '../resources/user/user.ts'
import { type BootstrappedUser, bootstrap, bootstrapLocation, bootstrapUser, secret } from './bootstrap-merchant.ts'
import type { Operator } from './operator.ts'
import { operatorStore } from './operator-store.ts'

const OPTIONS = {
  name: { type: 'string', default: '' },
  domain: { type: 'string', default: '' },
  email: { type: 'string', default: '' },
  username: { type: 'string', default: 'admin' },
  tz: { type: 'string', default: 'America/New_York' },
  developer: { type: 'string', default: '' },
} as const

/** Of the column. */
const LONGEST_TITLE = 64

/** The fields that will hold the options; their limits apply. */
const FIELDS = {
  name: location.fields.name,
  domain: branding_domain.fields.url,
  email: user.fields.email,
  username: user.fields.username,
  tz: location.fields.tz,
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

type NewRoot = Record<keyof typeof OPTIONS, string>

/** Creates a merchant and prints the credentials of its administrator, which cannot be read again later. */
export function createRoot(args: string[]): (operator: Operator) => Promise<void> {
  const wanted: NewRoot = parseArgs({ args, options: OPTIONS }).values
  if (!wanted.name || !wanted.domain || !wanted.email)
    throw new Error('create-root needs --name "Business name", --domain pay.example.com and --email admin@example.com')
  wanted.domain = hostOf(wanted.domain) ?? wanted.domain
  for (const [name, { kind, limits }] of Object.entries(FIELDS)) {
    const parsed = kind.parse(wanted[name as keyof NewRoot], limits)
    if ('problem' in parsed) throw new Error(`--${name} ${parsed.problem}`)
  }
  if (!HOST_NAME.test(wanted.domain)) throw new Error('--domain must be a host name such as pay.example.com')
  if (!isTimeZone(wanted.tz)) throw new Error('--tz must be a time zone such as America/Chicago')
  if (wanted.developer.length > LONGEST_TITLE)
    throw new Error(`--developer must be ${LONGEST_TITLE} characters or less`)
  return operator => make(operator, wanted)
}

async function make(operator: Operator, { name, domain: url, email, username, tz, developer }: NewRoot): Promise<void> {
  const [taken] = await operator.db.query(
    'select 1 from branding_domain where lower(url) = $1 and owned_ts is not null and deleted_ts is null',
    [url],
  )
  if (taken) throw new Error(`the domain ${url} belongs to a merchant already`)
  const root_id = newId(operator.clock.now())
  const password = secret()
  const person = { username, email, user_type_id: 250, password, password_mark: await hashPassword(password) } as const
  const parts = { cipher: operator.ring, clock: operator.clock }
  const keys = newLocationKeys()
  const made = await operatorStore(operator).transaction({ caller: systemCaller(root_id, 'operator') }, async work => {
    const domain = await bootstrap(work, branding_domain, { url, title: name, owned_ts: operator.clock.seconds() })
    const root = await bootstrapLocation(parts, work, domain, { id: root_id, parent_id: null, name, tz, keys })
    return { root: { id: root.id, ...keys }, admin: await bootstrapUser(parts, work, root, domain, person) }
  })
  const developer_id = await developerFor(operator, developer)
  operator.print(JSON.stringify(credentials(developer_id, made), null, 2))
}

interface Made {
  root: { id: string } & LocationKeys
  admin: BootstrappedUser
}

/**
 * Returns the developer id that the author of a client sends: a new one for a title, else the oldest, and the first one
 * of a live gateway, where nothing is seeded.
 */
async function developerFor({ db, clock, config }: Operator, title: string): Promise<string | null> {
  const oldest = 'select id from developer where active order by created_ts limit 1'
  const [known] = title ? [] : await db.query<{ id: string }>(oldest)
  if (known) return known.id
  if (!title && config.mode !== 'live') return null
  const id = randomBytes(6).toString('hex')
  await db.run('insert into developer (id, title, active, created_ts) values ($1, $2, true, $3)', [
    id,
    title || 'First integration',
    clock.seconds(),
  ])
  return id
}

/** What a first API call needs. */
function credentials(developer_id: string | null, { root, admin }: Made): Record<string, unknown> {
  return {
    developer_id,
    location_id: root.id,
    location_api_key: root.location_api_key,
    ticket_hash_key: root.ticket_hash_key,
    ...admin,
  }
}
