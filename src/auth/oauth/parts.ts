import { systemCaller } from '../../definition/caller.ts'
import type { Store } from '../../definition/store.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import type { Asks } from './store.ts'

/** What the OAuth server works with. */
export interface OauthParts {
  db: Asks
  store: Store
  cipher: Cipher
  clock: Clock
  /** Called when tokens ended; resolves when no process remembers them any more. */
  forget(): Promise<void>
  /** A client could not prove itself; for the audit trail. */
  refused(method: string, address: string | null): Promise<void>
}

/** Ends a grant, and with it every code and token it gave, because something was used that must not be used again. */
export async function endGrant(
  { store, forget }: Pick<OauthParts, 'store' | 'forget'>,
  held: { root_id: string; grant_id: string },
  method = 'oauth-replay',
): Promise<void> {
  await store.transaction({ caller: systemCaller(held.root_id, method) }, async work => {
    const grant = await work.lock(oauthgrant, held.grant_id)
    if (grant) await work.remove(oauthgrant, grant)
  })
  await forget()
}

const UNUSED = `select g.id as grant_id, g.root_id from oauthgrant g
 where g.deleted_ts is null and g.created_ts < $1
   and not exists (select from oauth_token t where t.grant_id = g.id)
   and not exists (select from oauth_code k where k.grant_id = g.id and k.expires_ts >= $2)
 limit 100`
const HOUR = 60 * 60

/** Ends grants whose code was never fetched: they stand for nothing. */
export async function endUnusedGrants(parts: Pick<OauthParts, 'db' | 'store' | 'clock' | 'forget'>): Promise<void> {
  const seconds = parts.clock.seconds()
  const unused = await parts.db.query<{ root_id: string; grant_id: string }>(UNUSED, [seconds - HOUR, seconds])
  for (const held of unused) await endGrant(parts, held, 'oauth-unused')
}
