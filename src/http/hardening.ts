import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../lib/address-group.ts'
import type { RateLimit } from '../lib/rate-limit.ts'
import { ERROR_NAMES } from './conventions.ts'
import { plainError } from './error-response.ts'
import { send } from './response.ts'

/** Request line and headers together. */
const LARGEST_HEADERS = 16 * 1024

/** Options of Node's server against slow, large and malformed requests. */
export const connectionLimits = {
  http: {
    maxHeaderSize: LARGEST_HEADERS,
    // Without a limit, a few clients that send a byte a minute hold all connections.
    headersTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
  },
  // For a whole request, with four files over a slow line. The time of the response is not counted.
  requestTimeout: 120_000,
  clientErrorHandler: refuseBroken,
}

/** Responds to what Node could not parse as a request, in the form of every other error and without quoting it. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] = REFUSED[error.code ?? ''] ?? [400, 'The request is broken.']
  const { body } = plainError(status, message)
  const head = [
    `HTTP/1.1 ${status} ${ERROR_NAMES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const REFUSED: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** Headers of every response that does not set its own: data that no page embeds and no cache stores. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
const NAMES = Object.keys(SECURITY_HEADERS)
const HSTS = 'max-age=31536000; includeSubDomains'

interface Hardening {
  /** Whether the public address is https. */
  https(): boolean
  /** Limits requests by address. */
  limit: RateLimit
}

/** Health checks come often and from one address, and must work under load. */
const UNLIMITED = ['/healthz', '/readyz']

export function harden(app: FastifyInstance, { https, limit }: Hardening): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const wait = UNLIMITED.includes(request.url) ? null : limit(addressGroup(request.ip))
    if (wait === null) return
    const text = 'Too many requests come from your address.'
    return send(reply, plainError(429, text, { 'retry-after': String(wait) }))
  })
  app.addHook('onSend', async (_request, reply) => {
    // A page that may be framed says so in its policy; the older header would contradict it.
    const has_policy = reply.hasHeader('content-security-policy')
    for (const name of NAMES) {
      if (reply.hasHeader(name) || (has_policy && name === 'x-frame-options')) continue
      reply.header(name, SECURITY_HEADERS[name])
    }
    if (https() && !reply.hasHeader('strict-transport-security')) reply.header('strict-transport-security', HSTS)
  })
}

/** Returns the id sent with the request when it is safe to log and to send back, or else a new one. */
export function requestId(request: IncomingMessage, newId: () => string): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{8,64}$/.test(sent) ? sent : newId()
}
