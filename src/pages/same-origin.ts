import type { FastifyRequest } from 'fastify'

/**
 * Whether a submitted form comes from a page of ours. Browsers that say so with Sec-Fetch-Site decide it; for older ones the Origin is
 * compared with the public address and with the host that was asked. An absent or `null` origin passes: our pages send no referrer, which
 * makes such browsers write `null`, and no cookie or other standing authority could be abused by it.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (typeof site === 'string') return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined || origin === 'null') return true
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.host}`
}
