import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queryOf } from '../src/http/request.ts'
import { send } from '../src/http/response.ts'
import { redact } from '../src/lib/redact.ts'
import { redactText } from '../src/lib/redact-text.ts'
import { redactUrl } from '../src/lib/redact-url.ts'
import { trimEnd } from '../src/lib/trim-end.ts'
import type { Clock } from '../src/ports/clock.ts'

/** A request that was answered, as a developer looks at it: without credentials and card numbers. */
export interface LoggedRequest {
  /** Counts up; what is asked for next begins behind the last one seen. */
  number: number
  /** When it came, in milliseconds of the sandbox's time. */
  at_ms: number
  method: string
  path: string
  status: number
  duration_ms: number
  request_id: string
  /** What was sent, as JSON; null without a body, and for files. */
  body: string | null
  /** The body of the answer where that is JSON. */
  answer: string | null
}

/** Its answer is kept as it was sent, and what must not be seen is left out when somebody looks at it. */
type KeptRequest = Omit<LoggedRequest, 'answer'> & { sent: string | null }

export interface RequestLog {
  /** Notes every request of integrators and payers. */
  attend(http: FastifyInstance): void
  /** Serves `GET /sandbox/requests`, with `since` those after that number. */
  serve(scope: FastifyInstance): void
  /** Returns the latest, newest first. */
  latest(most: number): LoggedRequest[]
  /** Returns the latest with this id. */
  find(request_id: string): LoggedRequest | undefined
}

/** The user agent of requests by which the console reads; they are not noted. */
export const READS_FOR_CONSOLE = 'tollgate-sandbox-console'

/** The latest are kept, in memory: those of this process, until it ends; fewer where their answers are long. */
const MOST = 1000
const MOST_CHARACTERS = 2_000_000
const LONGEST = 8000
/** Larger bodies are not looked at. */
const LARGEST_BODY = 64 * 1024
/** What developers do not ask about: the sandbox itself, files of pages, monitors. */
const LEFT_OUT = /^\/(sandbox|assets|docs|healthz|readyz|metrics|favicon)/

export function requestLog(clock: Clock): RequestLog {
  const kept: KeptRequest[] = []
  let characters = 0
  const answers = new WeakMap<FastifyRequest, string>()
  let last = 0
  return {
    attend(http) {
      http.addHook('onSend', async (request, reply, payload) => {
        if (isLeftOut(request) || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return
        if (!String(reply.getHeader('content-type')).includes('json')) return
        answers.set(request, beginningOf(String(payload)))
      })
      http.addHook('onResponse', async (request, reply) => {
        const { method, url, id: request_id } = request
        if (isLeftOut(request)) return
        last += 1
        const duration_ms = Math.round(reply.elapsedTime)
        const at_ms = clock.now() - duration_ms
        const { statusCode: status } = reply
        const bodies = { body: bodyOf(request), sent: answers.get(request) ?? null }
        kept.push({ number: last, at_ms, method, path: redactUrl(url), status, duration_ms, request_id, ...bodies })
        characters += sizeOf(bodies)
        while (kept.length > MOST || characters > MOST_CHARACTERS) characters -= sizeOf(kept.shift()!)
      })
    },
    serve(scope) {
      scope.get('/sandbox/requests', async (request, reply) => {
        const since = Number(Object.fromEntries(queryOf(request)).since ?? 0)
        const requests = kept
          .filter(({ number }) => !(number <= since))
          .map(shown)
          .map(each => ({ ...each, refusal: each.status < 400 ? null : each.answer }))
        return send(reply, { status: 200, body: JSON.stringify({ requests }) })
      })
    },
    latest: most => kept.slice(-most).reverse().map(shown),
    find(request_id) {
      const found = kept.findLast(each => each.request_id === request_id)
      return found && shown(found)
    },
  }
}

function shown({ sent, ...request }: KeptRequest): LoggedRequest {
  return { ...request, answer: sent === null ? null : answerOf(sent) }
}

const sizeOf = ({ body, sent }: Pick<KeptRequest, 'body' | 'sent'>): number => (body?.length ?? 0) + (sent?.length ?? 0)

/** A copy: a part of a text keeps all of it in memory. */
function beginningOf(text: string): string {
  return text.length > LONGEST ? Buffer.from(text.slice(0, LONGEST + 1)).toString() : text
}

function isLeftOut({ url, headers }: FastifyRequest): boolean {
  return LEFT_OUT.test(url) || headers['user-agent'] === READS_FOR_CONSOLE
}

function bodyOf({ body, headers }: FastifyRequest): string | null {
  if (body === undefined || body === null) return null
  const bytes = Number(headers['content-length'] ?? 0)
  if (bytes > LARGEST_BODY) return `[${bytes} bytes]`
  if (typeof body === 'string') return redactText(shortened(body))
  return shortened(JSON.stringify(redact(body instanceof URLSearchParams ? Object.fromEntries(body) : body)))
}

function answerOf(text: string): string {
  if (text.length > LONGEST) return redactText(shortened(text))
  try {
    return JSON.stringify(redact(JSON.parse(text)))
  } catch {
    return redactText(text)
  }
}

/** Half of a card number would not be known as one, so digits at the cut are left out. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${trimEnd(text.slice(0, LONGEST), '0123456789- \t\r\n')}…` : text
}
