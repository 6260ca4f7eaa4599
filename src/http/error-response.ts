import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Refusal, Unavailable } from '../lib/problem.ts'
import { ERROR_NAMES, NOT_JSON } from './conventions.ts'
import { type HttpResponse, jsonResponse, send } from './response.ts'

/**
 * The only place where an error becomes a response: `{errors}` by field, or `{name, message, code, status}` for the
 * rest.
 */
export function errorResponse(error: unknown, log: Pick<FastifyBaseLogger, 'error'>): HttpResponse {
  if (error instanceof Refusal) return refusalResponse(error)
  if (error instanceof Unavailable) {
    log.error({ err: scrubbed(error.cause) }, 'the database cannot serve a request at the moment')
    return plainError(503, error.message, { 'retry-after': String(error.retry_after) })
  }
  const status = statusOf(error)
  // The framework's own message quotes the address, and with it credentials of the query.
  if (status === 414 || isMalformedUrl(error)) return plainError(404, NOTHING_HERE)
  if (status < 500) return plainError(status, MESSAGES[status] ?? 'The request is broken.')
  log.error({ err: scrubbed(error) }, 'request failed')
  return plainError(500, 'An internal server error occurred.')
}

/** The response to a refusal, which is never logged. */
export function refusalResponse({ status, message, problems, headers, hints }: Refusal): HttpResponse {
  const also = hints.length > 0 ? { hints } : {}
  const body = problems ? { errors: problems } : plainBody(status, message)
  return jsonResponse({ ...body, ...also }, status, headers)
}

export function plainError(status: number, message: string, headers: Record<string, string> = {}): HttpResponse {
  return jsonResponse(plainBody(status, message), status, headers)
}

function plainBody(status: number, message: string): object {
  return { name: ERROR_NAMES[status] ?? 'Error', message, code: 0, status }
}

/** Messages for requests that never reach an endpoint. */
const MESSAGES: Record<number, string> = {
  413: 'The request body is too large.',
  415: NOT_JSON,
}

export const NOTHING_HERE = 'There is nothing at this path.'

function isMalformedUrl(error: unknown): boolean {
  return (error as { code?: unknown })?.code === 'FST_ERR_BAD_URL'
}

/**
 * Fastify's own errors (body too large, malformed URL, …) carry a status below 500; all others are faults of the
 * product.
 */
function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown })?.statusCode
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500
}

/**
 * Database errors quote values in `detail` and parameters; the log keeps what locates the fault and nothing a caller
 * sent.
 */
function scrubbed(error: unknown): Record<string, unknown> {
  const { name, message, stack, code, constraint, table, column } = error as Record<string, unknown>
  const isDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return {
    type: name,
    message: isDatabase ? `database error ${code}` : message,
    stack: isDatabase ? undefined : stack,
    code,
    constraint,
    table,
    column,
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** The methods that a path has, with those that every path has. */
function offered(has: readonly string[]): string {
  return [...has, ...(has.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted().join(', ')
}

/** Lets a path respond to OPTIONS with the names of its methods, and to all others with 405 and those names. */
export function refuseOtherMethods(app: FastifyInstance, path: string, has: readonly string[]): void {
  const allow = has.toSorted().join(', ')
  app.options(path, async (_request, reply) => send(reply, { status: 204, body: '', headers: { allow: offered(has) } }))
  for (const method of METHODS.filter(each => !has.includes(each))) {
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      handler: async (_request, reply) => send(reply, plainError(405, 'This method is not offered here.', { allow })),
    })
  }
}
