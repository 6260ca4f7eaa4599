import type { Caller } from '../../definition/caller.ts'
import type { CommandAct } from '../../definition/command.ts'
import { text } from '../../definition/field.ts'
import type { Resource, Row, Settable } from '../../definition/resource.ts'
import { parseScopes } from '../../lib/access-scope.ts'
import { parseNetworks } from '../../lib/networks.ts'
import { addProblem, forbidden, invalid, invalidField, type Problems } from '../../lib/problem.ts'
import { user } from './user.ts'

type User = typeof user

/** What proves that the caller is a person who knows the password, and not somebody who found an access token. */
export const PROOF = {
  old_password: text(undefined, 128, 'P', {
    holds: 'secret',
    note: 'With an access token: the own password of the caller.',
  }),
  second_factor: text(undefined, 64, 'P', {
    holds: 'secret',
    note: 'With an access token, where the caller has a second factor: a code of it.',
  }),
}

export interface Proof {
  old_password?: unknown
  second_factor?: unknown
}

/**
 * Throws 422 unless the caller proves who he is: a token that ends after fifteen idle minutes makes nothing that
 * outlives it. Keys prove themselves.
 */
export async function checkProof(
  { actor: { caller }, store, parts }: Pick<CommandAct<Resource>, 'actor' | 'store' | 'parts'>,
  { old_password, second_factor }: Proof,
): Promise<void> {
  if (caller.method !== 'token') return
  const own = await store.reader(caller).maybe(user, caller.user_id)
  if (!own) throw forbidden()
  const problems: Problems = {}
  if (!old_password)
    addProblem(problems, 'old_password', 'Old Password cannot be blank: with an access token, send your own password.')
  if (own.second_factor_ts !== null && !second_factor)
    addProblem(problems, 'second_factor', 'Second Factor cannot be blank: send a code of it.')
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await checkOwnPassword({ parts, caller, user_id: own.id }, { old_password, second_factor })
}

/** Throws 422 unless the password of this user was sent, and a right code where one was. */
export async function checkOwnPassword(
  { parts, caller, user_id }: Pick<CommandAct<User>, 'parts'> & { caller: Caller; user_id: string },
  { old_password, second_factor }: Proof,
): Promise<void> {
  const sent = { password: String(old_password ?? ''), second_factor: second_factor ? String(second_factor) : null }
  if (!(await parts.checkOwn(user_id, sent, caller.address))) throw wrongPassword()
}

export function wrongPassword(): Error {
  const text = 'Old Password is not the current password, or too many wrong ones have locked it for a while.'
  return invalidField('old_password', text)
}

/** The limits of the keys that a request makes. */
export type KeyLimits = Partial<
  Pick<
    Row<User>,
    'user_api_key_scope' | 'user_api_key_expire_ts' | 'user_api_key_addresses' | 'user_hash_key_expire_ts'
  >
>

/** Adds what is wrong with the limits of keys. */
export function checkKeyLimits(limits: KeyLimits, add: (field: keyof KeyLimits, text: string) => void): void {
  const { user_api_key_scope: scope, user_api_key_addresses: addresses } = limits
  if (scope && parseScopes(scope, 'all') === null)
    add(
      'user_api_key_scope',
      'User Api Key Scope must be all, or some of read, invoices and payments with spaces between.',
    )
  if (addresses?.length === 0) add('user_api_key_addresses', 'User Api Key Addresses cannot be empty: leave it out.')
  if (addresses?.some(each => each.includes(',') || each.trim() === '' || !parseNetworks(each)))
    add('user_api_key_addresses', 'User Api Key Addresses must be addresses or networks such as 203.0.113.0/24.')
}

/** Throws 422 for an end that has come already. */
export function checkKeyEnds(limits: KeyLimits, seconds: number): void {
  for (const name of ['user_api_key_expire_ts', 'user_hash_key_expire_ts'] as const) {
    if ((limits[name] ?? Infinity) <= seconds) throw invalidField(name, `${NAMES[name]} must be in the future.`)
  }
}

const NAMES = {
  user_api_key_expire_ts: 'User Api Key Expire Ts',
  user_hash_key_expire_ts: 'User Hash Key Expire Ts',
} as const

/** Returns the columns of a new API key, in place of those of the key before. */
export function apiKeyColumns(user_api_key_mark: string, limits: KeyLimits, seconds: number): Settable<User> {
  return {
    user_api_key_mark,
    user_api_key_ts: seconds,
    user_api_key_scope: limits.user_api_key_scope?.trim() || 'all',
    user_api_key_expire_ts: limits.user_api_key_expire_ts ?? null,
    user_api_key_addresses: limits.user_api_key_addresses?.map(each => each.trim()) ?? null,
  }
}

/** Returns the columns of a new hash key, in place of those of the key before. */
export function hashKeyColumns(user_hash_key_sealed: string, limits: KeyLimits, seconds: number): Settable<User> {
  return {
    user_hash_key_sealed,
    user_hash_key_ts: seconds,
    user_hash_key_expire_ts: limits.user_hash_key_expire_ts ?? null,
  }
}

const NO_KEYS: Settable<User> = {
  user_api_key_mark: null,
  user_api_key_ts: null,
  user_api_key_scope: null,
  user_api_key_expire_ts: null,
  user_api_key_addresses: null,
  user_hash_key_sealed: null,
  user_hash_key_ts: null,
  user_hash_key_expire_ts: null,
}

/**
 * Returns the columns of the keys after a new password or second factor. A person who changes it confirms them, or they
 * end: somebody else may have made them. A program that changes it shows its key itself.
 */
export function keysAfter(caller: Caller, keep_keys: unknown): Settable<User> {
  const keeps = typeof keep_keys === 'boolean' ? keep_keys : caller.method === 'user-key'
  return keeps ? {} : NO_KEYS
}
