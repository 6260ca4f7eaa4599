import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { inTurn, onLane, ownedAsNow } from '../db/lanes.ts'
import type { FileResult } from '../definition/command.ts'

/** A finished response before it is written to the socket. */
export interface HttpResponse {
  status: number
  /** JSON text, or empty. */
  body: string
  headers?: Record<string, string>
  /** Takes the place of `body` where the response is not JSON. */
  raw?: Buffer | Readable
  /** It holds a credential, so it is stored encrypted. */
  secret?: boolean
  /** The address of the record it shows, where what became of that is not known yet: the response is not final. */
  open?: string
}

export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse {
  return { status, body: JSON.stringify(value), headers }
}

const JSON_TYPE = 'application/json; charset=utf-8'

export function send(reply: FastifyReply, { status, body, raw, headers }: HttpResponse): FastifyReply {
  reply.code(status)
  if (headers) reply.headers(headers)
  if (isCached(reply.request.headers['if-none-match'], headers?.etag)) return reply.code(304).send()
  if (status === 204) return reply.send()
  if (!raw) reply.header('content-type', JSON_TYPE)
  return inPieces(reply, raw ?? body)
}

const PIECE = 64 * 1024
/** What is no larger leaves by one write, which is faster: a page of 25 records with two expands is smaller. */
const WHOLE = 2 * PIECE

/** Sends what is large in pieces, so that it shows whether its reader takes them. A buffer is shared by its readers. */
export function inPieces(reply: FastifyReply, content: string | Buffer | Readable): FastifyReply {
  if (content instanceof Readable || content.length <= WHOLE) return reply.send(content)
  const whole = Buffer.isBuffer(content) ? content : Buffer.from(content)
  reply.header('content-length', whole.length)
  return reply.send(leaving([whole]))
}

/**
 * Returns a response of so many bytes of JSON. Bytes are made as they leave: those of a whole page would be memory that
 * is not collected until there is a lot of it, since it is not on the heap.
 */
export function jsonInPieces(texts: Iterable<string>, bytes: number): HttpResponse {
  const headers = { 'content-type': JSON_TYPE, 'content-length': String(bytes) }
  return { status: 200, body: '', raw: leaving(texts), headers }
}

/** Other work gets on between two pieces: a reader as fast as this process would take all of them in one turn. */
function leaving(contents: Iterable<string | Buffer>): Readable {
  return Readable.from(oneInATurn(contents), { objectMode: false, highWaterMark: 1 })
}

async function* oneInATurn(contents: Iterable<string | Buffer>): AsyncGenerator<Buffer> {
  for (const content of contents)
    for (const piece of piecesOf(Buffer.isBuffer(content) ? content : Buffer.from(content))) {
      yield piece
      await turn()
    }
}

function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE)
}

/** Returns a response that is not JSON: a download, or something to show that can be validated by its ETag. */
export function fileResponse({ content, content_type, filename, inline }: FileResult): HttpResponse {
  const raw = Buffer.isBuffer(content) ? content : streamOf(content)
  const place = `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename ?? '')}`
  const headers: Record<string, string> = {
    'content-type': content_type,
    ...(filename === undefined ? {} : { 'content-disposition': place }),
    'x-content-type-options': 'nosniff',
    // An SVG image is a document: opened by itself it must run nothing and load nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  if (inline && Buffer.isBuffer(raw)) {
    headers['cache-control'] = `private, max-age=${inline.seconds}`
    headers.etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  }
  return { status: 200, body: '', raw, headers }
}

/**
 * Returns a stream of texts that are made one after another as its reader takes them; `first` is one that is made
 * already. A failure breaks the connection, so that an incomplete response never looks complete. A reader who leaves
 * ends the making, also where none of it was read: the ids of a large list are in a file, which is closed then.
 */
export function streamOf(texts: Texts, first?: IteratorResult<string | Uint8Array>): Readable {
  const stream = Readable.from(onLists(texts, ownedAsNow(), first), { objectMode: false })
  return stream.once('close', () => void texts.return(undefined).catch(() => {}))
}

type Texts = AsyncGenerator<string | Uint8Array>

/** The reader of the stream asks for each text, so whose it is has to be said again. */
async function* onLists(
  texts: Texts,
  owned: <T>(work: () => T) => T,
  first: IteratorResult<string | Uint8Array> | undefined,
): AsyncGenerator<Buffer> {
  for (let next = first; ; next = undefined) {
    next ??= await owned(() => onLane('lists', () => inTurn(() => texts.next())))
    if (next.done) return
    yield* piecesOf(Buffer.from(next.value))
  }
}

/** Whether the client has this response already (RFC 9110, If-None-Match). */
function isCached(if_none_match: string | undefined, etag: string | undefined): boolean {
  if (!if_none_match || !etag) return false
  return if_none_match.trim() === '*' || if_none_match.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}
