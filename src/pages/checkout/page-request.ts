import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../lib/problem.ts'
import { pageHeaders } from '../headers.ts'
import type { Answer } from './checkout.ts'

const LARGEST_FORM = 16 * 1024

/** Makes this plugin's scope one of pages: submitted forms are read as URLSearchParams and nothing else is read; what fails is answered with a page. */
export function pageScope(
  app: FastifyInstance,
  failed: (request: FastifyRequest, status: number) => Answer,
  https: () => boolean,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
    if (status >= 500) request.log.error({ name: error.name, stack: error.stack }, 'a hosted page failed')
    return sendAnswer(reply, failed(request, Math.min(status, 500)), https())
  })
}

/** Sends a document or a redirect with the headers of every hosted page. */
export function sendAnswer(reply: FastifyReply, answer: Answer, https: boolean): FastifyReply {
  const { status, document, location, retry_after, refresh, framed_by } = answer
  reply.code(status).headers(pageHeaders({ https, ...(framed_by ? { framed_by } : {}) }))
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
  if (refresh !== undefined) reply.header('refresh', `${refresh.seconds}; url=${refresh.url}`)
  if (location !== undefined) return reply.header('location', location).send('')
  return reply.type('text/html; charset=utf-8').send(document)
}

export function queryText(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}

export function queryId(request: FastifyRequest, name: string): string | null {
  return identifier(queryText(request, name) ?? '')
}

/** Contract 2.1: 24 to 36 characters; nothing else is worth a look-up. */
export function identifier(text: string): string | null {
  return /^[0-9a-fA-F-]{24,36}$/.test(text) ? text : null
}
