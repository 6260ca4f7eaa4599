import type { Database } from '../db/database.ts'
import { type AccessTrail, accessTrail } from '../events/access-trail.ts'
import { rateLimit } from '../lib/rate-limit.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { type AccessTokens, accessTokens } from './access-tokens.ts'
import { type Activity, activity } from './activity.ts'
import { accessToken } from './authenticators/access-token.ts'
import { hmac } from './authenticators/hmac.ts'
import { oauthBearer } from './authenticators/oauth-bearer.ts'
import { userKey } from './authenticators/user-key.ts'
import { type CredentialStore, credentialStore, type HashKeyBinding } from './credential-store.ts'
import { type FailureAudit, failureAudit } from './failure-audit.ts'
import { type HashingQueue, hashingQueue } from './hashing-queue.ts'
import { type CheckDeveloper, developerCheck, type Identify, identifier } from './identify.ts'
import { type SecretGuesses, secretGuesses } from './secret-guesses.ts'
import { type CheckOwn, type NewPlaceEffect, type SignIn, type SignInLimits, signIn } from './sign-in.ts'
import { type SignatureUses, signatureUses } from './signature-uses.ts'

/** Everything that authenticates callers. */
export interface Authenticators {
  credentials: CredentialStore
  tokens: AccessTokens
  signatures: SignatureUses
  identify: Identify
  checkDeveloper: CheckDeveloper
  signIn: SignIn
  checkOwn: CheckOwn
  hashing: HashingQueue
  /** Records in the audit trail that somebody could not authenticate. */
  refused: FailureAudit['record']
  guesses: SecretGuesses
  active: Activity
  /** Records accesses that change no record. */
  trail: AccessTrail
}

interface AuthenticatorParts {
  db: Database
  cipher: Cipher
  clock: Clock
  limits: SignInLimits
  /** Requests of one user per minute. */
  requests_per_minute: number
  bindingOf: HashKeyBinding
  publicUrl(): string
  newPlace: NewPlaceEffect
  /** Counts failed authentications of a merchant. */
  watch: { count(root_id: string, what: 'unauthorized'): void }
}

export function authenticators(parts: AuthenticatorParts): Authenticators {
  const { db, cipher, clock, limits, bindingOf, requests_per_minute, publicUrl, newPlace } = parts
  const hashing = hashingQueue()
  const people = signIn({ db, cipher, clock, limits, hashing, publicUrl, newPlace })
  const credentials = credentialStore({ db, cipher, clock, bindingOf })
  const tokens = accessTokens({ db, cipher, clock, credentials })
  const signatures = signatureUses({ db, cipher, clock })
  const trail = accessTrail(db, clock, root_id => parts.watch.count(root_id, 'unauthorized'))
  const audit = failureAudit(db, trail)
  const active = activity(db, clock)
  const guesses = secretGuesses({ db, clock, most: limits.wrong_keys_per_address })
  // In the order in which they are tried: the first whose credentials are present decides.
  const inOrder = audit.watchAuthenticators([
    userKey({ store: credentials, guesses, clock }),
    oauthBearer({ db, cipher, clock, credentials }),
    accessToken(tokens),
    hmac({ store: credentials, guesses, uses: signatures, clock }),
  ])
  const limit = rateLimit(requests_per_minute)
  return {
    credentials,
    tokens,
    signatures,
    identify: audit.watchIdentify(identifier({ authenticators: inOrder, ...credentials, limit, note: active.note })),
    checkDeveloper: developerCheck(credentials),
    signIn: audit.watchSignIn(people.signIn),
    checkOwn: people.checkOwn,
    hashing,
    refused: audit.record,
    guesses,
    active,
    trail,
  }
}
