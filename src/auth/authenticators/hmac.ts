import type { Caller } from '../../definition/caller.ts'
import { unauthorized } from '../../lib/problem.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CredentialStore } from '../credential-store.ts'
import { type Authenticator, type Credentials, opensForm } from '../identify.ts'
import { type SecretGuesses, tooManyGuesses } from '../secret-guesses.ts'
import { isCurrent, isSignedBy, type SignatureUses, type VerifiedSignature } from '../signature-uses.ts'

/**
 * The only paths that accept a signature (contract 5.3), each with and without an s at its end, and those below them.
 */
const RESOURCES = ['accountform', 'accountvault', 'payform', 'routeraccountvault', 'salestax', 'transaction']
const SIGNED_PATH = new RegExp(`^/v2/(?:${RESOURCES.join('|')})s?(?:/|$)`)

export function acceptsSignature(path: string): boolean {
  return SIGNED_PATH.test(path)
}

/** Returns the address under which one is served that contract 5.3 prints without its s. */
export function servedUrl(url: string): string {
  return url.replace(/^\/v2\/routeraccountvault(?=[/?]|$)/, '/v2/routeraccountvaults')
}

const NOT_CURRENT = 'timestamp has to be Unix seconds of the last 15 minutes.'
const NOT_SIGNED =
  'hash-key is not the HMAC-SHA-256 of user-id and timestamp under the hash key of that user, or that key has ended.'

interface Signed {
  user_id: string
  timestamp: string
  hash_key: string
}

interface HmacParts {
  store: CredentialStore
  guesses: SecretGuesses
  uses: SignatureUses
  clock: Clock
}

/**
 * Throws 429 for an address that has guessed too often. Payers open forms from addresses that thousands share, and each
 * for the first time: at forms what was guessed at one user keeps nobody from the forms of others.
 */
async function countGuess(
  guesses: SecretGuesses,
  { path, address }: Pick<Credentials, 'path' | 'address'>,
  { of, user_id, isKnown, isGood }: { of: string; user_id: string; isKnown: boolean; isGood: boolean },
): Promise<void> {
  const apart = isKnown && opensForm(path) ? user_id : ''
  const wait = await guesses.secondsToWait(address, isGood ? `${of} ${user_id}` : null, { of: user_id, apart })
  if (wait !== null) throw tooManyGuesses(wait)
}

/**
 * HMAC-SHA-256 over user id and time, keyed with the user's hash key, by headers or by query (contract 5.3). One that
 * has opened a form is refused at the API; what else it may open the form itself asks.
 */
export function hmac({ store, guesses, uses, clock }: HmacParts): Authenticator {
  return {
    name: 'hmac',
    reads: credentials => signedOf(credentials) !== null,
    async identify(credentials): Promise<Caller> {
      const { path, address } = credentials
      const signed = signedOf(credentials)
      if (!signed || !acceptsSignature(path)) throw unauthorized('A hash-key is not accepted at this path.')
      // An address that was kept for too long is no guess: whether it was right is not looked at.
      if (!isCurrent(signed.timestamp, clock.seconds())) throw unauthorized('Hash key is invalid', NOT_CURRENT)
      const user = await store.hashKeyOf(signed.user_id)
      const isGood = user !== null && isSignedBy(signed.hash_key, user.user_hash_key, signed.user_id + signed.timestamp)
      const { user_id } = signed
      await countGuess(guesses, credentials, { of: 'hash-key', user_id, isKnown: user !== null, isGood })
      if (!isGood) throw unauthorized('Hash key is invalid', NOT_SIGNED)
      const { caller } = user
      if (!opensForm(path) && !caller.forms_only) await uses.openApi(verifiedOf(caller, signed))
      return { ...caller, method: 'hmac', credential: null, address }
    },
  }
}

/** What is signed in the address of a form: by whom and when, and the signature over its data, if it has one. */
export interface FormSignature {
  signature: VerifiedSignature
  data_hash: string | null
}

/**
 * Returns the signature by which a caller was identified, with its `data-hash`: HMAC-SHA-256 over user id, time and
 * data, as they were sent. Throws 401 when that does not fit the data.
 */
export async function formSignature(
  { store, guesses }: Pick<HmacParts, 'store' | 'guesses'>,
  credentials: Credentials,
  caller: Caller,
  data: string,
): Promise<FormSignature> {
  const signed = signedOf(credentials)
  const data_hash = credentials.parameter('data-hash') ?? credentials.header('data-hash') ?? null
  const user = signed && (await store.hashKeyOf(signed.user_id))
  if (!user) throw unauthorized('Hash key is invalid')
  if (data_hash !== null) {
    const isGood = isSignedBy(data_hash, user.user_hash_key, signed.user_id + signed.timestamp + data)
    // Counted by itself: whoever guesses it has an address whose signature is right.
    await countGuess(guesses, credentials, { of: 'data-hash', user_id: signed.user_id, isKnown: true, isGood })
    if (!isGood) throw unauthorized('Data hash is invalid')
  }
  return { signature: verifiedOf(caller, signed), data_hash }
}

/** A sign-on link as it was sent. */
export interface SignedLink extends Pick<Credentials, 'address'> {
  user_id: string
  timestamp: string
  signature: string
  /** `data` or `e_data`, whichever it has. */
  data: string
}

/**
 * Returns who signed a sign-on link: HMAC-SHA-256 under the user's hash key over a text that no other signature of ours
 * has. Throws 401 for a wrong or old one, 429 for an address that has guessed too often.
 */
export async function linkSigner(
  { store, guesses, clock }: Omit<HmacParts, 'uses'>,
  link: SignedLink,
): Promise<Caller> {
  const { user_id, timestamp, signature, data, address } = link
  if (!isCurrent(timestamp, clock.seconds())) throw unauthorized('This link has expired.', NOT_CURRENT)
  const user = await store.hashKeyOf(user_id)
  const text = `contactsso.${user_id}.${timestamp}.${data}`
  const isGood = user !== null && isSignedBy(signature, user.user_hash_key, text)
  // Payers open links from shared addresses, as they open forms: guesses at one user are counted by themselves.
  const guessed = { of: user_id, apart: user ? user_id : '' }
  const wait = await guesses.secondsToWait(address, isGood ? `contactsso ${user_id}` : null, guessed)
  if (wait !== null) throw tooManyGuesses(wait)
  if (!isGood) throw unauthorized('Signature is invalid', LINK_NOT_SIGNED)
  return user.caller
}

const LINK_NOT_SIGNED =
  'signature is not the HMAC-SHA-256 of contactsso.{user-id}.{timestamp}.{data} under the hash key of that user, or that key has ended.'

function verifiedOf({ root_id }: Caller, { user_id, timestamp }: Signed): VerifiedSignature {
  return { root_id, user_id, signed_ts: Number(timestamp) }
}

function signedOf({ header, parameter }: Credentials): Signed | null {
  for (const read of [header, parameter]) {
    const [user_id, timestamp, hash_key] = [read('user-id'), read('timestamp'), read('hash-key')]
    if (user_id && timestamp && hash_key) return { user_id, timestamp, hash_key }
  }
  return null
}
