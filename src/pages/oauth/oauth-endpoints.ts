import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SCOPE } from '../../auth/oauth/authorization-request.ts'
import type { AuthorizationServer, OauthResponse } from '../../auth/oauth/authorization-server.ts'
import { ACCESS_SCOPES } from '../../lib/access-scope.ts'
import { utf8Form, utf8Query, utf8Text } from '../../lib/utf8.ts'

export interface OauthEndpointsOptions {
  authorizationServer: AuthorizationServer
  publicUrl(): string
}

const LARGEST_BODY = 16 * 1024
const NOT_OFFERED = { error: 'invalid_request', error_description: 'Only POST is offered here.' }

/** The OAuth endpoints for programs (contract 5.5) and their metadata (RFC 8414). A plugin with a scope of its own. */
export async function oauthEndpoints(
  app: FastifyInstance,
  { authorizationServer, publicUrl }: OauthEndpointsOptions,
): Promise<void> {
  app.removeAllContentTypeParsers()
  const whole = { parseAs: 'buffer', bodyLimit: LARGEST_BODY } as const
  app.addContentTypeParser('*', whole, async ({ headers }: FastifyRequest, body: Buffer) =>
    utf8Text(body, headers['content-type']),
  )
  app.setErrorHandler((error, request, reply) => {
    const { status: refused, statusCode } = error as { status?: number; statusCode?: number }
    const status = refused ?? statusCode ?? 500
    if (status >= 500) request.log.error({ name: (error as Error).name, stack: (error as Error).stack }, 'oauth failed')
    const name = status >= 500 ? 'server_error' : 'invalid_request'
    return send(reply, {
      status: Math.min(status, 500),
      body: { error: name, error_description: 'The request failed.' },
    })
  })
  for (const what of ['token', 'revoke'] as const) {
    const path = `/o/${what}`
    app.post(path, async (request, reply) => {
      const { parameters, in_body, problem } = parametersOf(request, what === 'token')
      if (problem) return send(reply, { status: 400, body: { error: 'invalid_request', error_description: problem } })
      const { authorization } = request.headers
      const answer = await authorizationServer[what](parameters, { authorization, address: request.ip })
      // What came by query gets the contract's 204, a form the 200 of RFC 7009 (2.2), which its clients wait for.
      return send(reply, in_body && answer.status === 204 ? { ...answer, status: 200 } : answer)
    })
    app.options(path, (_request, reply) => reply.code(204).header('allow', 'OPTIONS, POST').send())
    app.route({
      method: ['GET', 'PUT', 'DELETE', 'PATCH'],
      url: path,
      handler: (_request, reply) => send(reply.header('allow', 'POST'), { status: 405, body: NOT_OFFERED }),
    })
  }
  app.get('/.well-known/oauth-authorization-server', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(metadata(publicUrl()))),
  )
}

interface TokenParameters {
  parameters: Record<string, string>
  /** Whether a token to revoke came in the body. */
  in_body: boolean
  problem: string | null
}

/**
 * Reads the query and the body; the query wins. A token request by query, as the contract has it, needs a state as the
 * contract says; one by body, as RFC 6749 has it, does not.
 */
function parametersOf(request: FastifyRequest, wants_state: boolean): TokenParameters {
  const query = [...utf8Query(request.raw.url ?? '')]
  const body = bodyPairs(request)
  if (body === null) return { parameters: {}, in_body: false, problem: 'The body cannot be read.' }
  const twice = [query, body].some(pairs => new Set(pairs.map(([name]) => name)).size !== pairs.length)
  if (twice) return { parameters: {}, in_body: false, problem: 'A parameter is given twice.' }
  // An empty parameter counts as missing (RFC 6749, 3.2).
  const parameters = Object.fromEntries([...body, ...query].filter(([, value]) => value !== ''))
  const by_query = query.some(([name]) => name === 'grant_type')
  const problem = wants_state && by_query && !parameters.state ? 'state is missing.' : null
  const names = (pairs: [string, string][]) => pairs.some(([name, value]) => name === 'token' && value !== '')
  return { parameters, in_body: names(body) && !names(query), problem }
}

function bodyPairs(request: FastifyRequest): [string, string][] | null {
  const text = typeof request.body === 'string' ? request.body : ''
  if (!text.trimStart().startsWith('{')) return [...utf8Form(Buffer.from(text))]
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
  } catch {
    return null
  }
}

function send(reply: FastifyReply, { status, body, retry_after }: OauthResponse): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' })
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Tollgate"')
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
  if (body === null) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

function metadata(url: string): Record<string, unknown> {
  return {
    issuer: url,
    authorization_endpoint: `${url}/o/authorize`,
    token_endpoint: `${url}/o/token`,
    revocation_endpoint: `${url}/o/revoke`,
    scopes_supported: [SCOPE, ...ACCESS_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    service_documentation: `${url}/docs`,
  }
}
