import type { Operations } from '../../definition/noun.ts'
import { notFound } from '../../lib/problem.ts'
import { oauthgrant } from './oauthgrant.ts'

/** A grant that is ended takes its tokens along at once. */
export function oauthgrantOperations(forget: () => Promise<void>): Operations<typeof oauthgrant> {
  return {
    async remove({ by, door, row }) {
      await door.open(by, async book => {
        const locked = await book.lock(oauthgrant, row.id)
        if (!locked) throw notFound()
        await book.remove(oauthgrant, locked)
      })
      await forget()
    },
  }
}
