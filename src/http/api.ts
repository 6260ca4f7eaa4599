import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identify } from '../auth/identify.ts'
import type { Command } from '../definition/command.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import type { Actor, Store } from '../definition/store.ts'
import { command } from '../engine/command.ts'
import { create, type Written } from '../engine/create.ts'
import type { Engine } from '../engine/engine.ts'
import { expandNames, permitExpands } from '../engine/expand.ts'
import { CREDENTIALS } from '../engine/filter.ts'
import { list } from '../engine/list.ts'
import { pageAsked } from '../engine/page.ts'
import { locate, present } from '../engine/read.ts'
import { remove } from '../engine/remove.ts'
import { update } from '../engine/update.ts'
import { formatAsked } from '../exports/formats.ts'
import { answerReply } from './answer-reply.ts'
import { readBody } from './body.ts'
import { IGNORED_FIELDS_HEADER } from './conventions.ts'
import { fileReply } from './file-reply.ts'
import type { Idempotency } from './idempotency.ts'
import { type BuildPage, largePages } from './large-pages.ts'
import { once } from './once.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { isKnown } from './raw-reply.ts'
import { credentialsOf, queryOf } from './request.ts'

/** What the API routes are made of. */
export interface ApiParts {
  engine: Engine
  store: Store
  identify: Identify
  idempotency: Idempotency
}

/** A finished answer before it is written to the socket. */
export interface Reply {
  status: number
  /** JSON text, or empty. */
  body: string
  headers?: Record<string, string>
  raw?: Buffer
  /** Holds a credential: never kept in clear. */
  secret?: boolean
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Every route of every noun, from its definition. */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  const paths = new Map<string, Map<string, Handle>>()
  const buildPage = largePages()
  const route = (method: string, path: string, handle: Handle): void => {
    const methods = paths.get(path) ?? new Map<string, Handle>()
    methods.set(method, handle)
    paths.set(path, methods)
  }
  for (const noun of parts.engine.registry.nouns) {
    for (const each of noun.commands) route(each.method, pathOf(noun, each), commandRoute(parts, noun, each))
    nounRoutes(parts, noun, buildPage, route)
  }
  for (const [path, methods] of paths) register(app, path, methods)
}

function nounRoutes(
  parts: ApiParts,
  noun: Noun,
  buildPage: BuildPage,
  route: (method: string, path: string, handle: Handle) => void,
): void {
  const { verbs, plural } = noun.resource
  if (verbs.includes('create')) route('POST', `/v2/${plural}`, createRoute(parts, noun))
  if (verbs.includes('list')) route('GET', `/v2/${plural}`, listRoute(parts, noun, buildPage))
  if (verbs.includes('read')) route('GET', `/v2/${plural}/:key`, readRoute(parts, noun))
  if (verbs.includes('update')) route('PUT', `/v2/${plural}/:key`, updateRoute(parts, noun))
  if (verbs.includes('remove')) route('DELETE', `/v2/${plural}/:key`, removeRoute(parts, noun))
}

function register(app: FastifyInstance, path: string, methods: Map<string, Handle>): void {
  for (const [method, handler] of methods) app.route({ method, url: path, handler })
  refuseOtherMethods(app, path, [...methods.keys()])
}

function pathOf(noun: Noun, each: Command): string {
  const below = each.path ?? `/${each.name}`
  return each.on === 'one' ? `/v2/${noun.resource.plural}/:key${below}` : `/v2/${noun.resource.plural}${below}`
}

function listRoute(parts: ApiParts, noun: Noun, buildPage: BuildPage): Handle {
  const { resource } = noun
  return async (request, reply) => {
    const query = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, query))
    parts.engine.permit(caller, resource.name, 'list')
    const format = formatAsked(query.findLast(([name]) => name === '_format')?.[1])
    if (format) return fileReply(parts, caller, noun, query, format, reply)
    const proceed = (asked: Query, filters: Query) => list(parts.engine, caller, resource, asked, filters)
    const act = { actor: { caller }, query, store: parts.store, proceed }
    const names = expandNames(resource, query.findLast(([name]) => name === 'expand')?.[1])
    const body = await buildPage(pageAsked(query).size * (1 + names.length), async () => {
      const { records, meta } = (await noun.operations.list?.run(act)) ?? (await proceed(query, query))
      return JSON.stringify({ [resource.plural]: records, meta })
    })
    return send(reply, { status: 200, body })
  }
}

function readRoute(parts: ApiParts, noun: Noun): Handle {
  const { resource } = noun
  return async (request, reply) => {
    const query = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, query))
    parts.engine.permit(caller, resource.name, 'read')
    const parameters = Object.fromEntries(query)
    const row = await locate(parts.engine, caller, resource, keyOf(request), parameters)
    const record = await present(parts.engine, caller, resource, row, parameters.expand, parameters)
    return send(reply, { status: 200, body: JSON.stringify({ [resource.name]: record }) })
  }
}

function createRoute(parts: ApiParts, noun: Noun): Handle {
  return writeRoute(parts, noun, 201, async (actor, body) => {
    const written = await create(parts.engine, parts.store, noun, actor, body.body, body.uploads)
    return writtenReply(parts, noun.resource, actor, written, body.query.expand)
  })
}

function updateRoute(parts: ApiParts, noun: Noun): Handle {
  return writeRoute(parts, noun, 200, async (actor, body) => {
    const written = await update(parts.engine, parts.store, noun, actor, body.key, body.query, body.body)
    return writtenReply(parts, noun.resource, actor, written, body.query.expand)
  })
}

function removeRoute(parts: ApiParts, noun: Noun): Handle {
  return async (request, reply) => {
    const query = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, query))
    await remove(parts.engine, parts.store, noun, { caller }, keyOf(request), Object.fromEntries(query))
    return send(reply, { status: 204, body: '' })
  }
}

function commandRoute(parts: ApiParts, noun: Noun, each: Command): Handle {
  const { answers } = each
  const shown = typeof answers === 'object' && 'noun' in answers ? parts.engine.registry.get(answers.noun) : noun
  return writeRoute(parts, shown, 200, async (actor, body) => {
    const request = {
      key: each.on === 'one' ? body.key : null,
      query: body.query,
      body: body.body,
      uploads: body.uploads,
      is_async: body.is_async,
    }
    const answer = await command(parts.engine, parts.store, noun, each, actor, request)
    return answerReply(parts, noun.resource, actor, answer, body.query.expand)
  })
}

interface Asked {
  key: string
  query: Record<string, string>
  body: unknown
  uploads: import('../definition/command.ts').Upload[]
  is_async: boolean
}

/**
 * Identify, read the body, and run at most once per Idempotency-Key. What is wrong with the answer that is wished for is told before
 * anything is done: a payment must not be refused after it was made. `status` is that of a record which this route has stored.
 */
function writeRoute(
  parts: ApiParts,
  { resource }: Noun,
  status: 200 | 201,
  work: (actor: Actor, asked: Asked) => Promise<Reply>,
): Handle {
  return async (request, reply) => {
    const pairs = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, pairs))
    const body = await readBody(request)
    const names = expandNames(resource, pairs.findLast(([name]) => name === 'expand')?.[1])
    permitExpands(parts.engine, caller, resource, names)
    const { key: _, ...named } = request.params as Record<string, string>
    const query = { ...Object.fromEntries(pairs), ...named }
    const is_async = /(^|[,\s])respond-async\b/i.test(String(request.headers.prefer ?? ''))
    const run = (claim: string | null): Promise<Reply> =>
      work({ caller, claim }, { key: keyOf(request), query, is_async, ...body })
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || key === '' || request.method === 'GET') return send(reply, await run(null))
    const once_only = { key, request: markedRequest(request, pairs), status, is_async }
    return send(reply, await once(parts, caller, once_only, body, run))
  }
}

/** What makes a request another one: its query too, which can name the record, but not who asks. */
function markedRequest(request: FastifyRequest, pairs: Query): string {
  const asked = pairs.filter(([name]) => !CREDENTIALS.has(name))
  return `${request.method} ${request.url.split('?', 1)[0]} ${JSON.stringify(asked)}`
}

async function writtenReply(
  parts: ApiParts,
  resource: Resource,
  actor: Actor,
  written: Written,
  expand: string | undefined,
): Promise<Reply> {
  const record = await present(parts.engine, actor.caller, resource, written.row, expand)
  const names = written.ignored.filter(name => /^[\w.-]{1,64}$/.test(name)).slice(0, 50)
  const headers = names.length > 0 ? { [IGNORED_FIELDS_HEADER]: names.join(', ') } : {}
  return { status: written.status, body: JSON.stringify({ [resource.name]: record }), headers }
}

function keyOf(request: FastifyRequest): string {
  return (request.params as { key?: string }).key ?? ''
}

export function send(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers(answer.headers)
  if (isKnown(reply.request.headers['if-none-match'], answer.headers?.etag)) return reply.code(304).send()
  if (answer.raw) return reply.send(answer.raw)
  if (answer.status === 204) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body)
}
