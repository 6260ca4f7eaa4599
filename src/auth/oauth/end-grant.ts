import { systemCaller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import type { AccessTrail } from '../../events/access-trail.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import type { SecretGuesses } from '../secret-guesses.ts'
import type { Connection } from './store.ts'

export interface OauthParts {
  db: Connection
  store: Store
  cipher: Cipher
  clock: Clock
  /** Called when tokens ended; resolves when no process accepts them from its cache any more. */
  invalidateCredentials(): Promise<void>
  /** Records in the audit trail that a client could not authenticate, or its code or token was not good. */
  refused(method: string, address: string | null): Promise<void>
  guesses: SecretGuesses
  trail: Pick<AccessTrail, 'note'>
}

/**
 * Ends a grant with all its codes and tokens. `method` says in the audit trail why: by default, a replayed code or
 * token.
 */
export async function endGrant(
  { store, invalidateCredentials }: Pick<OauthParts, 'store' | 'invalidateCredentials'>,
  issued: { root_id: string; grant_id: string },
  method = 'oauth-replay',
): Promise<void> {
  await store.transaction({ caller: systemCaller(issued.root_id, method) }, async work => {
    const grant = await work.lock(oauthgrant, issued.grant_id)
    if (grant) await work.remove(oauthgrant, grant)
  })
  await invalidateCredentials()
}

const UNREDEEMED = `select g.id as grant_id, g.root_id from oauthgrant g
 where g.deleted_ts is null and g.created_ts < $1
   and not exists (select from oauth_token t where t.grant_id = g.id)
   and not exists (select from oauth_code k where k.grant_id = g.id and k.expires_ts >= $2)
 limit 100`
const HOUR = 60 * 60

/** Ends grants whose code was never redeemed. */
export async function endUnusedGrants(
  parts: Pick<OauthParts, 'db' | 'store' | 'clock' | 'invalidateCredentials'>,
): Promise<void> {
  const seconds = parts.clock.seconds()
  const unused = await parts.db.query<{ root_id: string; grant_id: string }>(UNREDEEMED, [seconds - HOUR, seconds])
  for (const issued of unused) await endGrant(parts, issued, 'oauth-unused')
}
