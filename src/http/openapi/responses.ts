import type { JsonSchema } from '../../definition/kind.ts'
import { FORMATS_OF_FILES } from '../../exports/formats.ts'
import { ERROR_NAMES, HINTS_HEADER, IGNORED_FIELDS_HEADER } from '../conventions.ts'
import { reference } from './record-schema.ts'

type Response = Record<string, unknown>

/** What each status of a refusal means here. No other status is ever sent. */
export const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body cannot be read at all.',
  401: 'The developer-id or the credentials are missing or wrong.',
  403: 'The user is known but may not do this.',
  404: 'There is no such record for this caller; records of other merchants get the same response.',
  405: 'The path does not offer this method; the Allow header names those it does.',
  409: 'The state of the record does not allow it, or a request with this Idempotency-Key is still running.',
  413: 'The body is too large.',
  415: 'The body is not of application/json, nor a form with files where those are taken.',
  422: 'A value does not fit. Every failing field is named at once.',
  429: 'Too many requests or attempts; Retry-After gives the seconds to wait.',
  500: 'A fault of the gateway. The response gives no details.',
  503: 'The database, a device or a processor that is needed cannot be reached at the moment.',
}

/** Refusals whose body names fields. */
const BY_FIELD = [409, 422]

/** What every error may have beside its shape. */
const taught: Record<string, JsonSchema> = {
  hints: {
    type: 'array',
    minItems: 1,
    items: { type: 'string' },
    description: 'What was most likely meant: a wrapper or header that is missing, the right name of a misspelt field.',
  },
  request_id: { type: 'string', description: 'The request, as in the header x-request-id and in the log.' },
  doc_url: { type: 'string', format: 'uri', description: 'The page that explains this error.' },
}

export const sharedSchemas: Record<string, JsonSchema> = {
  Errors: {
    type: 'object',
    description: 'What is wrong, as messages by field.',
    required: ['errors'],
    properties: {
      errors: {
        type: 'object',
        description: 'Every failing field with all that is wrong with it, as sentences for people.',
        additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
      },
      ...taught,
    },
    examples: [{ errors: { title: ['Title cannot be blank.'] } }],
  },
  Problem: {
    type: 'object',
    description: 'Why a request was refused that no single field is to blame for.',
    required: ['name', 'message', 'code', 'status'],
    properties: {
      name: { type: 'string', description: 'The status in words.' },
      message: { type: 'string', description: 'What is wrong, for people.' },
      code: { type: 'integer', description: 'Always 0.' },
      status: { type: 'integer', description: 'The status of the response.' },
      ...taught,
    },
    examples: [{ name: ERROR_NAMES[404], message: 'The requested record does not exist.', code: 0, status: 404 }],
  },
  Meta: {
    type: 'object',
    description: 'Which page this is, and how the list is sorted.',
    required: ['pagination', 'sort'],
    properties: {
      pagination: {
        type: 'object',
        description: 'Which part of the list this is.',
        required: ['links', 'totalCount', 'pageCount', 'currentPage', 'perPage'],
        properties: {
          links: {
            type: 'object',
            description: 'This page, and the next and the last one where there are any.',
            required: ['self'],
            properties: { self: reference('Link'), next: reference('Link'), last: reference('Link') },
          },
          totalCount: { type: 'integer', description: 'All records that match.' },
          pageCount: { type: 'integer', description: 'Pages of this size that hold them.' },
          currentPage: { type: 'integer', description: 'The number of this page, counted from 1.' },
          perPage: { type: 'integer', description: 'Records of a full page.' },
        },
      },
      sort: {
        type: 'object',
        description: 'How the list is sorted.',
        required: ['attributes'],
        properties: {
          attributes: {
            type: 'object',
            description: 'The fields it is sorted by, the first one first.',
            additionalProperties: { type: 'string', enum: ['asc', 'desc'] },
          },
        },
      },
    },
  },
  Link: {
    type: 'object',
    description: 'A link.',
    required: ['href'],
    properties: { href: { type: 'string', format: 'uri', description: 'An address of the API.' } },
  },
}

export const sharedHeaders: Record<string, unknown> = {
  ignored_fields: {
    description: 'Fields of the body that were ignored: system fields, unknown fields.',
    schema: { type: 'string' },
  },
  hints: {
    description: 'Which fields ignored names most likely mean.',
    schema: { type: 'string' },
  },
  idempotency_hit: {
    description: 'True when this is the stored response to the Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** Every refusal as a named response. */
export const sharedResponses: Record<string, Response> = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, description]) => {
    const schema = BY_FIELD.includes(Number(status)) ? fieldErrors(Number(status)) : reference('Problem')
    return [`Refused${status}`, { description, content: json(schema) }]
  }),
)

/** Returns references to the refusals of an operation, by status. */
export function refusals(...statuses: number[]): Record<string, Response> {
  return Object.fromEntries(statuses.map(status => [status, { $ref: `#/components/responses/Refused${status}` }]))
}

/**
 * Returns a response with JSON of this schema. Those to writes have headers for ignored fields and stored responses.
 */
export function jsonContent(description: string, schema: JsonSchema, isWrite: boolean): Response {
  return { description, ...(isWrite ? { headers: writeHeaders } : {}), content: json(schema) }
}

/**
 * Returns the response of a list. The files of `_format` are described beside it, not among its contents: typed clients
 * take every content of a response for what any request may get, so that each page would be an object or a string.
 */
export function listContent(description: string, schema: JsonSchema): Response {
  return { description, content: json(schema), 'x-files': filesOf(FILE_TYPES) }
}

/** The files of lists, without parameters of their types. */
const FILE_TYPES = FORMATS_OF_FILES.map(({ content_type }) => content_type.split(';', 1)[0]!)

/** Returns the files of these types that a query may ask for in place of JSON. */
export function filesOf(types: readonly string[]): Record<string, unknown> {
  const file = { schema: { type: 'string', description: 'A header line, and a line for each record.' } }
  return Object.fromEntries(types.map(type => [type, file]))
}

/** Returns a response that is not JSON. */
export function otherContent(description: string, types: readonly string[]): Response {
  const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return { description, content: Object.fromEntries(types.map(type => [type, file])) }
}

const writeHeaders = {
  [IGNORED_FIELDS_HEADER]: { $ref: '#/components/headers/ignored_fields' },
  [HINTS_HEADER]: { $ref: '#/components/headers/hints' },
  'idempotency-hit': { $ref: '#/components/headers/idempotency_hit' },
}

/** A 409 names fields, or none where an Idempotency-Key is still in use. */
function fieldErrors(status: number): JsonSchema {
  return status === 409 ? { anyOf: [reference('Errors'), reference('Problem')] } : reference('Errors')
}

function json(schema: JsonSchema): Record<string, unknown> {
  return { 'application/json': { schema } }
}
