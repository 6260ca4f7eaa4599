import type { Operations } from '../../definition/noun.ts'
import { notFound } from '../../lib/problem.ts'
import { oauthgrant } from '../oauthgrant/oauthgrant.ts'
import { oauthclient } from './oauthclient.ts'

/** An integration that goes takes along what was granted to it in its own merchant's tree. */
export function oauthclientOperations(forget: () => Promise<void>): Operations<typeof oauthclient> {
  return {
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
