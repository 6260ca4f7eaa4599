import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Integration, integrationsOf, type ResourceOwner } from '../../auth/oauth/store.ts'
import { type Login, SECOND_FACTOR_PATH } from '../../auth/sign-in.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import { fill, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { pageFooter } from '../merchant.ts'
import type { PageResponse, SendPage } from '../page-routes.ts'
import type { Presentation } from '../presentation.ts'
import { EMPTY_LOGIN, formOwner, type OauthPagesOptions, provenOwner, shownTo, signInFields } from './sign-in.ts'
import { signInProof } from './sign-in-proof.ts'

export const INTEGRATIONS_PATH = '/o/integrations'

/** The list of a user's integrations, where each can be ended (contract 5.5: access can be revoked at any time). */
export function integrationsRoutes(app: FastifyInstance, options: OauthPagesOptions, send: SendPage): void {
  app.get(INTEGRATIONS_PATH, (request, reply) =>
    send(reply, { status: 200, document: signInPage(shownTo(options, request), EMPTY_LOGIN, null) }),
  )
  app.post(INTEGRATIONS_PATH, async (request, reply) => {
    const found = await formOwner(options, request, signInPage)
    if ('problem' in found) return send(reply, found.problem)
    return send(reply, await list(options, request, found.owner, null))
  })
  app.post(`${INTEGRATIONS_PATH}/end`, async (request, reply) => {
    const proven = await provenOwner(options, request)
    if ('problem' in proven) return send(reply, proven.problem)
    const ended = await endIntegration(options, proven.owner, proven.form.get('integration') ?? '')
    return send(reply, await list(options, request, proven.owner, ended))
  })
}

async function list(
  options: OauthPagesOptions,
  request: FastifyRequest,
  owner: ResourceOwner,
  ended: string | null,
): Promise<PageResponse> {
  const { db, cipher, clock } = options
  const { caller, username } = owner
  const proof = signInProof(cipher, owner, clock.seconds())
  const integrations = await integrationsOf(db, owner.id)
  const view = { username, zone: caller.zone, proof, integrations, ended }
  return { status: 200, document: integrationsPage(shownTo(options, request), view) }
}

/** Ends all grants of this user to one integration. Returns the integration's name, or null when there was no grant. */
async function endIntegration(
  { db, store, invalidateCredentials }: OauthPagesOptions,
  { caller }: ResourceOwner,
  id: string,
): Promise<string | null> {
  const found = (await integrationsOf(db, caller.user_id!)).find(each => each.oauthclient_id === id)
  if (!found) return null
  await store.transaction({ caller }, async work => {
    for (const grant_id of found.grant_ids) {
      const grant = await work.lock(oauthgrant, grant_id)
      if (grant && grant.user_id === caller.user_id) await work.remove(oauthgrant, grant)
    }
  })
  await invalidateCredentials()
  return found.name
}

function signInPage(shown: Presentation, login: Login, problem: string | null): string {
  const { words, link } = shown
  const { integrations: said, not_signed_in } = words.access
  return page({
    ...shown,
    title: `${problem ? `${not_signed_in}: ` : ''}${said.title}`,
    width: 'narrow',
    body: html`<main class="stack">
<div>
<h1>${said.title}</h1>
<p class="asker">${said.text}</p>
</div>
<section class="pay" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">${said.sign_in}</h2>
<form class="payform" method="post" action="${link(INTEGRATIONS_PATH)}">
${signInFields(words, login, problem)}
<div class="send"><button class="button" type="submit">${said.show}</button></div>
</form>
</section>
</main>
${pageFooter(null, shown)}`,
  })
}

interface IntegrationsView {
  username: string
  zone: string
  /** See signInProof. */
  proof: string
  integrations: readonly Integration[]
  /** The name of the integration that was just ended. */
  ended: string | null
}

/** Every integration that has access, with the button that ends it. */
function integrationsPage(shown: Presentation, view: IntegrationsView): string {
  const { username, integrations, ended } = view
  const { integrations: said } = shown.words.access
  return page({
    ...shown,
    title: said.title,
    width: 'narrow',
    body: html`<main class="stack">
<div>
<h1>${said.title}</h1>
<p class="asker">${said.signed_in(username)}</p>
</div>
${ended !== null && html`<p class="said" role="status">${said.ended(ended)}</p>`}
${
  integrations.length === 0
    ? html`<section class="pay"><p>${said.none}</p></section>`
    : html`<ul class="integrations">${integrations.map(each => integrationView(shown, each, view))}</ul>`
}
<p class="hint">${fill(said.factor, { link: html`<a href="${shown.link(SECOND_FACTOR_PATH)}">${said.your_factor}</a>` })}</p>
</main>
${pageFooter(null, shown)}`,
  })
}

function integrationView({ words, link }: Presentation, each: Integration, { proof, zone }: IntegrationsView): Html {
  const { integrations: said, consent } = words.access
  const moment = (seconds: number) => words.moment(seconds, zone)
  return html`<li class="pay">
<h2>${each.name}</h2>
<p class="hint"><a href="${each.homepage_url}" rel="noopener noreferrer" target="_blank">${consent.about(each.name)}</a></p>
<p>${said.allowed(moment(each.granted_ts))}${each.used_ts !== null && html` ${said.renewed(moment(each.used_ts))}`}</p>
<form method="post" action="${link(`${INTEGRATIONS_PATH}/end`)}">
<input type="hidden" name="visit" value="${proof}">
<input type="hidden" name="integration" value="${each.oauthclient_id}">
<button class="button plain" type="submit" aria-label="${said.end_of(each.name)}">${said.end}</button>
</form>
</li>`
}
