import type { Database } from '../../db/database.ts'
import type { Caller } from '../../definition/caller.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { remembering } from '../credential-store.ts'
import { callerOf } from '../user-caller.ts'
import { type Bearer, findBearer, markOf } from './store.ts'

/** Access tokens at the door of the API, remembered for a moment so that a warm request costs one keyed hash and no query. */
export interface OauthTokens {
  callerOf(token: string): Promise<Caller | null>
  /** Forgets all, after a grant, a client or a user changed. */
  forget(): void
}

const LONGEST = 128

export function oauthTokens({ db, cipher, clock }: { db: Database; cipher: Cipher; clock: Clock }): OauthTokens {
  const bearers = remembering(mark => findBearer(db, mark))
  const isGood = (bearer: Bearer | null): bearer is Bearer => bearer !== null && bearer.expires_ts > clock.seconds()
  return {
    async callerOf(token) {
      if (token.length > LONGEST) return null
      const mark = markOf(cipher, 'oauth_access', token)
      const known = await bearers.get(mark)
      // Another process may have given it a moment ago: what is remembered can accept, but not refuse.
      const bearer = isGood(known) ? known : await bearers.again(mark)
      return isGood(bearer) ? callerOf(bearer, 'oauth', bearer.grant_id) : null
    },
    forget: () => bearers.clear(),
  }
}
