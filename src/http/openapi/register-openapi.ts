import type { FastifyInstance } from 'fastify'
import type { Registry } from '../../definition/registry.ts'
import { type OpenapiOptions, openapi } from './openapi.ts'

export interface OpenapiRouteOptions {
  registry: Registry
  version: string
  /** Asked at each request: the address is known only once the server listens. */
  publicUrl: () => string
  headers?: OpenapiOptions['headers']
}

/** Serves `GET /openapi.json`. The document is built at the first request and written again only when the public address changes. */
export function registerOpenapi(app: FastifyInstance, options: OpenapiRouteOptions): void {
  let written: { url: string; text: string } | null = null
  app.get('/openapi.json', async (_request, reply) => {
    const url = options.publicUrl()
    if (written?.url !== url) {
      const { registry, publicUrl: _, ...rest } = options
      written = { url, text: JSON.stringify(openapi(registry, { ...rest, public_url: url })) }
    }
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' })
      .send(written.text)
  })
}
