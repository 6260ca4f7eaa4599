import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthorizationRequest } from '../../auth/oauth/authorization-request.ts'
import type { Login } from '../../auth/sign-in.ts'
import { safeLogo } from '../../lib/logo-address.ts'
import { attrs, html } from '../html.ts'
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
  signedInOwner,
  signInFields,
} from './sign-in.ts'

/** The contract prints the first; the second is the correct spelling. */
const PATHS = ['/o/authrize', '/o/authorize']

/** The pages where users allow integrations and end their access (contract 5.5). A plugin with a scope of its own. */
export async function oauthPages(app: FastifyInstance, options: OauthPagesOptions): Promise<void> {
  const send = pageSender(options.publicUrl)
  pageScope(app, send, (_request, status) => problemPage(options, status, status >= 500 ? 'error' : 'bad_form'))
  for (const path of PATHS) {
    app.get(path, async (request, reply) => send(reply, await show(options, request)))
    app.post(path, async (request, reply) => send(reply, await decide(options, request)))
  }
  integrationsRoutes(app, options, send)
  secondFactorRoutes(app, options, send)
}

async function show(options: OauthPagesOptions, request: FastifyRequest): Promise<PageResponse> {
  const read = await options.authorizationServer.readRequest(parametersOf(request))
  if ('fault' in read) return problemPage(options, 400, read.fault)
  if ('location' in read) return { status: 302, location: read.location }
  return consent(options, request, read.authorization, 200, EMPTY_LOGIN, null)
}

async function decide(options: OauthPagesOptions, request: FastifyRequest): Promise<PageResponse> {
  const { authorizationServer } = options
  if (!isOwnForm(options, request)) return problemPage(options, 403, 'foreign_form')
  const read = await authorizationServer.readRequest(parametersOf(request))
  if ('fault' in read) return problemPage(options, 400, read.fault)
  if ('location' in read) return { status: 302, location: read.location }
  const { authorization } = read
  if (request.body.get('decision') === 'refuse')
    return { status: 302, location: authorizationServer.deny(authorization) }
  const login = readLogin(request.body)
  const owner = await signedInOwner(options, request, login)
  if ('problem' in owner) return consent(options, request, authorization, owner.status, login, owner.problem)
  // A merchant that registers an integration for its own users must not get access to accounts of other merchants.
  const { root_id } = authorization.client
  if (root_id !== '' && root_id !== owner.caller.root_id) return problemPage(options, 403, 'foreign_merchant')
  return { status: 302, location: await authorizationServer.approve(authorization, owner) }
}

function parametersOf(request: FastifyRequest): [string, string][] {
  return [...new URLSearchParams((request.raw.url ?? '').split('?').slice(1).join('?'))]
}

/**
 * The page that says which integration asks for access, with the form that signs in and allows or refuses it. Both
 * happen in one step, so there is no session that another page could use.
 */
function consent(
  { assets }: OauthPagesOptions,
  request: FastifyRequest,
  { client, redirect_url }: AuthorizationRequest,
  status: number,
  login: Login,
  problem: string | null,
): PageResponse {
  const { name, description, homepage_url } = client
  const logo = safeLogo(client.logo)
  const { host, origin, protocol } = new URL(redirect_url)
  // The parameters stay in the address of the form: a form field would change the line breaks of a state.
  const action = request.raw.url ?? ''
  const document = page({
    assets,
    title: `${problem ? 'Not signed in: ' : ''}Allow ${name}?`,
    width: 'narrow',
    skip: { href: '#sign-in', label: 'Skip to sign-in' },
    body: html`<main class="stack">
<div>
${logo && html`<img class="logo" src="${logo}" alt="" width="48" height="48">`}
<p class="eyebrow">An integration asks for access</p>
<h1>Allow ${name} to use your account?</h1>
<p class="asker">${description}</p>
<p class="asker"><a href="${homepage_url}" rel="noopener noreferrer" target="_blank">About ${name}</a></p>
</div>
<section class="pay" id="sign-in" aria-labelledby="sign-in-title" tabindex="-1">
<h2 id="sign-in-title">Sign in to allow it</h2>
<p class="hint">It will be able to see and do everything you can, on your behalf, until you end its access. Your password is not shared.</p>
<form class="payform" method="post" action="${action}">
${signInFields(login, problem)}
<div class="send">
<button class="button" type="submit" name="decision" value="allow">Allow access</button>
<button${attrs({ class: 'button plain', type: 'submit', name: 'decision', value: 'refuse', formnovalidate: true })}>Refuse</button>
<p class="review hint">Either way, you will return to <strong>${host || protocol.replace(/:$/, '')}</strong>.</p>
</div>
</form>
</section>
<p class="hint">You can see and end what you have allowed under <a href="${INTEGRATIONS_PATH}">your integrations</a> at any time.</p>
</main>
${pageFooter(null)}`,
  })
  return { status, document, form_redirect_origin: origin === 'null' ? protocol : origin }
}
