import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Command, FileField, Upload } from '../definition/command.ts'
import type { Noun } from '../definition/noun.ts'
import type { Verb } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import type { Actor } from '../definition/store.ts'
import { command as runCommand } from '../engine/command.ts'
import { create, type Written } from '../engine/create.ts'
import { expandNames, permitExpands } from '../engine/expand.ts'
import { CREDENTIALS } from '../engine/filter.ts'
import { locate, present } from '../engine/read.ts'
import { remove, update } from '../engine/update.ts'
import { lastOf } from '../lib/paging.ts'
import { readBody } from './body.ts'
import { commandResponse, openness, presentStored } from './command-response.ts'
import { refuseOtherMethods } from './error-response.ts'
import { type Expected, ignoredHeaders, withHints } from './hints.ts'
import { idempotentRequest } from './idempotent-request.ts'
import { largePages, listRoute } from './list-route.ts'
import { routesOf } from './openapi/routes.ts'
import { type ApiParts, credentialsOf, type Handler, idOf, queryOf } from './request.ts'
import { type HttpResponse, jsonResponse, send } from './response.ts'

/** Serves every route of every resource, from its definition. */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  const lists = { buildPage: largePages(), unread: parts.unread }
  const routeOf: Record<Verb, (noun: Noun) => Handler> = {
    create: noun => createRoute(parts, noun),
    list: noun => listRoute(parts, noun, lists),
    read: noun => readRoute(parts, noun),
    update: noun => updateRoute(parts, noun),
    remove: noun => removeRoute(parts, noun),
  }
  for (const [path, routes] of Map.groupBy(routesOf(parts.engine.registry.nouns), route => route.path)) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const { method, noun, right, command } of routes) {
      app.route({ method, url, handler: command ? commandRoute(parts, noun, command) : routeOf[right](noun) })
    }
    const methods = routes.map(route => route.method)
    refuseOtherMethods(app, url, methods)
  }
}

/** A record with what is embedded in it, and a file that a command returns. */
const EXPANDED_BYTES = 256 * 1024
const FILE_BYTES = 1024 * 1024

function readRoute(parts: ApiParts, { resource }: Noun): Handler {
  return async (request, reply) => {
    const query = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, query))
    parts.engine.permit(caller, resource.name, 'read')
    await parts.accessed(caller, resource.name, 'read', idOf(request))
    if (query.some(([name]) => name === 'expand')) await parts.unread.place(caller.root_id, EXPANDED_BYTES, reply.raw)
    const parameters = Object.fromEntries(query)
    const row = await locate(parts.engine, caller, resource, idOf(request), parameters, true)
    const record = await present(parts.engine, caller, resource, row, parameters.expand, parameters)
    return send(reply, jsonResponse({ [resource.name]: record }))
  }
}

function createRoute(parts: ApiParts, noun: Noun): Handler {
  const { takes } = noun.operations
  const expects = { resource: noun.resource, fields: noun.resource.fields, marks: /P|^R$/ }
  return writeRoute(parts, noun, { status: 201, takes, expects }, async (actor, { body, uploads, query }) => {
    const written = await create(parts.engine, parts.store, noun, actor, body, uploads)
    return writtenResponse(parts, noun, actor, written, query.expand)
  })
}

function updateRoute(parts: ApiParts, noun: Noun): Handler {
  const expects = { resource: noun.resource, fields: noun.resource.fields, marks: /U/ }
  return writeRoute(parts, noun, { status: 200, expects }, async (actor, { id, body, query }) => {
    const written = await update(parts.engine, parts.store, noun, actor, id, query, body)
    return writtenResponse(parts, noun, actor, written, query.expand)
  })
}

function removeRoute(parts: ApiParts, noun: Noun): Handler {
  return async (request, reply) => {
    const query = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, query))
    await readBody(request)
    await remove(parts.engine, parts.store, noun, { caller }, idOf(request), Object.fromEntries(query))
    return send(reply, { status: 204, body: '' })
  }
}

function commandRoute(parts: ApiParts, noun: Noun, command: Command): Handler {
  const { returns } = command
  const shown = typeof returns === 'object' && 'noun' in returns ? parts.engine.registry.get(returns.noun) : noun
  const is_joined = typeof returns === 'object' && 'meanwhile' in returns
  const { takes } = command
  const expects = { resource: noun.resource, fields: command.input ?? {}, marks: /P|^R$/ }
  const isRead = command.method === 'GET'
  return writeRoute(
    parts,
    shown,
    { status: 200, is_joined, isRead, takes, expects },
    async (actor, { id, ...request }) => {
      const key = command.on === 'one' ? id : null
      const result = await runCommand(parts.engine, parts.store, noun, command, actor, { key, ...request })
      const shown = isRead ? present : presentStored
      return commandResponse(parts.engine, noun.resource, actor.caller, result, request.query.expand, shown)
    },
  )
}

interface WriteRequest {
  id: string
  /** Parameters of the query, and of the path beside the id. */
  query: Record<string, string>
  body: unknown
  uploads: Upload[]
  is_async: boolean
}

interface Writes {
  /** Of the response once a record is stored. */
  status: 200 | 201
  is_joined?: boolean
  /** Whether it changes nothing, so that HEAD is answered as GET is. */
  isRead?: boolean
  /** The files that may come with it. */
  takes?: FileField | undefined
  expects: Expected
}

/**
 * Identifies the caller, reads the body, and runs `work` at most once per Idempotency-Key. Wrong expands are refused
 * before `work`: a payment must not be refused after it was made.
 */
function writeRoute(
  parts: ApiParts,
  { resource }: Noun,
  { status, is_joined = false, isRead = false, takes, expects }: Writes,
  work: (actor: Actor, request: WriteRequest) => Promise<HttpResponse>,
): Handler {
  return async (request, reply) => {
    const pairs = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, pairs))
    const place = isRead ? await parts.unread.place(caller.root_id, FILE_BYTES, reply.raw) : undefined
    const body = await readBody(request, takes !== undefined)
    permitExpands(parts.engine, caller, resource, expandNames(resource, lastOf(pairs, 'expand')))
    const { id: _, ...named } = request.params as Record<string, string>
    const query = { ...Object.fromEntries(pairs), ...named }
    const is_async = /(^|[,\s])respond-async\b/i.test(String(request.headers.prefer ?? ''))
    const run = (claim: string | null): Promise<HttpResponse> =>
      work({ caller, claim }, { id: idOf(request), query, is_async, ...body }).catch(error => {
        throw withHints(error, expects, body.body)
      })
    const key = request.headers['idempotency-key']
    if (place) {
      const made = await run(null)
      place.takes(Buffer.isBuffer(made.raw) ? made.raw.length : made.body.length)
      return send(reply, made)
    }
    if (typeof key !== 'string' || key === '') return send(reply, await run(null))
    const { expand } = query
    const keyed = {
      key,
      request: fingerprintText(request, pairs),
      noun: resource.name,
      status,
      is_async,
      expand,
      is_joined,
    }
    return send(reply, await idempotentRequest(parts, caller, keyed, body, run, request.log))
  }
}

/**
 * Returns what tells one request from another beside its body: the query can name the record. Credentials do not count.
 */
function fingerprintText(request: FastifyRequest, pairs: Query): string {
  const parameters = pairs.filter(([name]) => !CREDENTIALS.has(name))
  return `${request.method} ${request.url.split('?', 1)[0]} ${JSON.stringify(parameters)}`
}

async function writtenResponse(
  { engine, store }: ApiParts,
  { resource, rules }: Noun,
  { caller }: Actor,
  { row, is_new, ignored }: Written,
  expand: string | undefined,
): Promise<HttpResponse> {
  const record = await presentStored(engine, caller, resource, row, expand)
  const told = is_new && rules.create?.hints?.(row as never, engine.clock.seconds(), store.reader(caller))
  // The record is stored: a caller who got an error would send the request again.
  const hints = (await Promise.resolve(told).catch(() => [])) || []
  const headers = ignored.length + hints.length > 0 ? ignoredHeaders(resource.fields, ignored, hints) : undefined
  const response = jsonResponse({ [resource.name]: record }, is_new ? 201 : 200, headers)
  return { ...response, ...openness(engine, resource, row, record) }
}
