import type { Operations } from '../../definition/noun.ts'
import { notFound } from '../../lib/problem.ts'
import { oauthgrant } from '../oauthgrant/oauthgrant.ts'
import { oauthclientRules } from './oauthclient.rules.ts'
import { oauthclient } from './oauthclient.ts'

/** An integration that goes takes along what was granted to it in its own merchant's tree. */
export const oauthclientOperations: Operations<typeof oauthclient> = {
  async update({ actor, change, refs, store, moment, row, parts }) {
    const stored = await store.transaction(actor, async work => {
      const locked = await work.lock(oauthclient, row.id)
      if (!locked) throw notFound()
      const { set } = oauthclientRules.update!.decide!(locked, change, refs, moment)
      return work.update(oauthclient, locked, { ...change, ...set })
    })
    // Who is switched off is out at once, whatever was remembered of his tokens.
    await parts.invalidateCredentials()
    return stored
  },
  async remove({ actor, store, row, parts }) {
    await store.transaction(actor, async work => {
      const locked = await work.lock(oauthclient, row.id, 'whole')
      if (!locked) throw notFound()
      for (const { id } of await work.all(oauthgrant, { oauthclient_id: row.id })) {
        const grant = await work.lock(oauthgrant, id)
        if (grant) await work.remove(oauthgrant, grant)
      }
      await work.remove(oauthclient, locked)
    })
    await parts.invalidateCredentials()
  },
}
