import type { JsonSchema } from '../../definition/kind.ts'
import { ERROR_NAMES, IGNORED_FIELDS_HEADER } from '../conventions.ts'
import { reference } from './record-schema.ts'

type Response = Record<string, unknown>

/** What each status of a refusal means here, for people; also the list of those that can come at all. */
export const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body cannot be read at all.',
  401: 'The developer-id or the credentials are missing or wrong.',
  403: 'The user is known but may not do this.',
  404: 'There is no such record for this caller; records of other merchants are answered the same way.',
  405: 'The path does not offer this method; the Allow header names those it does.',
  409: 'The state of the record does not allow it, or a request with this Idempotency-Key is still running.',
  413: 'The body is too large.',
  422: 'A value does not fit. Every failing field is named at once.',
  429: 'Too many requests or tries; Retry-After says after how many seconds there is room again.',
  500: 'A fault on our side. Nothing is told about it here.',
  503: 'What it takes, as a device or a processor, cannot be reached at the moment.',
}

/** Refusals whose body names fields. */
const BY_FIELD = [409, 422]

export const sharedSchemas: Record<string, JsonSchema> = {
  errors: {
    type: 'object',
    description: 'What does not fit, as texts by field.',
    required: ['errors'],
    properties: {
      errors: { type: 'object', additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } } },
    },
    examples: [{ errors: { title: ['Title cannot be blank.'] } }],
  },
  problem: {
    type: 'object',
    required: ['name', 'message', 'code', 'status'],
    properties: {
      name: { type: 'string' },
      message: { type: 'string' },
      code: { type: 'integer' },
      status: { type: 'integer' },
    },
    examples: [{ name: ERROR_NAMES[404], message: 'The requested record does not exist.', code: 0, status: 404 }],
  },
  meta: {
    type: 'object',
    required: ['pagination', 'sort'],
    properties: {
      pagination: {
        type: 'object',
        required: ['links', 'totalCount', 'pageCount', 'currentPage', 'perPage'],
        properties: {
          links: {
            type: 'object',
            required: ['self'],
            properties: { self: reference('link'), next: reference('link'), last: reference('link') },
          },
          totalCount: { type: 'integer', description: 'All records that match.' },
          pageCount: { type: 'integer' },
          currentPage: { type: 'integer' },
          perPage: { type: 'integer' },
        },
      },
      sort: {
        type: 'object',
        required: ['attributes'],
        properties: { attributes: { type: 'object', additionalProperties: { type: 'string', enum: ['asc', 'desc'] } } },
      },
    },
  },
  link: { type: 'object', required: ['href'], properties: { href: { type: 'string', format: 'uri' } } },
}

export const sharedHeaders: Record<string, unknown> = {
  ignored_fields: {
    description: 'Names the body held and nobody read: system fields, unknown fields.',
    schema: { type: 'string' },
  },
  idempotency_hit: {
    description: 'True when this is the stored answer to the Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** Every refusal as a named response. */
export const sharedResponses: Record<string, Response> = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, description]) => {
    const schema = BY_FIELD.includes(Number(status)) ? fieldErrors(Number(status)) : reference('problem')
    return [`refused_${status}`, { description, content: json(schema) }]
  }),
)

/** The refusals an operation can meet, by status. */
export function refusals(...statuses: number[]): Record<string, Response> {
  return Object.fromEntries(statuses.map(status => [status, { $ref: `#/components/responses/refused_${status}` }]))
}

/** An answer with a body of this shape. Writes tell what they ignored and whether the answer is a stored one. */
export function answer(description: string, schema: JsonSchema, isWrite: boolean): Response {
  return { description, ...(isWrite ? { headers: writeHeaders } : {}), content: json(schema) }
}

/** A page, or the file that `_format` asks for. */
export function listAnswer(description: string, schema: JsonSchema): Response {
  const file = { schema: { type: 'string' } }
  return { description, content: { ...json(schema), 'text/csv': file, 'text/tab-separated-values': file } }
}

/** An answer that is not JSON. */
export function otherAnswer(description: string, types: readonly string[]): Response {
  return { description, content: Object.fromEntries(types.map(type => [type, {}])) }
}

const writeHeaders = {
  [IGNORED_FIELDS_HEADER]: { $ref: '#/components/headers/ignored_fields' },
  'idempotency-hit': { $ref: '#/components/headers/idempotency_hit' },
}

/** A key that is still in use is a 409 without a field. */
function fieldErrors(status: number): JsonSchema {
  return status === 409 ? { anyOf: [reference('errors'), reference('problem')] } : reference('errors')
}

function json(schema: JsonSchema): Record<string, unknown> {
  return { 'application/json': { schema } }
}
