import type { FastifyInstance } from 'fastify'
import { type Integration, integrationsOf, type ResourceOwner } from '../../auth/oauth/store.ts'
import { type Login, SECOND_FACTOR_PATH } from '../../auth/sign-in.ts'
import { momentInWords } from '../../lib/local-date.ts'
import { oauthgrant } from '../../resources/oauthgrant/oauthgrant.ts'
import type { Assets } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { pageFooter } from '../merchant.ts'
import type { PageResponse, SendPage } from '../page-routes.ts'
import {
  EMPTY_LOGIN,
  isOwnForm,
  type OauthPagesOptions,
  problemPage,
  provenOwner,
  readLogin,
  signedInOwner,
  signInFields,
} from './sign-in.ts'
import { signInProof } from './sign-in-proof.ts'

export const INTEGRATIONS_PATH = '/o/integrations'

/** The list of a user's integrations, where each can be ended (contract 5.5: access can be revoked at any time). */
export function integrationsRoutes(app: FastifyInstance, options: OauthPagesOptions, send: SendPage): void {
  const { assets } = options
  app.get(INTEGRATIONS_PATH, (_request, reply) =>
    send(reply, { status: 200, document: signInPage(assets, EMPTY_LOGIN, null) }),
  )
  app.post(INTEGRATIONS_PATH, async (request, reply) => {
    if (!isOwnForm(options, request)) return send(reply, problemPage(options, 403, 'foreign_form'))
    const login = readLogin(request.body)
    const owner = await signedInOwner(options, request, login)
    if ('problem' in owner) {
      return send(reply, { status: owner.status, document: signInPage(assets, login, owner.problem) })
    }
    return send(reply, await list(options, owner, null))
  })
  app.post(`${INTEGRATIONS_PATH}/end`, async (request, reply) => {
    const proven = await provenOwner(options, request)
    if ('problem' in proven) return send(reply, proven.problem)
    const ended = await endIntegration(options, proven.owner, proven.form.get('integration') ?? '')
    return send(reply, await list(options, proven.owner, ended))
  })
}

async function list(
  { assets, db, cipher, clock }: OauthPagesOptions,
  owner: ResourceOwner,
  ended: string | null,
): Promise<PageResponse> {
  const { caller, username } = owner
  const proof = signInProof(cipher, owner, clock.seconds())
  const integrations = await integrationsOf(db, owner.id)
  const view = { username, zone: caller.zone, proof, integrations, ended }
  return { status: 200, document: integrationsPage(assets, view) }
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

function signInPage(assets: Assets, login: Login, problem: string | null): string {
  return page({
    assets,
    title: `${problem ? 'Not signed in: ' : ''}Your integrations`,
    width: 'narrow',
    body: html`<main class="stack">
<div>
<h1>Your integrations</h1>
<p class="asker">These are the apps you have allowed to use your account. Sign in to see them and to end their access.</p>
</div>
<section class="pay" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in</h2>
<form class="payform" method="post" action="${INTEGRATIONS_PATH}">
${signInFields(login, problem)}
<div class="send"><button class="button" type="submit">Show my integrations</button></div>
</form>
</section>
</main>
${pageFooter(null)}`,
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
function integrationsPage(assets: Assets, view: IntegrationsView): string {
  const { username, integrations, ended } = view
  return page({
    assets,
    title: 'Your integrations',
    width: 'narrow',
    body: html`<main class="stack">
<div>
<h1>Your integrations</h1>
<p class="asker">You are signed in as ${username}. Close this page when you are done.</p>
</div>
${ended !== null && html`<p class="said" role="status">${ended} no longer has access.</p>`}
${
  integrations.length === 0
    ? html`<section class="pay"><p>No integration has access to your account.</p></section>`
    : html`<ul class="integrations">${integrations.map(each => integrationView(each, view))}</ul>`
}
<p class="hint"><a href="${SECOND_FACTOR_PATH}">Your second factor</a>: a code beside your password.</p>
</main>
${pageFooter(null)}`,
  })
}

function integrationView(each: Integration, { proof, zone }: IntegrationsView): Html {
  const moment = (seconds: number) => momentInWords(seconds, zone)
  return html`<li class="pay">
<h2>${each.name}</h2>
<p class="hint"><a href="${each.homepage_url}" rel="noopener noreferrer" target="_blank">About ${each.name}</a></p>
<p>Allowed on ${moment(each.granted_ts)}.${each.used_ts !== null && html` Last renewed on ${moment(each.used_ts)}.`}</p>
<form method="post" action="${INTEGRATIONS_PATH}/end">
<input type="hidden" name="visit" value="${proof}">
<input type="hidden" name="integration" value="${each.oauthclient_id}">
<button class="button plain" type="submit" aria-label="End access of ${each.name}">End access</button>
</form>
</li>`
}
