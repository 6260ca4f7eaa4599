import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthorizationRequest } from '../../auth/oauth/authorization-request.ts'
import type { Login } from '../../auth/sign-in.ts'
import { safeLogo } from '../../lib/logo-address.ts'
import { utf8Query } from '../../lib/utf8.ts'
import { attrs, fill, html } from '../html.ts'
import { page } from '../layout.ts'
import { pageFooter } from '../merchant.ts'
import { type PageResponse, pageScope, pageSender } from '../page-routes.ts'
import { INTEGRATIONS_PATH, integrationsRoutes } from './integrations.ts'
import { secondFactorRoutes } from './second-factor.ts'
import {
  EMPTY_LOGIN,
  isOwnForm,
  type OauthPagesOptions,
  problemPage,
  readLogin,
  shownTo,
  signedInOwner,
  signInFields,
} from './sign-in.ts'

/** The contract prints the first; the second is the correct spelling. */
const PATHS = ['/o/authrize', '/o/authorize']

/** The pages where users allow integrations and end their access (contract 5.5). A plugin with a scope of its own. */
export async function oauthPages(app: FastifyInstance, options: OauthPagesOptions): Promise<void> {
  const send = pageSender(options.publicUrl)
  pageScope(app, send, (request, status) => problemPage(options, request, status, status >= 500 ? 'error' : 'bad_form'))
  for (const path of PATHS) {
    app.get(path, async (request, reply) => send(reply, await show(options, request)))
    app.post(path, async (request, reply) => send(reply, await decide(options, request)))
  }
  integrationsRoutes(app, options, send)
  secondFactorRoutes(app, options, send)
}

async function show(options: OauthPagesOptions, request: FastifyRequest): Promise<PageResponse> {
  const read = await options.authorizationServer.readRequest(parametersOf(request))
  if ('fault' in read) return problemPage(options, request, 400, read.fault)
  if ('location' in read) return { status: 302, location: read.location }
  return consent(options, request, read.authorization, 200, EMPTY_LOGIN, null)
}

async function decide(options: OauthPagesOptions, request: FastifyRequest): Promise<PageResponse> {
  const { authorizationServer } = options
  if (!isOwnForm(options, request)) return problemPage(options, request, 403, 'foreign_form')
  const read = await authorizationServer.readRequest(parametersOf(request))
  if ('fault' in read) return problemPage(options, request, 400, read.fault)
  if ('location' in read) return { status: 302, location: read.location }
  const { authorization } = read
  if (request.body.get('decision') === 'refuse')
    return { status: 302, location: authorizationServer.deny(authorization) }
  const login = readLogin(request.body)
  const owner = await signedInOwner(options, request, login)
  if ('problem' in owner) return consent(options, request, authorization, owner.status, login, owner.problem)
  // A merchant that registers an integration for its own users must not get access to accounts of other merchants.
  const { root_id } = authorization.client
  if (root_id !== '' && root_id !== owner.caller.root_id) return problemPage(options, request, 403, 'foreign_merchant')
  return { status: 302, location: await authorizationServer.approve(authorization, owner) }
}

function parametersOf(request: FastifyRequest): [string, string][] {
  return [...utf8Query(request.raw.url ?? '')]
}

/**
 * The page that says which integration asks for access, with the form that signs in and allows or refuses it. Both
 * happen in one step, so there is no session that another page could use.
 */
function consent(
  options: OauthPagesOptions,
  request: FastifyRequest,
  { client, redirect_url, scopes }: AuthorizationRequest,
  status: number,
  login: Login,
  problem: string | null,
): PageResponse {
  const shown = shownTo(options, request)
  const { words } = shown
  const { consent: said, not_signed_in } = words.access
  const { name, description, homepage_url } = client
  const logo = safeLogo(client.logo)
  const { host, origin, protocol } = new URL(redirect_url)
  // The parameters stay in the address of the form: a form field would change the line breaks of a state.
  const action = request.raw.url ?? ''
  const document = page({
    ...shown,
    title: `${problem ? `${not_signed_in}: ` : ''}${said.title(name)}`,
    width: 'narrow',
    skip: { href: '#sign-in', label: said.skip },
    body: html`<main class="stack">
<div>
${logo && html`<img class="logo" src="${logo}" alt="" width="48" height="48">`}
<p class="eyebrow">${said.eyebrow}</p>
<h1>${said.heading(name)}</h1>
<p class="asker">${description}</p>
<p class="asker"><a href="${homepage_url}" rel="noopener noreferrer" target="_blank">${said.about(name)}</a></p>
</div>
<section class="pay" id="sign-in" aria-labelledby="sign-in-title" tabindex="-1">
<h2 id="sign-in-title">${said.sign_in}</h2>
${scopes && html`<p>${said.limited}</p><ul>${scopes.map(scope => html`<li>${said.scopes[scope]}</li>`)}</ul>`}
<p class="hint">${scopes ? said.limited_hint : said.hint}</p>
<form class="payform" method="post" action="${action}">
${signInFields(words, login, problem)}
<div class="send">
<button class="button" type="submit" name="decision" value="allow">${said.allow}</button>
<button${attrs({ class: 'button plain', type: 'submit', name: 'decision', value: 'refuse', formnovalidate: true })}>${said.refuse}</button>
<p class="review hint">${fill(said.either_way, { host: html`<strong>${host || protocol.replace(/:$/, '')}</strong>` })}</p>
</div>
</form>
</section>
<p class="hint">${fill(said.later, { link: html`<a href="${shown.link(INTEGRATIONS_PATH)}">${said.your_integrations}</a>` })}</p>
</main>
${pageFooter(null, shown)}`,
  })
  return { status, document, form_redirect_origin: origin === 'null' ? protocol : origin }
}
