import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { newId } from '../lib/id.ts'
import { rateLimit } from '../lib/rate-limit.ts'
import { redactUrl } from '../lib/redact-url.ts'
import { registerApi } from './api.ts'
import { registerBodies } from './body.ts'
import { LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES } from './conventions.ts'
import { errorResponse, NOTHING_HERE, plainError } from './error-response.ts'
import { connectionLimits, harden, requestId } from './hardening.ts'
import type { ApiParts } from './request.ts'
import { jsonResponse, send } from './response.ts'
import { registerTokens, type TokenRouteParts } from './token-routes.ts'

export interface ServerOptions {
  /** A pino logger, or false for silence. */
  // biome-ignore lint/suspicious/noExplicitAny: fastify and pino disagree about the type of a logger instance.
  logger: any
  /** True when a proxy in front sets X-Forwarded-For. */
  trust_proxy: boolean
  /** From one address, in this process; 0 means no limit. */
  requests_per_minute: number
  /** False only once database, migrations and worker are ready. */
  ready(): Promise<boolean>
}

/** Builds the HTTP server: bodies, routes, errors, health. */
export async function server(
  parts: ApiParts & { sign_in: TokenRouteParts },
  options: ServerOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: Math.max(LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES),
    ...connectionLimits,
    // The one proxy in front is trusted, but not what clients put into the header before it.
    trustProxy: options.trust_proxy && ((_address: string, hop: number) => hop === 0),
    genReqId: request => requestId(request, () => newId(parts.engine.clock.now())),
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: request => withoutTrailingSlash(request.url ?? '/'),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void send(reply, errorResponse(error, request.log)),
  })
  await registerBodies(app)

  app.setErrorHandler((error, request, reply) => send(reply, errorResponse(error, request.log)))
  app.setNotFoundHandler((_request, reply) => send(reply, plainError(404, NOTHING_HERE)))
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  harden(app, {
    https: () => parts.engine.public_url.startsWith('https:'),
    limit: rateLimit(options.requests_per_minute),
  })
  app.decorateRequest('onSuccess', null)
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400) request.onSuccess?.()
  })
  app.get('/healthz', async (_request, reply) => send(reply, jsonResponse({ status: 'ok' })))
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.ready()
    return send(reply, jsonResponse({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503))
  })
  registerTokens(app, parts.sign_in)
  registerApi(app, parts)
  return app
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
