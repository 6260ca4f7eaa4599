import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Describes, describes } from '../../conformance/described-answers.ts'
import { openapi } from '../../src/http/openapi/openapi.ts'
import { errorPages } from '../../src/pages/docs/errors/error-pages.ts'
import { bareRegistry } from '../../tools/bare-registry.ts'
import { noteAnswer } from './server-faults.ts'

interface Answered {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** Made when the first answer comes: the same document for every gateway of a test. */
let describing: Describes | undefined
let pages: Set<string> | undefined

/** Returns where an answer is not as `/openapi.json` has it, and an explanation it promises that does not exist. */
export function undescribed(method: string, url: string, { status, headers, text }: Answered): string[] {
  describing ??= describes(openapi(bareRegistry(), { public_url: 'http://127.0.0.1:8080', version: '0' }))
  const body = parsed(text)
  const page = (body as { doc_url?: string } | null)?.doc_url?.split('/docs/errors/').at(-1)
  pages ??= new Set(errorPages().map(({ path }) => path))
  const lost = page === undefined || pages.has(page) ? [] : [`${method} ${url} ${status}: no page ${page}`]
  return [...lost, ...describing(method, url, { status, headers: headers as Record<string, string>, body })]
}

/**
 * Compares every response of a gateway with its OpenAPI description and records 5xx responses. A wrong response to an
 * injected request fails that call. Wrong responses over a socket are collected; the returned function asserts that
 * there are none.
 */
export function compareAnswers(http: FastifyInstance): () => void {
  const faults: string[] = []
  const inject = http.inject.bind(http) as (options: unknown) => ReturnType<FastifyInstance['inject']>
  http.inject = (async (options: string | { method?: string; url?: string | { pathname?: string } }) => {
    const answer = await inject(options)
    const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options
    const { statusCode: status, headers, body: text } = answer
    assert.equal(noteAnswer(method, String(url), status, text), null)
    if (typeof url !== 'string') return answer
    assert.deepEqual(undescribed(method, url, { status, headers, text }), [], 'an answer as /openapi.json has it')
    return answer
  }) as FastifyInstance['inject']
  http.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request
    readAnswer(response, (text, headers) => {
      noteAnswer(method, url, response.statusCode, text)
      faults.push(...undescribed(method, url, { status: response.statusCode, headers, text }))
    })
  })
  return () => assert.deepEqual(faults, [], 'answers as /openapi.json has them')
}

/** Gives the text and the headers of a response, once it was sent whole. */
function readAnswer(response: ServerResponse, take: (text: string, headers: Answered['headers']) => void): void {
  const chunks: Buffer[] = []
  const headers: Answered['headers'] = {}
  const { write, end, writeHead } = response
  const kept =
    (send: (...given: never[]) => unknown) =>
    (...given: unknown[]): unknown => {
      const [chunk] = given
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
      return Reflect.apply(send, response, given)
    }
  response.write = kept(write) as ServerResponse['write']
  response.end = kept(end) as ServerResponse['end']
  response.writeHead = ((...given: unknown[]) => {
    Object.assign(headers, response.getHeaders(), given.at(-1))
    return Reflect.apply(writeHead, response, given)
  }) as ServerResponse['writeHead']
  response.once('finish', () => take(Buffer.concat(chunks).toString(), headers))
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
