import type { Database } from '../../db/database.ts'
import type { Caller } from '../../definition/caller.ts'
import { storedScopes } from '../../lib/access-scope.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { callerOf } from '../caller-of.ts'
import type { CredentialStore } from '../credential-store.ts'
import type { Authenticator, Credentials } from '../identify.ts'
import { SCOPE } from '../oauth/authorization-request.ts'
import { ACCESS_PREFIX, type Bearer, findBearer, marksOf } from '../oauth/store.ts'
import { ttlCache } from '../ttl-cache.ts'

interface OauthBearerParts {
  db: Database
  cipher: Cipher
  clock: Clock
  credentials: CredentialStore
}

const LONGEST = 128

/**
 * An OAuth access token (contract 5.5), as `Authorization: Bearer` and in the header and query form that the contract
 * has for users' tokens. Its prefix tells it from those without a lookup.
 */
export function oauthBearer({ db, cipher, clock, credentials }: OauthBearerParts): Authenticator {
  const bearers = ttlCache(marks => findBearer(db, marks.split(' ')))
  credentials.onInvalidate(bearers.clear)
  const isValid = (bearer: Bearer | null | undefined): bearer is Bearer => (bearer?.expires_ts ?? 0) > clock.seconds()
  const find = async (token: string): Promise<Bearer | null> => {
    if (token.length > LONGEST) return null
    const marks = marksOf(cipher, 'oauth_access', token).join(' ')
    const cached = bearers.peek(marks)
    // Another process may have issued it a moment ago: a cached value can accept a request, but not refuse one.
    const bearer = isValid(cached) ? cached : await bearers.reload(marks)
    return isValid(bearer) ? bearer : null
  }
  return {
    name: 'oauth',
    reads: credentials => tokenOf(credentials) !== null,
    async identify(credentials): Promise<Caller> {
      const bearer = await find(tokenOf(credentials) ?? '')
      if (bearer) {
        const caller = callerOf(bearer, 'oauth', bearer.grant_id)
        return { ...caller, ...storedScopes(bearer.scope, SCOPE), address: credentials.address }
      }
      const challenge = { 'www-authenticate': 'Bearer realm="Tollgate", error="invalid_token"' }
      throw new Refusal(401, 'Your request was made with invalid credentials.', null, challenge, [EXPIRED])
    },
  }
}

const EXPIRED = 'The access token is none that is good now: ask POST /o/token for another with the refresh token.'

function tokenOf({ header, parameter }: Credentials): string | null {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(header('authorization') ?? '')?.[1]
  if (bearer) return bearer
  const token = header('access-token') ?? parameter('access-token')
  return token?.startsWith(ACCESS_PREFIX) ? token : null
}
