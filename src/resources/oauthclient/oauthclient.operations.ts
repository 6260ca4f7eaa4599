import type { Operations } from '../../definition/noun.ts'
import { notFound } from '../../lib/problem.ts'
import { oauthgrant } from '../oauthgrant/oauthgrant.ts'
import { oauthclientRules } from './oauthclient.rules.ts'
import { oauthclient } from './oauthclient.ts'

/** An integration that goes takes along what was granted to it in its own merchant's tree. */
export function oauthclientOperations(forget: () => Promise<void>): Operations<typeof oauthclient> {
  return {
    async update({ by, change, door, moment, row }) {
      const stored = await door.open(by, async book => {
        const locked = await book.lock(oauthclient, row.id)
        if (!locked) throw notFound()
        const { set } = oauthclientRules.update!.decide!(locked, change, undefined, moment)
        return book.update(oauthclient, locked, { ...change, ...set })
      })
      // Who is switched off is out at once, whatever was remembered of his tokens.
      await forget()
      return stored
    },
    async remove({ by, door, row }) {
      await door.open(by, async book => {
        const locked = await book.lock(oauthclient, row.id, 'whole')
        if (!locked) throw notFound()
        for (const { id } of await book.all(oauthgrant, { oauthclient_id: row.id })) {
          const grant = await book.lock(oauthgrant, id)
          if (grant) await book.remove(oauthgrant, grant)
        }
        await book.remove(oauthclient, locked)
      })
      await forget()
    },
  }
}
