import type { FastifyInstance } from 'fastify'
import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { Registry } from '../../definition/registry.ts'
import { inPieces } from '../response.ts'
import { inputSchema, sentBy } from './body-schema.ts'
import { cardTicketPaths } from './card-ticket-paths.ts'
import { formPaths, healthPaths, tokenPaths } from './fixed-paths.ts'
import { componentName, operationComponent } from './names.ts'
import { oauthPaths } from './oauth-paths.ts'
import { listSchema, operationOf } from './operation.ts'
import { type Parameter, shared, sharedParameters } from './parameters.ts'
import { recordSchema } from './record-schema.ts'
import { sharedHeaders, sharedResponses, sharedSchemas } from './responses.ts'
import { type Route, routesOf } from './routes.ts'
import { security, securitySchemes } from './security.ts'
import { type Tag, tagsOf } from './tags.ts'
import { postbackSchemas, webhooksOf } from './webhooks.ts'

export interface OpenapiOptions {
  /** Base of every path, without a trailing slash. */
  public_url: string
  /** Version of the running product; the version of the interface is the `/v2` of the paths. */
  version: string
  /** Further headers of write requests, by the name they have in `components`. */
  headers?: Readonly<Record<string, Parameter>> | undefined
  /** Names of the resources whose changes are posted to receivers. */
  posted?: readonly string[] | undefined
}

type Paths = Record<string, Record<string, Record<string, unknown>>>

export interface OpenapiDocument {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string; description: string }[]
  security: Record<string, string[]>[]
  tags: Tag[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Paths
  webhooks: Paths
  components: Record<string, Record<string, unknown>>
}

const DESCRIPTION = `A payment gateway: JSON over HTTPS, every path below \`/v2\`.

Bodies hold one record under the name of its resource; lists return records under the plural, with \`meta\`. Amounts are decimal strings with two places, \`_ts\` fields Unix seconds, dates \`yyyy-mm-dd\`, flags 1 or 0 (true and false are accepted too).`

/** Returns the OpenAPI 3.1 document of everything these resources offer. */
export function openapi(registry: Registry, options: OpenapiOptions): OpenapiDocument {
  const { public_url, version, headers = {}, posted = [] } = options
  const routes = routesOf(registry.nouns)
  const paths: Paths = {}
  for (const route of routes) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operationOf(route, Object.keys(headers).map(shared))
    paths[route.path] = path
  }
  const offered = registry.nouns.filter(noun => routes.some(route => route.noun === noun))
  const webhooks = webhooksOf(posted.map(name => registry.get(name).resource))
  const schemas = { ...schemasOf(registry.nouns, routes), ...sharedSchemas }
  const document: OpenapiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this gateway', url: public_url },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: public_url, description: 'This gateway.' }],
    security,
    ...tagsOf(offered.map(({ resource }) => resource)),
    paths: { ...paths, ...tokenPaths, ...formPaths, ...cardTicketPaths, ...oauthPaths, ...healthPaths },
    webhooks,
    components: {
      schemas: posted.length > 0 ? { ...schemas, ...postbackSchemas } : schemas,
      parameters: { ...sharedParameters, ...headers },
      headers: sharedHeaders,
      responses: sharedResponses,
      securitySchemes: securitySchemes(public_url),
    },
  }
  dropUnused(document)
  return document
}

/** Returns the schemas of all records, of what is sent to write them, and of what commands take and return. */
function schemasOf(nouns: readonly Noun[], routes: readonly Route[]): Record<string, JsonSchema> {
  const schemas = nouns.map(noun => [componentName(noun.resource), recordSchema(noun)] as const)
  const lists = nouns.map(({ resource }) => [`${componentName(resource)}List`, listSchema(resource)] as const)
  const bodies = routes.flatMap(route => {
    const sent = sentBy(route)
    return sent ? [[sent.component, inputSchema(route.noun.resource, sent)] as const] : []
  })
  const results = routes.flatMap(route => {
    const { returns } = route.command ?? {}
    const has = typeof returns === 'object' && 'schema' in returns
    return has ? [[operationComponent(route, 'Result'), resultSchema(returns.schema)] as const] : []
  })
  return Object.fromEntries([...schemas, ...lists, ...bodies, ...results])
}

/** The record or list that a command returns is described by the command. */
function resultSchema(schema: JsonSchema): JsonSchema {
  const entries = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const properties = entries.map(([name, each]) => [name, { description: 'What the command returns.', ...each }])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Removes components that nothing refers to, again as long as that leaves others alone. */
function dropUnused({ paths, webhooks, components }: OpenapiDocument): void {
  const used = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, group = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (used.has(`${group}/${name}`)) continue
      used.add(`${group}/${name}`)
      follow(components[group]?.[name] ?? {})
    }
  }
  follow([paths, webhooks])
  for (const group of ['schemas', 'parameters', 'headers', 'responses']) {
    const entries = Object.entries(components[group]!).filter(([name]) => used.has(`${group}/${name}`))
    components[group] = Object.fromEntries(entries)
  }
}

export interface OpenapiRouteOptions {
  registry: Registry
  version: string
  /** Called at each request: the address is known only once the server listens. */
  publicUrl: () => string
  headers?: OpenapiOptions['headers']
  posted?: OpenapiOptions['posted']
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
