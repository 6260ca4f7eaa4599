import type { FastifyInstance } from 'fastify'
import type { Registry } from '../../definition/registry.ts'
import { inPieces } from '../response.ts'
import { formPaths, tokenPaths } from './fixed-paths.ts'
import { oauthPaths } from './oauth-paths.ts'
import { operationOf } from './operation.ts'
import { type Parameter, shared, sharedParameters } from './parameters.ts'
import { recordSchema } from './record-schema.ts'
import { jsonContent, sharedHeaders, sharedResponses, sharedSchemas } from './responses.ts'
import { routesOf } from './routes.ts'
import { security, securitySchemes } from './security.ts'

export interface OpenapiOptions {
  /** Base of every path, without a trailing slash. */
  public_url: string
  /** Version of the running product; the version of the interface is the `/v2` of the paths. */
  version: string
  /** Further headers of write requests, by the name they have in `components`. */
  headers?: Readonly<Record<string, Parameter>> | undefined
}

export interface OpenapiDocument {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: Record<string, Record<string, unknown>>
}

const DESCRIPTION = `A payment gateway: JSON over HTTPS, every path below \`/v2\`.

Bodies hold one record under the name of its resource; lists return records under the plural, with \`meta\`. Amounts are decimal strings with two places, \`_ts\` fields Unix seconds, dates \`yyyy-mm-dd\`, flags 1 or 0 (true and false are accepted too).`

/** Returns the OpenAPI 3.1 document of everything these resources offer. */
export function openapi(registry: Registry, options: OpenapiOptions): OpenapiDocument {
  const routes = routesOf(registry.nouns)
  const paths: OpenapiDocument['paths'] = {}
  const headers = options.headers ?? {}
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operationOf(route, Object.keys(headers).map(shared))
    paths[route.path] = path
  }
  const records = registry.nouns.map(noun => [noun.resource.name, recordSchema(noun)] as const)
  const offered = registry.nouns.filter(noun => routes.some(route => route.noun === noun))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.public_url }],
    security,
    tags: [
      ...offered.map(({ resource }) => ({ name: resource.plural })),
      { name: 'token' },
      { name: 'forms' },
      { name: 'oauth' },
    ],
    paths: { ...paths, ...tokenPaths, ...formPaths, ...oauthPaths, ...health },
    components: {
      schemas: { ...Object.fromEntries(records), ...sharedSchemas },
      parameters: { ...sharedParameters, ...headers },
      headers: sharedHeaders,
      responses: sharedResponses,
      securitySchemes,
    },
  }
}

function healthy(description: string): Record<string, unknown> {
  const schema = { type: 'object', required: ['status'], properties: { status: { type: 'string' } } }
  return jsonContent(description, schema, false)
}

/** For load balancers and monitoring; no credentials are needed. */
const health: OpenapiDocument['paths'] = {
  '/healthz': { get: check('healthz', 'Whether the process is up.', { 200: healthy('It is.') }) },
  '/readyz': {
    get: check('readyz', 'Whether database, migrations and worker are ready.', {
      200: healthy('They are.'),
      503: healthy('At least one is not.'),
    }),
  },
}

function check(operationId: string, summary: string, responses: Record<number, unknown>): Record<string, unknown> {
  return { operationId, summary, security: [], responses }
}

export interface OpenapiRouteOptions {
  registry: Registry
  version: string
  /** Called at each request: the address is known only once the server listens. */
  publicUrl: () => string
  headers?: OpenapiOptions['headers']
}

/**
 * Serves `GET /openapi.json`. The document is built at the first request, and again when the public address changes.
 */
export function registerOpenapi(app: FastifyInstance, options: OpenapiRouteOptions): void {
  let built: { url: string; text: Buffer } | null = null
  app.get('/openapi.json', async (_request, reply) => {
    const url = options.publicUrl()
    if (built?.url !== url) {
      const { registry, publicUrl: _, ...rest } = options
      built = { url, text: Buffer.from(JSON.stringify(openapi(registry, { ...rest, public_url: url }))) }
    }
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' })
    return inPieces(reply, built.text)
  })
}
