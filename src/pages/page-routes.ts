/** What the routes of all hosted pages share: reading a request and sending a document. It knows no resource. */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onLane } from '../db/lanes.ts'
import { Refusal, Unavailable } from '../lib/problem.ts'
import { utf8Form } from '../lib/utf8.ts'
import { pageHeaders } from './headers.ts'

/** What a page request is answered with: a document, or an address to go to. */
export interface PageResponse {
  status: number
  document?: string
  location?: string
  /** Seconds. */
  retry_after?: number
  /** The origin that may show the document in a frame. No origin may unless it is set. */
  framed_by?: string
  /** Browsers apply the page's policy to a redirect after a form as well, so its origin has to be allowed. */
  form_redirect_origin?: string
  /** Whether its script may send requests to this gateway. */
  sends_requests?: boolean
  /** Where the browser goes by itself after some seconds. */
  refresh?: { seconds: number; url: string }
}

const LARGEST_FORM = 16 * 1024

/**
 * Makes this plugin's scope one of pages: submitted forms are read as URLSearchParams, no other content type is read,
 * and an error is answered with a page.
 */
export function pageScope(
  app: FastifyInstance,
  send: SendPage,
  failed: (request: FastifyRequest, status: number) => PageResponse,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: LARGEST_FORM },
    async ({ headers }: FastifyRequest, body: Buffer) => utf8Form(body, headers['content-type']),
  )
  app.addHook('preHandler', (_request, _reply, done) => onLane('pages', done))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error instanceof Refusal ? statusOf(error, request) : (error.statusCode ?? 500)
    if (status >= 500) request.log.error({ name: error.name, stack: error.stack }, 'a hosted page failed')
    if (error instanceof Unavailable) return send(reply, { ...failed(request, 503), retry_after: error.retry_after })
    return send(reply, failed(request, Math.min(status, 500)))
  })
}

/**
 * Pages show field errors of their forms themselves. A refusal that reaches this handler and names anything but a
 * header of the request is therefore the gateway's own fault: a 500.
 */
function statusOf({ status, problems }: Refusal, { headers }: Pick<FastifyRequest, 'headers'>): number {
  return Object.keys(problems ?? {}).every(name => name.toLowerCase() in headers) ? status : 500
}

/** Sends a document or a redirect with the headers of every hosted page. */
export type SendPage = (reply: FastifyReply, response: PageResponse) => FastifyReply

/** `publicUrl` is read at each response: the address is known only once the server listens. */
export function pageSender(publicUrl: () => string): SendPage {
  return (
    reply,
    { status, document, location, retry_after, refresh, framed_by, form_redirect_origin, sends_requests },
  ) => {
    const https = publicUrl().startsWith('https:')
    reply.code(status).headers(pageHeaders({ https, framed_by, form_redirect_origin, sends_requests }))
    if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
    if (refresh !== undefined) reply.header('refresh', `${refresh.seconds}; url=${refresh.url}`)
    if (location !== undefined) return reply.header('location', location).send('')
    return reply.type('text/html; charset=utf-8').send(document)
  }
}

/**
 * Whether a person opens the page. A HEAD request, and a GET by which a browser or mail program fetches ahead, shows it
 * to no one.
 */
export function isVisit({ method, headers }: FastifyRequest): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map(name =>
    String(headers[name] ?? '').toLowerCase(),
  )
  return method !== 'HEAD' && !purposes.some(text => text.startsWith('prefetch') || text === 'preview')
}

/**
 * Options of a route that changes something when it is opened, such as a link that opens once: anything but a visit is
 * answered with nothing, which makes a browser ask again when the link is followed.
 */
export const VISITS_ONLY = {
  onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (isVisit(request)) done()
    else void reply.code(204).send()
  },
}

/** Returns a query parameter, or null when it is missing, empty, repeated or longer than 200 characters. */
export function queryText(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}

export function queryId(request: FastifyRequest, name: string): string | null {
  return identifier(queryText(request, name) ?? '')
}

/**
 * Returns the text when it can be an id (contract 2.1: 24 to 36 characters), or null, so that no lookup is made for
 * others.
 */
export function identifier(text: string): string | null {
  return /^[0-9a-fA-F-]{24,36}$/.test(text) ? text : null
}

/**
 * Returns whether a submitted form comes from a page of this gateway. `Sec-Fetch-Site` decides where a browser sends
 * it; for older browsers the Origin is compared with the public address and with the requested host. An absent or
 * `null` origin passes: these pages send no referrer, which makes such browsers write `null`, and there is no cookie
 * that could be abused by it.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (typeof site === 'string') return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined || origin === 'null') return true
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.host}`
}
