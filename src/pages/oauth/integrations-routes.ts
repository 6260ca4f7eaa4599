import type { FastifyInstance } from 'fastify'
import { findOwner, integrationsOf, type ResourceOwner } from '../../auth/oauth/store.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import { INTEGRATIONS_PATH, integrationsPage, integrationsSignIn } from './integrations-page.ts'
import type { OauthPages, PageAnswer } from './oauth-pages.ts'
import { NOTHING_TYPED, typedIn } from './sign-in-fields.ts'
import { claimedUser, isVisit, visitOf } from './visit.ts'

/** The list of a user's integrations, and its end (contract 5.5: access can be revoked at any time). */
export function integrationsRoutes(app: FastifyInstance, pages: OauthPages): void {
  const { assets, db, send, fault, isOwnForm } = pages
  app.get(INTEGRATIONS_PATH, (_request, reply) =>
    send(reply, { status: 200, document: integrationsSignIn(assets, NOTHING_TYPED, null) }),
  )
  app.post(INTEGRATIONS_PATH, async (request, reply) => {
    if (!isOwnForm(request)) return send(reply, fault(403, 'foreign_form'))
    const typed = typedIn(request.body)
    const owner = await pages.signedIn(request, typed)
    if ('problem' in owner) {
      return send(reply, { status: owner.status, document: integrationsSignIn(assets, typed, owner.problem) })
    }
    return send(reply, await list(pages, owner, null))
  })
  app.post(`${INTEGRATIONS_PATH}/end`, async (request, reply) => {
    if (!isOwnForm(request)) return send(reply, fault(403, 'foreign_form'))
    const visit = request.body.get('visit') ?? ''
    const owner = await findOwner(db, claimedUser(visit) ?? '', request.ip)
    if (!owner || !isVisit(pages.cipher, visit, owner.password_mark, pages.clock.seconds()))
      return send(reply, fault(403, 'visit_over'))
    const ended = await end(pages, owner, request.body.get('integration') ?? '')
    return send(reply, await list(pages, owner, ended))
  })
}

async function list(pages: OauthPages, owner: ResourceOwner, ended: string | null): Promise<PageAnswer> {
  const { caller, username, password_mark } = owner
  const user_id = caller.user_id!
  const visit = visitOf(pages.cipher, { user_id, password_mark }, pages.clock.seconds())
  const integrations = await integrationsOf(pages.db, user_id)
  const view = { username, zone: caller.zone, visit, integrations, ended }
  return { status: 200, document: integrationsPage(pages.assets, view) }
}

/** Ends all this user granted to one integration; answers its name, or null when there was nothing to end. */
async function end({ db, store, forget }: OauthPages, { caller }: ResourceOwner, id: string): Promise<string | null> {
  const found = (await integrationsOf(db, caller.user_id!)).find(each => each.oauthclient_id === id)
  if (!found) return null
  await store.transaction({ caller }, async work => {
    for (const grant_id of found.grant_ids) {
      const grant = await work.lock(oauthgrant, grant_id)
      if (grant && grant.user_id === caller.user_id) await work.remove(oauthgrant, grant)
    }
  })
  await forget()
  return found.name
}
