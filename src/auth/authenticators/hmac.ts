import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../definition/caller.ts'
import { unauthorized } from '../../lib/problem.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CredentialStore } from '../credential-store.ts'
import type { Authenticator, Credentials } from '../identify.ts'

/**
 * The only paths that accept a signature (contract 5.3), each with and without an s at its end, and those below them.
 */
const RESOURCES = ['accountform', 'accountvault', 'payform', 'routeraccountvault', 'salestax', 'transaction']
const SIGNED_PATH = new RegExp(`^/v2/(?:${RESOURCES.join('|')})s?(?:/|$)`)

export function acceptsSignature(path: string): boolean {
  return SIGNED_PATH.test(path)
}

/** How far the signed time may be from now, before or after. */
const TOLERANCE_SECONDS = 15 * 60

interface Signed {
  user_id: string
  timestamp: string
  hash_key: string
}

/** HMAC-SHA-256 over user id and time, keyed with the user's hash key, by headers or by query (contract 5.3). */
export function hmac(store: CredentialStore, clock: Clock): Authenticator {
  return {
    name: 'hmac',
    reads: credentials => signedOf(credentials) !== null,
    async identify(credentials): Promise<Caller> {
      const signed = signedOf(credentials)
      if (!signed || !acceptsSignature(credentials.path)) throw unauthorized('A hash-key is not accepted at this path.')
      const user = isCurrent(signed.timestamp, clock) && (await store.hashKeyOf(signed.user_id))
      if (!user || !isSignedBy(signed, user.user_hash_key)) throw unauthorized('Hash key is invalid')
      return { ...user.caller, method: 'hmac', credential: null, address: credentials.address }
    },
  }
}

function signedOf({ header, parameter }: Credentials): Signed | null {
  for (const read of [header, parameter]) {
    const [user_id, timestamp, hash_key] = [read('user-id'), read('timestamp'), read('hash-key')]
    if (user_id && timestamp && hash_key) return { user_id, timestamp, hash_key }
  }
  return null
}

function isCurrent(timestamp: string, clock: Clock): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(clock.seconds() - Number(timestamp)) <= TOLERANCE_SECONDS
}

/** Accepts hexadecimal digits of either case and compares in constant time. */
function isSignedBy({ user_id, timestamp, hash_key }: Signed, user_hash_key: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hash_key)) return false
  const expected = createHmac('sha256', user_hash_key)
    .update(user_id + timestamp)
    .digest()
  return timingSafeEqual(Buffer.from(hash_key, 'hex'), expected)
}
