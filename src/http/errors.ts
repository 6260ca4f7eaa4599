import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../lib/problem.ts'
import { ERROR_NAMES } from './conventions.ts'

export interface ErrorAnswer {
  status: number
  body: string
  headers: Record<string, string>
}

/** The only place where an error becomes an answer: `{errors}` for input that does not fit, `{name, message, code, status}` for the rest. */
export function errorAnswer(error: unknown, log: FastifyBaseLogger): ErrorAnswer {
  if (error instanceof Refusal) return refusalAnswer(error)
  const status = statusOf(error)
  // The framework's own words quote the address, and with it credentials of the query.
  if (status === 414 || isBrokenAddress(error)) return plain(404, NOTHING_HERE)
  if (status < 500) return plain(status, SAID[status] ?? 'The request is broken.')
  log.error({ err: scrubbed(error) }, 'request failed')
  return plain(500, 'An internal server error occurred.')
}

export function plain(status: number, message: string, headers: Record<string, string> = {}): ErrorAnswer {
  const body = { name: ERROR_NAMES[status] ?? 'Error', message, code: 0, status }
  return { status, body: JSON.stringify(body), headers }
}

function refusalAnswer(refusal: Refusal): ErrorAnswer {
  if (!refusal.problems) return plain(refusal.status, refusal.message, refusal.headers)
  return { status: refusal.status, body: JSON.stringify({ errors: refusal.problems }), headers: refusal.headers }
}

/** What is said of requests that never reach an endpoint. */
const SAID: Record<number, string> = {
  413: 'The request body is too large.',
  415: 'This kind of body is not understood.',
}

export const NOTHING_HERE = 'There is nothing at this path.'

function isBrokenAddress(error: unknown): boolean {
  return (error as { code?: unknown })?.code === 'FST_ERR_BAD_URL'
}

/** Fastify's own errors (body too large, broken URL, …) carry a status below 500; everything else is ours to answer for. */
function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown })?.statusCode
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500
}

/** Database errors quote values in `detail` and parameters; the log keeps what locates the fault and nothing a caller sent. */
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
