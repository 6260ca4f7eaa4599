import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContextOptions } from 'node:tls'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { servedUrl } from '../auth/authenticators/hmac.ts'
import { onRequest } from '../db/lanes.ts'
import { addressGroup } from '../lib/address-group.ts'
import { cardDataIn } from '../lib/card-data-in.ts'
import { newId } from '../lib/id.ts'
import { costOf, type RateLimit, rateLimit } from '../lib/rate-limit.ts'
import { redactUrl } from '../lib/redact-url.ts'
import { type Admissions, admission } from './admission.ts'
import { registerApi } from './api.ts'
import { registerBodies } from './body.ts'
import { type ConnectionLimits, watchConnections } from './connections.ts'
import { ERROR_NAMES, LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES } from './conventions.ts'
import { errorResponse, NOTHING_HERE, plainError, refuseOtherMethods } from './error-response.ts'
import { explainedBody } from './errors/explain.ts'
import { oldAddresses } from './old-addresses.ts'
import type { NotReady } from './readiness.ts'
import { type ApiParts, credentialsOf, queryOf } from './request.ts'
import { jsonResponse, send } from './response.ts'
import { registerTokens, type TokenRouteParts } from './token-routes.ts'
import { unreadAnswers } from './unread-answers.ts'
import { type WorkEnded, workInFlight } from './work-in-flight.ts'

export interface ServerOptions {
  /** The release. */
  version: string
  /** A pino logger, or false for silence. */
  // biome-ignore lint/suspicious/noExplicitAny: fastify and pino disagree about the type of a logger instance.
  logger: any
  /** True when a proxy in front sets X-Forwarded-For. */
  trust_proxy: boolean
  /** From one address, in this process; 0 means no limit. */
  requests_per_minute: number
  connections: ConnectionLimits
  /** Certificate and key, where no proxy has them. */
  tls: SecureContextOptions | null
  /** Returns why payments cannot be taken now; null where they can. */
  problem(): Promise<NotReady | null>
}

/** Builds the HTTP server: bodies, routes, errors, health. */
export async function server(
  parts: Omit<ApiParts, 'unread'> & { sign_in: TokenRouteParts },
  options: ServerOptions,
): Promise<FastifyInstance> {
  const presentUrl = oldAddresses(parts.engine.registry.nouns)
  const explained = (body: string, status: number, request_id: string): string =>
    explainedBody(body, { status, request_id, public_url: parts.engine.public_url })
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: Math.max(LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES),
    ...connectionLimits,
    ...secured(options.tls),
    // The one proxy in front is trusted, but not what clients put into the header before it.
    trustProxy: options.trust_proxy && ((_address: string, hop: number) => hop === 0),
    genReqId: request => requestId(request, () => newId(parts.engine.clock.now())),
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: request => presentUrl(servedUrl(withoutTrailingSlash(request.url ?? '/'))),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    // No hook runs for what no route was found for.
    frameworkErrors(error, request, reply) {
      const response = errorResponse(error, request.log)
      const body = explained(response.body, response.status, request.id)
      void send(reply.header('x-request-id', request.id), { ...response, body })
    },
  })
  await registerBodies(app)

  app.decorate('workEnded', workInFlight(app))
  app.setErrorHandler((error, request, reply) => send(reply, errorResponse(error, request.log)))
  app.setNotFoundHandler((_request, reply) => send(reply, plainError(404, NOTHING_HERE)))
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (!options.logger?.isLevelEnabled('info')) return
    const { method, url } = request
    const { statusCode: status, elapsedTime } = reply
    request.log.info({ method, url: redactUrl(url), status, ms: Math.round(elapsedTime) }, 'request')
  })
  const limit = rateLimit(options.requests_per_minute)
  harden(app, { https: () => options.tls !== null || parts.engine.public_url.startsWith('https:'), limit })
  decorateUpgrades(app, limit, options)
  // After the body has come: what is told of the work that runs would not outlast that.
  const most_waiting = Math.min(MOST_WAITING, Math.ceil(options.connections.total / 4))
  const door = admission(most_waiting, WAIT_MS)
  app.decorate('admission', door)
  app.addHook('preHandler', (_request, reply, done) => onRequest(door, reply.raw, done))
  app.decorateRequest('onSuccess', null)
  app.decorateRequest('root_id', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400) request.onSuccess?.()
    const is_explained = reply.statusCode >= 400 && typeof payload === 'string'
    done(null, is_explained ? explained(payload, reply.statusCode, request.id) : payload)
  })
  app.get('/healthz', async (_request, reply) => send(reply, jsonResponse({ status: 'ok' })))
  app.get('/readyz', async (_request, reply) => {
    const reason = await options.problem()
    return send(reply, reason ? jsonResponse({ status: 'not ready', reason }, 503) : jsonResponse({ status: 'ready' }))
  })
  registerTokens(app, parts.sign_in)
  app.get('/v2/version', async (request, reply) => {
    await parts.sign_in.checkDeveloper(credentialsOf(request, queryOf(request)))
    return send(reply, jsonResponse({ version: { api: 'v2', number: options.version } }))
  })
  refuseOtherMethods(app, '/v2/version', ['GET'])
  registerApi(app, { ...parts, unread: unreadAnswers(most_waiting) })
  return app
}

/** Requests of one merchant that wait for their turn, and its clients who wait for answers that others do not read. */
const MOST_WAITING = 1_000
/** A client that waits longer has given up. */
const WAIT_MS = 10_000

/**
 * What is sent is checked by the definitions, and no route has a schema of fastify's, whose compilers would be a tenth
 * of all loaded code.
 */
function noSchemas(): never {
  throw new Error('routes have no schemas')
}

/** The contract prints some lists with a trailing slash (`/v2/deviceterms/`); both forms are the same path. */
function withoutTrailingSlash(url: string): string {
  if (!url.startsWith('/v2/')) return url
  const mark = url.indexOf('?')
  const pathEnd = mark < 0 ? url.length : mark
  let end = pathEnd
  while (url[end - 1] === '/') end -= 1
  return end === pathEnd ? url : url.slice(0, end) + url.slice(pathEnd)
}

/** The one path where another protocol is spoken. */
const AGENT_PATH = '/agent'

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0]!
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admissions
    /** Waits until all that requests have begun is done, or for `deadline`. */
    workEnded: WorkEnded
    /** For whoever speaks another protocol on an upgraded connection. */
    upgrades: {
      /** Takes one request of the caller's address: null within its limit, else the seconds to wait. */
      limit(request: IncomingMessage): number | null
      /** Returns the address that a request comes from, which a trusted proxy names. */
      addressOf(request: IncomingMessage): string
      /** Keeps the connection of a known caller, however many want to connect. */
      keep(stream: Duplex): void
    }
  }
}

function decorateUpgrades(app: FastifyInstance, limit: RateLimit, options: ServerOptions): void {
  const connections = watchConnections(app.server, options.connections)
  app.addHook('onClose', async () => connections.close())
  app.decorate('upgrades', {
    limit: request => limit(addressGroup(addressOf(request, options.trust_proxy))),
    addressOf: request => addressOf(request, options.trust_proxy),
    keep: connections.keep,
  })
}

/** The address of a request that does not come by way of fastify. */
function addressOf({ headers, socket }: IncomingMessage, trust_proxy: boolean): string {
  const said = trust_proxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return said || (socket.remoteAddress ?? '')
}

/** Request line and headers together. */
const LARGEST_HEADERS = 16 * 1024

/** Options of Node's server against slow, large and malformed requests. */
const connectionLimits = {
  http: {
    maxHeaderSize: LARGEST_HEADERS,
    // Without a limit, a few clients that send a byte a minute hold all connections.
    headersTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
    // Any other request that offers another protocol is answered in this one.
    shouldUpgradeCallback: (request: IncomingMessage) => pathOf(request) === AGENT_PATH,
  },
  // For a whole request, with four files over a slow line. The time of the response is not counted.
  requestTimeout: 120_000,
  clientErrorHandler: refuseBroken,
}

/** Fastify takes Node's options of one kind of server or the other, and has a type for each. */
function secured(tls: SecureContextOptions | null): object {
  return tls ? { https: { ...connectionLimits.http, ...tls, handshakeTimeout: HANDSHAKE_MS } } : {}
}

const HANDSHAKE_MS = 10_000

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

function harden(app: FastifyInstance, { https, limit }: Hardening): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const wait = UNLIMITED.includes(request.url) ? null : limit(addressGroup(request.ip), costOf(request.method))
    if (wait === null) return done()
    const text = 'Too many requests come from your address.'
    send(reply, plainError(429, text, { 'retry-after': String(wait) }))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A page that may be framed says so in its policy; the older header would contradict it.
    const has_policy = reply.hasHeader('content-security-policy')
    for (const name of NAMES) {
      if (reply.hasHeader(name) || (has_policy && name === 'x-frame-options')) continue
      reply.header(name, SECURITY_HEADERS[name])
    }
    if (https() && !reply.hasHeader('strict-transport-security')) reply.header('strict-transport-security', HSTS)
    done(null, payload)
  })
}

/** Returns the id sent with the request when it is safe to log, store and send back, or else a new one. */
function requestId(request: IncomingMessage, newId: () => string): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{8,64}$/.test(sent) && !cardDataIn(sent) ? sent : newId()
}
