import { acceptsSignature } from '../../auth/authenticators/hmac.ts'
import type { Refused } from '../../definition/command.ts'
import type { JsonSchema } from '../../definition/kind.ts'
import type { Noun } from '../../definition/noun.ts'
import type { Resource } from '../../definition/resource.ts'
import { bodyOf } from './body-schema.ts'
import { componentName, inWords, operationComponent, operationId } from './names.ts'
import {
  expandParameters,
  furtherParameters,
  listParameters,
  ownQuery,
  type Parameter,
  pathParameters,
  shared,
} from './parameters.ts'
import { reference } from './record-schema.ts'
import { filesOf, jsonContent, listContent, otherContent, refusals } from './responses.ts'
import { isOnOne, type Route } from './routes.ts'
import { securityWithSignature } from './security.ts'
import { withArticle } from './words.ts'

/** An Operation Object of OpenAPI 3.1. */
export type Operation = Record<string, unknown>

/** What every request below /v2 may be refused with. */
const ALWAYS = [400, 401, 403, 405, 429, 500, 503]
/** What a request that may have a body may be refused with besides. */
const WITH_BODY = [409, 413, 415, 422]

/** Returns the description of one endpoint; `headers` are those of every write request. */
export function operationOf(route: Route, headers: readonly Parameter[] = []): Operation {
  const { noun, method } = route
  const { summary, description, parameters: own, responses, statuses } = partsOf(route)
  const keyed = method === 'POST' || method === 'PUT' ? [shared('idempotency_key'), ...headers] : []
  const path = [...(isOnOne(route) ? pathParameters(noun.resource) : []), ...furtherParameters(route.path)]
  const parameters = [...path, ...own, ...keyed]
  const body = bodyOf(route)
  const refused = new Set([...ALWAYS, ...(method === 'GET' ? [] : WITH_BODY), ...statuses])
  return {
    operationId: operationId(route),
    tags: [noun.resource.plural],
    summary,
    description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: { ...responses, ...refusals(...[...refused].toSorted()) },
    ...(acceptsSignature(route.path) ? { security: securityWithSignature } : {}),
  }
}

interface Parts {
  summary: string
  description: string
  parameters: Parameter[]
  /** The successful ones. */
  responses: Record<number, unknown>
  /** Refusals beside those that every request with such a body may meet. */
  statuses: readonly number[]
}

function partsOf(route: Route): Parts {
  return route.command ? commandParts(route, route.command) : generic[route.right](route.noun)
}

const generic: Record<Route['right'], (noun: Noun) => Parts> = {
  create({ resource, operations }) {
    // Only a resource's own create operation can find that the record exists already.
    const known = operations.create
      ? { 200: jsonContent('The record existed already and is returned as it is now.', one(resource), true) }
      : {}
    return {
      summary: `Create ${withArticle(resource.name)}`,
      description: described(resource, 'Creates the record and returns it.'),
      parameters: expandParameters(resource),
      responses: { ...known, 201: jsonContent('The record as it was created.', one(resource), true) },
      statuses: [],
    }
  },
  list(noun) {
    const { resource } = noun
    return {
      summary: `List ${resource.plural}`,
      description: described(
        resource,
        'Returns one page of the records that match the filters, or with `_format` all of them as a file.',
      ),
      parameters: listParameters(noun),
      responses: { 200: listContent('One page of records.', reference(`${componentName(resource)}List`)) },
      statuses: [422],
    }
  },
  read({ resource }) {
    return {
      summary: `Get ${withArticle(resource.name)}`,
      description: described(resource, 'Returns one record.'),
      parameters: expandParameters(resource),
      responses: { 200: jsonContent('The record.', one(resource), false) },
      statuses: [404, 422],
    }
  },
  update({ resource }) {
    return {
      summary: `Change ${withArticle(resource.name)}`,
      description: described(resource, 'Changes the fields that are sent and leaves all others as they are.'),
      parameters: expandParameters(resource),
      responses: { 200: jsonContent('The record after the change.', one(resource), true) },
      statuses: [404],
    }
  },
  remove({ resource }) {
    return {
      summary: `Delete ${withArticle(resource.name)}`,
      description: described(resource, 'Deletes the record; afterwards it is 404.'),
      parameters: [],
      responses: { 204: { description: 'Deleted.' } },
      statuses: [404, 409, 422],
    }
  },
}

function described({ about }: Resource, does: string): string {
  return about ? `${does}\n\n${about[1]}` : does
}

const STATUS_OF: Readonly<Record<Refused, number>> = { missing: 404, conflict: 409, invalid: 422, unavailable: 503 }

function commandParts(route: Route, command: NonNullable<Route['command']>): Parts {
  const { resource } = route.noun
  const { returns, query = {}, says, refuses = [] } = command
  const waits = typeof returns === 'object' && 'meanwhile' in returns ? [shared('prefer')] : []
  return {
    summary: inWords(operationId(route)),
    description: says,
    parameters: [...ownQuery(query), ...waits, ...(returns === 'record' ? expandParameters(resource) : [])],
    responses: commandResponses(route, command),
    statuses: [400, ...(isOnOne(route) ? [404] : []), 409, 422, ...refuses.map(each => STATUS_OF[each])],
  }
}

/** Returns the successful responses of a command, by status. */
function commandResponses(route: Route, { returns, method }: NonNullable<Route['command']>): Record<number, unknown> {
  const isWrite = method !== 'GET'
  if (returns === 'nothing') return { 204: { description: 'Done; the response is empty.' } }
  if (returns === 'record') {
    return { 200: jsonContent(isWrite ? 'The record after it.' : 'The record.', one(route.noun.resource), isWrite) }
  }
  if ('content_types' in returns) {
    const same = { description: 'It is what the sender has already: its `ETag` came back in `If-None-Match`.' }
    return { 200: otherContent('The result.', returns.content_types), ...(returns.inline ? { 304: same } : {}) }
  }
  if ('schema' in returns) {
    const result = jsonContent('The result.', reference(operationComponent(route, 'Result')), isWrite)
    return { 200: returns.also ? { ...result, 'x-files': filesOf(returns.also) } : result }
  }
  const { meanwhile } = returns
  const schema = returns.many ? reference(`${componentName({ name: returns.noun })}List`) : one({ name: returns.noun })
  const later = meanwhile
    ? {
        202: jsonContent(
          'The work in progress, where Prefer: respond-async was sent.',
          one({ name: meanwhile }),
          isWrite,
        ),
      }
    : {}
  const description = `${returns.many ? 'Records' : 'The record'} it is about.`
  return { ...later, [returns.state === 'created' ? 201 : 200]: jsonContent(description, schema, isWrite) }
}

/** Returns the schema of a body that holds one record. */
function one(resource: Pick<Resource, 'name'>): JsonSchema {
  const properties = { [resource.name]: reference(componentName(resource)) }
  return { type: 'object', required: [resource.name], properties }
}

/** Returns the schema of one page of a list. */
export function listSchema(resource: Resource): JsonSchema {
  const { plural } = resource
  const records = { type: 'array', description: 'The records of the page.', items: reference(componentName(resource)) }
  return { type: 'object', required: [plural, 'meta'], properties: { [plural]: records, meta: reference('Meta') } }
}
