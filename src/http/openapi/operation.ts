import { acceptsSignature } from '../../auth/authenticators/hmac.ts'
import type { Command, Refused } from '../../definition/command.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import { commandBody, createBody, updateBody } from './body-schema.ts'
import {
  expandParameters,
  furtherParameters,
  listParameters,
  type Parameter,
  pathParameters,
  query,
  shared,
} from './parameters.ts'
import { reference } from './record-schema.ts'
import { jsonContent, listContent, otherContent, refusals } from './responses.ts'
import { isOnOne, type Route } from './routes.ts'
import { securityWithSignature } from './security.ts'

/** An Operation Object of OpenAPI 3.1. */
export type Operation = Record<string, unknown>

/** Returns the description of one endpoint; `headers` are those of every write request. */
export function operationOf(route: Route, headers: readonly Parameter[] = []): Operation {
  const { noun, command, method } = route
  const made = command ? commandOperation(noun, command, isOnOne(route)) : generic[route.right](noun)
  const keyed = method === 'POST' || method === 'PUT' ? [shared('idempotency_key'), ...headers] : []
  const path = [...(isOnOne(route) ? pathParameters(noun.resource) : []), ...furtherParameters(route.path)]
  const parameters = [...path, ...((made.parameters as Parameter[] | undefined) ?? []), ...keyed]
  return {
    operationId: operationId(route),
    tags: [noun.resource.plural],
    ...made,
    responses: { ...(made.responses as object), ...refusals(429) },
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(acceptsSignature(route.path) ? { security: securityWithSignature } : {}),
  }
}

/** Returns `createTag`, `listTags`, `reopenQuickinvoice`: unique, and a valid name of a function. */
function operationId({ noun, right, command, method, path }: Route): string {
  const { name, plural } = noun.resource
  if (!command && right === 'update' && method === 'POST') return `actOn${capital(name)}`
  if (!command) return right === 'list' ? `list${capital(plural)}` : `${right}${capital(name)}`
  // Two commands may share a path and differ by method only: one reads something, the other changes it.
  const double = noun.commands.filter(each => each.name === command.name).length > 1
  return `${command.name}${capital(path.includes('/{id}') ? name : plural)}${double ? capital(method.toLowerCase()) : ''}`
}

const generic: Record<Route['right'], (noun: Noun) => Operation> = {
  create(noun) {
    const { resource, operations } = noun
    // Only a resource's own create operation can find that the record exists already.
    const known = operations.create
      ? { 200: jsonContent('The record existed already and is returned as it is now.', one(noun), true) }
      : {}
    return {
      summary: `Create a ${resource.name}`,
      parameters: expandParameters(resource),
      requestBody: createBody(noun),
      responses: {
        201: jsonContent('The record as it was created.', one(noun), true),
        ...known,
        ...refusals(400, 401, 403, 409, 413, 415, 422, 500),
      },
    }
  },
  list(noun) {
    const { resource } = noun
    const page = listOf(resource.name, resource.plural)
    return {
      summary: `List ${resource.plural}`,
      parameters: listParameters(noun),
      responses: {
        200: listContent('One page of records, or all of them as a file.', page),
        ...refusals(401, 403, 422, 500),
      },
    }
  },
  read(noun) {
    return {
      summary: `Read a ${noun.resource.name}`,
      parameters: expandParameters(noun.resource),
      responses: { 200: jsonContent('The record.', one(noun), false), ...refusals(401, 403, 404, 422, 500) },
    }
  },
  update(noun) {
    return {
      summary: `Change a ${noun.resource.name}`,
      parameters: expandParameters(noun.resource),
      requestBody: updateBody(noun.resource),
      responses: {
        200: jsonContent('The record after the change.', one(noun), true),
        ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 500),
      },
    }
  },
  remove(noun) {
    return {
      summary: `Delete a ${noun.resource.name}`,
      responses: { 204: { description: 'Deleted.' }, ...refusals(401, 403, 404, 409, 415, 422, 500) },
    }
  },
}

const STATUS_OF: Readonly<Record<Refused, number>> = { missing: 404, conflict: 409, invalid: 422, unavailable: 503 }

function commandOperation(noun: Noun, command: Command, isOne: boolean): Operation {
  const body = commandBody(noun.resource, command)
  const names = Object.entries(command.query ?? {}).map(([name, says]) => query(name, { type: 'string' }, says))
  const met = [
    ...new Set([
      400,
      401,
      403,
      ...(isOne ? [404] : []),
      409,
      422,
      ...(command.method === 'GET' ? [] : [413, 415]),
      500,
      ...(command.refuses ?? []).map(each => STATUS_OF[each]),
    ]),
  ]
  const waits = typeof command.returns === 'object' && 'meanwhile' in command.returns ? [shared('prefer')] : []
  return {
    summary: command.says,
    parameters: [...names, ...waits, ...(command.returns === 'record' ? expandParameters(noun.resource) : [])],
    ...(body ? { requestBody: body } : {}),
    responses: { ...commandResponses(noun, command), ...refusals(...met.toSorted()) },
  }
}

/** Returns the successful responses of a command, by status. */
function commandResponses(noun: Noun, { returns, method }: Command): Record<string, unknown> {
  const isWrite = method !== 'GET'
  if (returns === 'nothing') return { 204: { description: 'Done; the response is empty.' } }
  if (returns === 'record') {
    return { 200: jsonContent(isWrite ? 'The record after it.' : 'The record.', one(noun), isWrite) }
  }
  if ('content_types' in returns) return { 200: otherContent('The result.', returns.content_types) }
  if ('schema' in returns) {
    const result = jsonContent('The result.', returns.schema, isWrite)
    const also = Object.fromEntries((returns.also ?? []).map(type => [type, { schema: { type: 'string' } }]))
    return { 200: { ...result, content: { ...(result.content as object), ...also } } }
  }
  const schema = returns.many ? listOf(returns.noun) : wrapped(returns.noun)
  const { meanwhile } = returns
  const later = meanwhile
    ? { 202: jsonContent('The work in progress, where Prefer: respond-async was sent.', wrapped(meanwhile), isWrite) }
    : {}
  return {
    ...later,
    [returns.state === 'created' ? 201 : 200]: jsonContent(
      `${returns.many ? 'Records' : 'The record'} it is about.`,
      schema,
      isWrite,
    ),
  }
}

function one({ resource }: Noun): JsonSchema {
  return wrapped(resource.name)
}

function wrapped(name: string): JsonSchema {
  return { type: 'object', required: [name], properties: { [name]: reference(name) } }
}

function listOf(name: string, plural = `${name}s`): JsonSchema {
  const records = { type: 'array', items: reference(name) }
  return { type: 'object', required: [plural, 'meta'], properties: { [plural]: records, meta: reference('meta') } }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
