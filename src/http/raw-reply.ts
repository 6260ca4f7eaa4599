import { createHash } from 'node:crypto'
import type { Reply } from './api.ts'

interface Raw {
  raw: Buffer
  content_type: string
  filename: string
  shown?: { seconds: number }
}

/** An answer that is not JSON. Browsers save it; what is made to be shown may be shown, and be asked for again by its tag. */
export function rawReply({ raw, content_type, filename, shown }: Raw): Reply {
  const name = encodeURIComponent(filename)
  const headers: Record<string, string> = {
    'content-type': content_type,
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    // An image can be a document too: opened by itself it runs nothing and loads nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  if (shown) {
    headers['cache-control'] = `private, max-age=${shown.seconds}`
    headers.etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  }
  return { status: 200, body: '', raw, headers }
}

/** Whether who asks has this very answer already (RFC 9110, If-None-Match). */
export function isKnown(asked: string | undefined, etag: string | undefined): boolean {
  if (!asked || !etag) return false
  return asked.trim() === '*' || asked.split(',').some(each => each.trim().replace(/^W\//, '') === etag)
}
