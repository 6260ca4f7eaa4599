import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { FileResult } from '../definition/command.ts'

/** A finished response before it is written to the socket. */
export interface HttpResponse {
  status: number
  /** JSON text, or empty. */
  body: string
  headers?: Record<string, string>
  /** Takes the place of `body` where the response is not JSON. */
  raw?: Buffer
  /** It holds a credential, so it is stored encrypted. */
  secret?: boolean
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse {
  return { status, body: JSON.stringify(value), headers }
}

export function send(reply: FastifyReply, { status, body, raw, headers }: HttpResponse): FastifyReply {
  reply.code(status)
  if (headers) reply.headers(headers)
  if (isCached(reply.request.headers['if-none-match'], headers?.etag)) return reply.code(304).send()
  if (raw) return reply.send(raw)
  if (status === 204) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** Returns a response that is not JSON: a download, or something to show that can be validated by its ETag. */
export function fileResponse({ content: raw, content_type, filename, inline }: FileResult): HttpResponse {
  const name = encodeURIComponent(filename)
  const headers: Record<string, string> = {
    'content-type': content_type,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    // An SVG image is a document: opened by itself it must run nothing and load nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  if (inline) {
    headers['cache-control'] = `private, max-age=${inline.seconds}`
    headers.etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  }
  return { status: 200, body: '', raw, headers }
}

/** Whether the client has this response already (RFC 9110, If-None-Match). */
function isCached(if_none_match: string | undefined, etag: string | undefined): boolean {
  if (!if_none_match || !etag) return false
  return if_none_match.trim() === '*' || if_none_match.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}
