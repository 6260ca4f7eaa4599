import type { FastifyInstance } from 'fastify'
import { onLane } from '../db/lanes.ts'
import { storedLogo } from '../resources/branding_domain/uploaded-logo.ts'

/**
 * Serves the pictures that merchants have uploaded, to anybody who has the address: pages and mails have it. It has the
 * hash of the content in it, so it is kept for good, and what was stored is never shown as anything but a picture.
 */
export async function logoRoutes(
  app: FastifyInstance,
  { db }: { db: Parameters<typeof storedLogo>[0] },
): Promise<void> {
  app.addHook('preHandler', (_request, _reply, done) => onLane('pages', done))
  app.get<{ Params: { name: string } }>('/logos/:name', async (request, reply) => {
    const stored = await storedLogo(db, `/logos/${request.params.name}`)
    if (!stored) return reply.callNotFound()
    return reply.headers({ ...HEADERS, 'content-type': stored.content_type }).send(stored.content)
  })
}

/** Web mail shows it on pages of its own, so another origin may. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}
