import { id, ref, stamp, text } from '../../definition/field.ts'
import type { Operations } from '../../definition/noun.ts'
import { defineResource, many, one } from '../../definition/resource.ts'
import { notFound } from '../../lib/problem.ts'

/** A user's permission for an integration to act on his behalf. Removing it revokes its tokens (contract 5.5). */
export const oauthgrant = defineResource({
  name: 'oauthgrant',
  plural: 'oauthgrants',
  spec: '5.5',
  scope: 'location_id',
  verbs: ['read', 'list', 'remove'],
  fields: {
    id: id(),
    location_id: ref('location', 'S', { always: true, note: "The user's primary location." }),
    user_id: ref('user', 'S', { always: true, note: 'Who granted it, and for whom the integration acts.' }),
    oauthclient_id: ref('oauthclient', 'S', { always: true }),
    client_root_id: text(undefined, 36, 'S', {
      always: true,
      reach: 'hidden',
      note: "The grant's own merchant, or empty for an integration of the operator: no merchant can be granted another one's.",
    }),
    name: text(undefined, 64, 'S', { always: true, note: 'What the integration was called when it was granted.' }),
    scope: text(undefined, 64, 'S', { always: true }),
    created_ts: stamp(),
    modified_ts: stamp(),
  },
  expands: {
    user: one('user', 'user_id'),
    oauthclient: one('oauthclient', 'oauthclient_id'),
    location: one('location', 'location_id'),
    postback_configs: many('postbackconfig', 'oauthgrant_id'),
  },
  about: [
    'Signing in',
    'What a user allowed an integration to do.',
    {
      oauthclient_id: 'The integration.',
      scope: 'What it may do: api is everything that the user may; read, invoices and payments are parts of it.',
    },
  ],
})

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
