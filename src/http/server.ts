import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { newId } from '../lib/id.ts'
import { rateLimit } from '../lib/rate-limit.ts'
import { redactUrl } from '../lib/redact-url.ts'
import { type ApiParts, registerApi, send } from './api.ts'
import { registerBodies } from './body.ts'
import { LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES } from './conventions.ts'
import { errorAnswer, NOTHING_HERE, plain } from './errors.ts'
import { connectionLimits, harden, requestId } from './hardening.ts'
import { registerTokens, type TokenRouteParts } from './token-routes.ts'

export interface ServerOptions {
  /** A pino logger, or false for silence. */
  // biome-ignore lint/suspicious/noExplicitAny: fastify and pino disagree about the type of a logger instance.
  logger: any
  /** True when a proxy in front sets X-Forwarded-For. */
  trust_proxy: boolean
  /** From one address, for this process; 0: as many as come. */
  requests_per_minute: number
  /** False only once database, migrations and worker are ready. */
  ready(): Promise<boolean>
}

/** The HTTP shell: bodies, routes, errors, health. */
export async function server(
  parts: ApiParts & { sign_in: TokenRouteParts },
  options: ServerOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: Math.max(LARGEST_JSON_BYTES, LARGEST_MULTIPART_BYTES),
    ...connectionLimits,
    // The one proxy in front is believed, and nothing that its clients wrote before it.
    trustProxy: options.trust_proxy && ((_address: string, hop: number) => hop === 0),
    genReqId: request => requestId(request, () => newId(parts.engine.clock.now())),
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: request => withoutTrailingSlash(request.url ?? '/'),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void send(reply, errorAnswer(error, request.log)),
  })
  await registerBodies(app)

  app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error, request.log)
    return send(reply, answer)
  })
  app.setNotFoundHandler((_request, reply) => send(reply, plain(404, NOTHING_HERE)))
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
  app.get('/healthz', async (_request, reply) => send(reply, { status: 200, body: '{"status":"ok"}' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.ready()
    return send(reply, { status: ready ? 200 : 503, body: JSON.stringify({ status: ready ? 'ready' : 'not ready' }) })
  })
  registerTokens(app, parts.sign_in)
  registerApi(app, parts)
  return app
}

/** The contract prints some lists with a slash at the end (`/v2/deviceterms/`); both forms are the same path. */
function withoutTrailingSlash(url: string): string {
  if (!url.startsWith('/v2/')) return url
  const mark = url.indexOf('?')
  const pathEnd = mark < 0 ? url.length : mark
  let end = pathEnd
  while (url[end - 1] === '/') end -= 1
  return end === pathEnd ? url : url.slice(0, end) + url.slice(pathEnd)
}
