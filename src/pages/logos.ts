import type { FastifyInstance } from 'fastify'
import { onLane } from '../db/lanes.ts'

interface Sql {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
}

const NAME = /^([0-9a-f]{40})\.(?:png|jpg|webp)$/

/** Two merchants may have uploaded the same picture, and the address says which one it is. */
const STORED = 'select content_type, content from logo where id = $1 limit 1'

interface Stored {
  content_type: string
  content: Buffer
}

async function storedLogo(db: Sql, name: string): Promise<Stored | null> {
  const [, id] = NAME.exec(name) ?? []
  const [stored] = id ? await db.query<Stored>(STORED, [id]) : []
  return stored ?? null
}

/** Returns the picture at an address of this gateway as `data:image/…`, or null where none is stored. */
export async function logoData(db: Sql, address: string): Promise<string | null> {
  const stored = await storedLogo(db, address.replace(/^\/logos\//, ''))
  return stored && `data:${stored.content_type};base64,${stored.content.toString('base64')}`
}

/**
 * Serves the pictures that merchants have uploaded, to anybody who has the address: pages and mails have it. It has the
 * hash of the content in it, so it is kept for good, and what was stored is never shown as anything but a picture.
 */
export async function logoRoutes(app: FastifyInstance, { db }: { db: Sql }): Promise<void> {
  app.addHook('preHandler', (_request, _reply, done) => onLane('pages', done))
  app.get<{ Params: { name: string } }>('/logos/:name', async (request, reply) => {
    const stored = await storedLogo(db, request.params.name)
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
