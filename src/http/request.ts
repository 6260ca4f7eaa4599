import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../auth/identify.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs when the request has succeeded, before it is answered. */
    onSuccess: (() => void) | null
  }
}

export type Query = readonly [string, string][]

/** The query in the order it was sent. */
export function queryOf(request: FastifyRequest): Query {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1))]
}

/** What the authentication methods look at. */
export function credentialsOf(request: FastifyRequest, query: Query): Credentials {
  return {
    path: (request.raw.url ?? '').split('?', 1)[0]!,
    verb: request.method,
    onSuccess: run => {
      request.onSuccess = run
    },
    address: request.ip,
    header: name => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    parameter: name => query.find(([key]) => key === name)?.[1],
  }
}
