import type { Operations } from '../../definition/noun.ts'
import { notFound } from '../../lib/problem.ts'
import { oauthgrant } from './oauthgrant.ts'

/** A grant that is ended takes its tokens along at once. */
export const oauthgrantOperations: Operations<typeof oauthgrant> = {
  async remove({ actor, store, row, parts }) {
    await store.transaction(actor, async work => {
      const locked = await work.lock(oauthgrant, row.id)
      if (!locked) throw notFound()
      await work.remove(oauthgrant, locked)
    })
    await parts.invalidateCredentials()
  },
}
