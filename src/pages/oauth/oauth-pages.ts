import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthorizationRequest } from '../../auth/oauth/authorization-request.ts'
import type { AuthorizationServer } from '../../auth/oauth/authorization-server.ts'
import type { OauthParts } from '../../auth/oauth/end-grant.ts'
import { findOwner, type ResourceOwner } from '../../auth/oauth/store.ts'
import type { SignIn } from '../../auth/sign-in.ts'
import { Refusal } from '../../lib/problem.ts'
import type { Assets } from '../assets.ts'
import { pageScope } from '../checkout/page-request.ts'
import { pageHeaders } from '../headers.ts'
import { isSameOrigin } from '../same-origin.ts'
import { consentPage } from './consent-page.ts'
import { faultPage, type PageFault } from './fault-page.ts'
import { INTEGRATIONS_PATH } from './integrations-page.ts'
import { integrationsRoutes } from './integrations-routes.ts'
import { NOTHING_TYPED, type Typed, typedIn } from './sign-in-fields.ts'

export interface OauthPagesOptions extends OauthParts {
  authorizationServer: AuthorizationServer
  signIn: SignIn
  assets: Assets
  publicUrl(): string
}

/** A document or the address to go to. */
export interface PageAnswer {
  status: number
  document?: string
  location?: string
  /** Where the form on the page may lead: browsers hold a redirect after a form to the page's policy too. */
  leads_to?: string
}

/** What the pages of one plugin share. */
export interface OauthPages extends OauthPagesOptions {
  send(reply: FastifyReply, answer: PageAnswer): FastifyReply
  fault(status: number, fault: PageFault): PageAnswer
  isOwnForm(request: FastifyRequest): request is FastifyRequest<{ Body: URLSearchParams }>
  /** Who signed in, or why not, in words for a person. */
  signedIn(request: FastifyRequest, typed: Typed): Promise<ResourceOwner | { status: number; problem: string }>
}

/** The contract prints the first; the second is how it is spelt. */
const PATHS = ['/o/authrize', '/o/authorize']

/** Where people allow and end integrations (contract 5.5). A plugin of its own scope. */
export async function oauthPages(app: FastifyInstance, options: OauthPagesOptions): Promise<void> {
  const { assets, publicUrl } = options
  const https = () => publicUrl().startsWith('https:')
  const fault = (status: number, name: PageFault) => ({ status, document: faultPage(assets, name) })
  const pages: OauthPages = {
    ...options,
    fault,
    send: (reply, answer) => send(reply, answer, https()),
    isOwnForm: (request): request is FastifyRequest<{ Body: URLSearchParams }> =>
      request.body instanceof URLSearchParams && isSameOrigin(request, publicUrl()),
    signedIn: (request, typed) => signedIn(options, request, typed),
  }
  pageScope(app, (_request, status) => fault(status, status >= 500 ? 'error' : 'bad_form'), https)
  for (const path of PATHS) {
    app.get(path, async (request, reply) => pages.send(reply, await ask(pages, request)))
    app.post(path, async (request, reply) => pages.send(reply, await decide(pages, request)))
  }
  integrationsRoutes(app, pages)
}

async function ask(pages: OauthPages, request: FastifyRequest): Promise<PageAnswer> {
  const looked = await pages.authorizationServer.readRequest(pairsOf(request))
  if ('fault' in looked) return pages.fault(400, looked.fault)
  if ('location' in looked) return { status: 302, location: looked.location }
  return consent(pages, request, looked.authorization, 200, NOTHING_TYPED, null)
}

async function decide(pages: OauthPages, request: FastifyRequest): Promise<PageAnswer> {
  const { authorizationServer } = pages
  if (!pages.isOwnForm(request)) return pages.fault(403, 'foreign_form')
  const looked = await authorizationServer.readRequest(pairsOf(request))
  if ('fault' in looked) return pages.fault(400, looked.fault)
  if ('location' in looked) return { status: 302, location: looked.location }
  const { authorization } = looked
  if (request.body.get('decision') === 'refuse')
    return { status: 302, location: authorizationServer.deny(authorization) }
  const typed = typedIn(request.body)
  const owner = await pages.signedIn(request, typed)
  if ('problem' in owner) return consent(pages, request, authorization, owner.status, typed, owner.problem)
  // Whoever registers an integration for his own users must not be able to ask those of others for their accounts.
  const { root_id } = authorization.client
  if (root_id !== '' && root_id !== owner.caller.root_id) return pages.fault(403, 'foreign_merchant')
  return { status: 302, location: await authorizationServer.approve(authorization, owner.caller) }
}

function consent(
  { assets }: OauthPages,
  request: FastifyRequest,
  authorization: AuthorizationRequest,
  status: number,
  typed: Typed,
  problem: string | null,
): PageAnswer {
  // The request goes along in the address: a form field would change the line breaks of a state.
  const view = { authorization, action: request.raw.url ?? '', typed, problem, integrations_href: INTEGRATIONS_PATH }
  const { origin, protocol } = new URL(authorization.redirect_url)
  return { status, document: consentPage(assets, view), leads_to: origin === 'null' ? protocol : origin }
}

async function signedIn({ db, signIn }: OauthPagesOptions, request: FastifyRequest, typed: Typed) {
  try {
    const { user_id } = await signIn(typed, request.ip, 'own_password')
    const owner = await findOwner(db, user_id, request.ip)
    return owner ?? { status: 401, problem: 'You are not a user any more.' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, problem: error.message }
  }
}

function pairsOf(request: FastifyRequest): [string, string][] {
  return [...new URLSearchParams((request.raw.url ?? '').split('?').slice(1).join('?'))]
}

function send(reply: FastifyReply, { status, document, location, leads_to }: PageAnswer, https: boolean): FastifyReply {
  reply.code(status).headers(pageHeaders({ https, ...(leads_to === undefined ? {} : { forms_lead_to: leads_to }) }))
  if (location !== undefined) return reply.header('location', location).send('')
  return reply.type('text/html; charset=utf-8').send(document)
}
