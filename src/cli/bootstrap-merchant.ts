import { randomBytes } from 'node:crypto'
import type { OPERATOR } from '../auth/permissions.ts'
import type { Resource, Row, Settable } from '../definition/resource.ts'
import type { UnitOfWork } from '../definition/store.ts'
import { newId } from '../lib/id.ts'
import { sealedKeys } from '../lib/sealed-key.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import type { branding_domain } from '../resources/branding_domain/branding_domain.ts'
import { location } from '../resources/location/location.ts'
import type { LocationKeys } from '../resources/location/location-keys.ts'
import { hashKeyBinding, user } from '../resources/user/user.ts'
import { apiKeyColumns, hashKeyColumns } from '../resources/user/user-keys.ts'

/**
 * Creates what the API cannot: the root of a location tree and its first user. Used by operator commands and the
 * sandbox's seed.
 */
export interface BootstrapParts {
  cipher: Cipher
  clock: Clock
}

/** The credentials of a new user in clear; they cannot be read again later. */
export interface BootstrappedUser {
  user_id: string
  user_api_key: string
  user_hash_key: string
  username: string
  password: string
  domain: string
}

export interface Person {
  username: string
  email: string
  user_type_id: typeof OPERATOR | 250 | 400
  password: string
  password_mark: string
}

/** Stores a record with the defaults of its definition, as a POST would. */
export function bootstrap<R extends Resource>(work: UnitOfWork, resource: R, record: Settable<R>): Promise<Row<R>> {
  const starts = Object.entries(resource.fields).filter(
    ([, field]) => field.options.reach !== 'input' && field.options.fallback !== undefined,
  )
  const values = Object.fromEntries(starts.map(([name, field]) => [name, field.options.fallback]))
  return work.insert(resource, { ...values, ...record })
}

/** Creates a location under a branding domain; one without a parent is a root, whose id is the tree's. */
export function bootstrapLocation(
  { cipher, clock }: BootstrapParts,
  work: UnitOfWork,
  domain: Row<typeof branding_domain>,
  { keys, ...record }: Settable<typeof location> & { keys: LocationKeys },
): Promise<Row<typeof location>> {
  const id = record.id ?? newId(clock.now())
  return bootstrap(work, location, {
    branding_domain_id: domain.id,
    branding_domain_url: domain.url,
    branding_domain_title: domain.title,
    ...record,
    id,
    ...sealedKeys(cipher, { id, root_id: work.actor.caller.root_id }, keys),
  })
}

/** Creates a user with new credentials. */
export async function bootstrapUser(
  { cipher, clock }: BootstrapParts,
  work: UnitOfWork,
  at: Row<typeof location>,
  domain: Row<typeof branding_domain>,
  person: Person,
): Promise<BootstrappedUser> {
  const id = newId(clock.now())
  const user_api_key = secret()
  const user_hash_key = randomBytes(16).toString('hex')
  await bootstrap(work, user, {
    id,
    primary_location_id: at.id,
    domain_id: domain.id,
    branding_domain_url: domain.url,
    username: person.username,
    first_name: '',
    last_name: person.username,
    email: person.email,
    user_type_id: person.user_type_id,
    ...apiKeyColumns(cipher.fingerprint('api_key', user_api_key), {}, clock.seconds()),
    ...hashKeyColumns(cipher.seal(user_hash_key, hashKeyBinding({ id, root_id: at.root_id })), {}, clock.seconds()),
    password_mark: person.password_mark,
  })
  return {
    user_id: id,
    user_api_key,
    user_hash_key,
    username: person.username,
    password: person.password,
    domain: domain.url,
  }
}

/**
 * Returns 28 letters, digits and dashes: every class the password rule requires, and nothing to escape in a shell or
 * URL.
 */
export function secret(): string {
  return `Tg1-${randomBytes(18).toString('base64url').replaceAll(/[_-]/g, 'x')}`
}
