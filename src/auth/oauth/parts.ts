import type { Database } from '../../db/database.ts'
import { systemCaller } from '../../definition/caller.ts'
import type { Door } from '../../definition/door.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Clock } from '../../ports/clock.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'

/** What the OAuth server works with. */
export interface OauthParts {
  db: Database
  door: Door
  cipher: Cipher
  clock: Clock
  /** Called when tokens ended, so that none is remembered longer than it lives. */
  forget(): Promise<void> | void
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
