import type { Database } from '../db/database.ts'
import { rateLimit } from '../lib/rate-limit.ts'
import type { Cipher } from '../ports/cipher.ts'
import type { Clock } from '../ports/clock.ts'
import { type CredentialStore, credentialStore } from './credential-store.ts'
import { type AuthFailures, authFailures } from './failures.ts'
import { type CheckDeveloper, developerCheck, type Identify, identifier } from './identify.ts'
import type { HashKeyBinding } from './known-user.ts'
import { hmac } from './methods/hmac.ts'
import { oauthBearer } from './methods/oauth-bearer.ts'
import { accessToken } from './methods/token.ts'
import { userKey } from './methods/user-key.ts'
import { oauthTokens } from './oauth/tokens.ts'
import { type SignIn, type SignInLimits, signIn } from './sign-in.ts'
import { tokens as makeTokens, type Tokens } from './tokens.ts'

/** Everything by which a caller is known, joined. */
export interface Authenticators {
  credentials: CredentialStore
  tokens: Tokens
  identify: Identify
  checkDeveloper: CheckDeveloper
  signIn: SignIn
  /** Somebody else than a user could not prove himself; for the audit trail. */
  refused: AuthFailures['note']
}

interface WaysInParts {
  db: Database
  cipher: Cipher
  clock: Clock
  limits: SignInLimits
  /** Of one user, a minute. */
  requests_per_minute: number
  bindingOf: HashKeyBinding
}

export function authenticators({
  db,
  cipher,
  clock,
  limits,
  bindingOf,
  requests_per_minute,
}: WaysInParts): Authenticators {
  const credentials = credentialStore(db, cipher, bindingOf)
  const tokens = makeTokens({ db, cipher, clock, credentials })
  // In the order in which they are tried: the first whose credentials are there decides.
  const oauth = oauthBearer(oauthTokens({ db, cipher, clock, credentials }))
  const failures = authFailures(db, clock)
  const methods = failures.watchMethods([userKey(credentials), oauth, accessToken(tokens), hmac(credentials, clock)])
  return {
    credentials,
    tokens,
    identify: failures.watchIdentify(identifier({ methods, ...credentials, limit: rateLimit(requests_per_minute) })),
    checkDeveloper: developerCheck(credentials),
    signIn: failures.watchSignIn(signIn({ db, clock, limits })),
    refused: failures.note,
  }
}
