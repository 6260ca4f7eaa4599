import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Returns whether a request carries the secret. Digests are compared, so that the time reveals neither content nor
 * length.
 */
export function isAuthorized(request: IncomingMessage, secret: string): boolean {
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${secret}`))
}

/** Returns the body as JSON; null when it is none. Throws when it exceeds `limit` bytes. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
