import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../auth/identify.ts'

/** What a request to a page identifies itself with, by the names of contract section 5. */
export function credentialsIn(request: FastifyRequest): Credentials {
  const query = request.query as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    path: request.url.split('?', 1)[0]!,
    verb: request.method,
    address: request.ip,
    header: name => text(request.headers[name]),
    parameter: name => text(query[name]),
    onSuccess: run => {
      request.onSuccess = run
    },
  }
}
