import { systemCaller } from '../../definition/caller.ts'
import type { Door } from '../../definition/door.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import type { Asks } from './store.ts'

/** What the OAuth server works with. */
export interface OauthParts {
  db: Asks
  door: Door
  cipher: Cipher
  clock: Clock
  /** Called when tokens ended; resolves when no process remembers them any more. */
  forget(): Promise<void>
  /** A client could not prove itself; for the audit trail. */
  refused(method: string, address: string | null): Promise<void>
}

/** Ends a grant, and with it every code and token it gave, because something was used that must not be used again. */
export async function endGrant(
  { door, forget }: OauthParts,
  held: { root_id: string; grant_id: string },
): Promise<void> {
  await door.open({ caller: systemCaller(held.root_id, 'oauth-replay') }, async book => {
    const grant = await book.lock(oauthgrant, held.grant_id)
    if (grant) await book.remove(oauthgrant, grant)
  })
  await forget()
}
