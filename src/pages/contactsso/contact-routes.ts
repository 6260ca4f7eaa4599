import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessTokens, Bearer } from '../../auth/access-tokens.ts'
import type { SignOnCodes } from '../../auth/sign-on-codes.ts'
import { ownedBy } from '../../db/lanes.ts'
import type { Store } from '../../definition/store.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Assets } from '../assets.ts'
import { type Notice, noticePage } from '../notice.ts'
import {
  identifier,
  isSameOrigin,
  type PageResponse,
  pageScope,
  pageSender,
  queryText,
  VISITS_ONLY,
} from '../page-routes.ts'
import { presentation } from '../presentation.ts'
import { contactPage, loadContactView } from './contact-page.ts'

export interface ContactPagesOptions {
  engine: Engine
  store: Store
  tokens: AccessTokens
  codes: SignOnCodes
  /** Records in the audit trail that a code opened nothing. */
  refused(method: string, address: string | null): Promise<void>
  assets: Assets
  sandbox: boolean
  publicUrl(): string
}

/** The cookie's value is a token for the contact's page alone: it expires after fifteen minutes without use. */
const COOKIE = 'tollgate_session'

export function contactHref(contact_id: string): string {
  return `/contact/${contact_id}`
}

/** The page a sign-on by link leads to. A plugin with a scope of its own. */
export async function contactPages(app: FastifyInstance, options: ContactPagesOptions): Promise<void> {
  const { tokens, publicUrl } = options
  const isHttps = () => publicUrl().startsWith('https:')
  const send = pageSender(publicUrl)
  const problem = (request: FastifyRequest, status: number, name: keyof typeof NOTICES): PageResponse => {
    const shown = presentation(options, request)
    return { status, document: noticePage(shown, { ...NOTICES[name], ...shown.words.contact[name] }) }
  }
  pageScope(app, send, (request, status) => problem(request, status, status === 403 ? 'forbidden' : 'error'))

  app.get<{ Params: { id: string } }>('/contact/:id', VISITS_ONLY, async (request, reply) => {
    const id = identifier(request.params.id)
    const signed_in = id && (await signedIn(options, request, reply, id, isHttps()))
    // His rights may have become those of forms since he signed on.
    if (!signed_in || signed_in.caller.forms_only) return send(reply, problem(request, 401, 'signed_out'))
    await ownedBy(signed_in.caller.root_id)
    const view = await loadContactView(options, { ...signed_in.caller, address: request.ip }, id)
    signed_in.touch()
    return send(
      reply,
      view
        ? { status: 200, document: contactPage(presentation(options, request, view.locale), view) }
        : problem(request, 404, 'gone'),
    )
  })

  app.post<{ Params: { id: string } }>('/contact/:id/sign-out', async (request, reply) => {
    if (!isSameOrigin(request, publicUrl())) return send(reply, problem(request, 403, 'forbidden'))
    const id = identifier(request.params.id) ?? ''
    await tokens.end(cookieOf(request), () => true, pageOf(id))
    reply.header('set-cookie', cookie(id, '', 0, isHttps()))
    return send(reply, problem(request, 200, 'signed_out'))
  })
}

/** Signs in by the one-time code of the sign-on's redirect, or by the cookie that was set then. */
async function signedIn(
  { tokens, codes, refused }: ContactPagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  contact_id: string,
  https: boolean,
): Promise<Bearer | null> {
  const code = queryText(request, 'code')
  const sign_on = code && (await codes.redeem(code, contact_id))
  const page = pageOf(contact_id)
  if (!sign_on) {
    const bearer = await tokens.bearerOf(cookieOf(request), page)
    if (code && !bearer) await refused('sign-on-code', request.ip)
    return bearer
  }
  const user_agent = request.headers['user-agent'] ?? null
  const { token } = await tokens.issue(sign_on, page, { address: request.ip, user_agent })
  reply.header('set-cookie', cookie(contact_id, token, null, https))
  return tokens.bearerOf(token, page)
}

function pageOf(contact_id: string): string {
  return `contact ${contact_id}`
}

function cookieOf(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/).map(pair => pair.split('='))
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? ''
}

/** The cookie is sent to this page only, never with requests of other sites, and no script can read it. */
function cookie(contact_id: string, value: string, max_age: number | null, https: boolean): string {
  const age = max_age === null ? '' : `; Max-Age=${max_age}`
  return `${COOKIE}=${value}; Path=${contactHref(contact_id)}; HttpOnly; SameSite=Lax${age}${https ? '; Secure' : ''}`
}

const NOTICES = {
  signed_out: { icon: 'lock', tone: 'calm' },
  gone: { icon: 'search', tone: 'calm' },
  forbidden: { icon: 'alert', tone: 'warn' },
  error: { icon: 'alert', tone: 'warn' },
} satisfies Record<string, Pick<Notice, 'icon' | 'tone'>>
