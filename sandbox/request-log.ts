import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queryOf } from '../src/http/request.ts'
import { send } from '../src/http/response.ts'
import { redactText } from '../src/lib/redact-text.ts'
import { redactUrl } from '../src/lib/redact-url.ts'
import type { Clock } from '../src/ports/clock.ts'

/** A request that was answered, as a developer looks at it: without credentials and card numbers. */
interface LoggedRequest {
  /** Counts up; what is asked for next begins behind the last one seen. */
  number: number
  /** When it came, in milliseconds of the machine's time. */
  at_ms: number
  method: string
  path: string
  status: number
  duration_ms: number
  request_id: string
  /** The body of a refusal; null where it was none. */
  refusal: string | null
}

export interface RequestLog {
  /** Notes every request of integrators and payers. */
  attend(http: FastifyInstance): void
  /** Serves `GET /sandbox/requests`, with `since` those after that number. */
  serve(scope: FastifyInstance): void
}

/** The latest are kept, in memory: those of this process, until it ends. */
const MOST = 1000
const LONGEST_REFUSAL = 2000
/** What developers do not ask about: the sandbox itself, files of pages, monitors. */
const LEFT_OUT = /^\/(sandbox|assets|docs|healthz|readyz|metrics|favicon)/

export function requestLog(clock: Clock): RequestLog {
  const kept: LoggedRequest[] = []
  const refusals = new WeakMap<FastifyRequest, string>()
  let last = 0
  return {
    attend(http) {
      http.addHook('onSend', async (request, reply, payload) => {
        if (reply.statusCode < 400 || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return
        if (!String(reply.getHeader('content-type')).includes('json')) return
        refusals.set(request, redactText(String(payload).slice(0, LONGEST_REFUSAL)))
      })
      http.addHook('onResponse', async (request, reply) => {
        const { method, url, id: request_id } = request
        if (LEFT_OUT.test(url)) return
        last += 1
        const duration_ms = Math.round(reply.elapsedTime)
        const at_ms = clock.now() - duration_ms
        const { statusCode: status } = reply
        const refusal = refusals.get(request) ?? null
        kept.push({ number: last, at_ms, method, path: redactUrl(url), status, duration_ms, request_id, refusal })
        if (kept.length > MOST) kept.shift()
      })
    },
    serve(scope) {
      scope.get('/sandbox/requests', async (request, reply) => {
        const since = Number(Object.fromEntries(queryOf(request)).since ?? 0)
        const requests = kept.filter(({ number }) => !(number <= since))
        return send(reply, { status: 200, body: JSON.stringify({ requests }) })
      })
    },
  }
}
