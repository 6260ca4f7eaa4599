import type { Database } from '../../db/database.ts'
import type { Caller } from '../../definition/caller.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CredentialStore } from '../credential-store.ts'
import { ttlCache } from '../ttl-cache.ts'
import { callerOf } from '../user-caller.ts'
import { type Bearer, findBearer, markOf } from './store.ts'

/** Access tokens at the door of the API, remembered for a moment so that a warm request costs one keyed hash and no query. */
export interface OauthTokens {
  callerOf(token: string): Promise<Caller | null>
}

interface TokenParts {
  db: Database
  cipher: Cipher
  clock: Clock
  credentials: CredentialStore
}

const LONGEST = 128

export function oauthTokens({ db, cipher, clock, credentials }: TokenParts): OauthTokens {
  const bearers = ttlCache(mark => findBearer(db, mark))
  credentials.alsoForget(bearers.clear)
  const isGood = (bearer: Bearer | null | undefined): bearer is Bearer => (bearer?.expires_ts ?? 0) > clock.seconds()
  return {
    async callerOf(token) {
      if (token.length > LONGEST) return null
      const mark = markOf(cipher, 'oauth_access', token)
      const known = bearers.peek(mark)
      // Another process may have given it a moment ago: what is remembered can accept, but not refuse.
      const bearer = isGood(known) ? known : await bearers.again(mark)
      return isGood(bearer) ? callerOf(bearer, 'oauth', bearer.grant_id) : null
    },
  }
}
