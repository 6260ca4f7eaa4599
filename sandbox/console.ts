import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidField, Refusal } from '../src/lib/problem.ts'
import { loadAssets } from '../src/pages/assets.ts'
import { identifier, type PageResponse, pageScope, queryId, queryText, sendPage } from '../src/pages/page-routes.ts'
import { consolePage } from './console/console-page.ts'
import { consoleStylesheet } from './console/console-sheet.ts'
import { type Asked, type ConsoleParts, consoleView } from './console/console-view.ts'
import { mailHeaders, mailOf } from './console/mail.ts'
import { troubleOf } from './console/trouble.ts'
import { isOwnForm, isOwnHost } from './console/trust.ts'
import { NO_MAILBOX } from './routes.ts'
import { readSandboxFile } from './sandbox-file.ts'
import { targetOf } from './target-of.ts'

/** The console of the sandbox for people, at `/sandbox`. It needs no script. A scope of its own: its form parser touches no other route. */
export function registerConsole(app: FastifyInstance, parts: ConsoleParts): void {
  app.register(async scope => routes(scope, parts))
}

function routes(app: FastifyInstance, parts: ConsoleParts): void {
  const { clock, worker, publicUrl } = parts
  const assets = loadAssets()
  const stylesheet = consoleStylesheet()
  const https = () => publicUrl().startsWith('https:')
  const send = (reply: FastifyReply, answer: PageResponse) => sendPage(reply, answer, https())
  const trouble = (status: number) => ({ status, document: troubleOf(assets, status) })
  const show = async (status: number, asked: Asked): Promise<PageResponse> => {
    // Whoever looks wants to see what the last request caused.
    await worker.drain()
    await clock.follow()
    const view = await consoleView(parts, asked, (url: string) => app.hasRoute({ method: 'GET', url }))
    return { status, document: consolePage({ assets, stylesheet }, view) }
  }

  pageScope(app, (_request, status) => trouble(status), https)
  app.addHook('onRequest', async (request, reply) => {
    // A name that was made to point at this machine must not open it to the site that made it.
    if (!isOwnHost(request.host, publicUrl())) return send(reply, trouble(403))
  })

  app.get(stylesheet.href, (_request, reply) =>
    reply
      .header('content-type', stylesheet.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(stylesheet.content),
  )
  for (const path of ['/sandbox', '/sandbox/']) {
    app.get(path, async (request, reply) => send(reply, await show(200, askedOf(request))))
  }
  const own = async (request: FastifyRequest): Promise<URLSearchParams | null> => {
    const { body } = request
    const known = await readSandboxFile(parts.home)
    return body instanceof URLSearchParams && known && isOwnForm(request, body, known, publicUrl()) ? body : null
  }
  app.post('/sandbox/console/clock', async (request, reply) => {
    const form = await own(request)
    if (!form) return send(reply, trouble(403))
    try {
      const { from } = await clock.moveTo(targetOf(wishOf(form), clock.seconds()), worker)
      return send(reply, { status: 303, location: `/sandbox?since=${from}#clock` })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const problem = Object.values(error.problems ?? {})
        .flat()
        .join(' ')
      return send(reply, await show(422, { since: null, to: null, problem }))
    }
  })
  answerRoutes(app, parts, { own, send, trouble })
  app.get('/sandbox/console/mail', async (request, reply) => {
    const mail = await mailOf(parts.db, queryId(request, 'id'))
    if (!mail) return send(reply, trouble(404))
    return reply.headers(mailHeaders()).type('text/html; charset=utf-8').send(mail)
  })
}

interface Ways {
  /** The form of a request, when it comes from the console itself. */
  own(request: FastifyRequest): Promise<URLSearchParams | null>
  send(reply: FastifyReply, answer: PageResponse): FastifyReply
  trouble(status: number): PageResponse
}

/** What recipients do, played by whoever looks at their messages. */
function answerRoutes(app: FastifyInstance, parts: ConsoleParts, { own, send, trouble }: Ways): void {
  const toMessages = (form: URLSearchParams): PageResponse => {
    return { status: 303, location: `/sandbox?${new URLSearchParams({ to: form.get('to') ?? '' })}#messages` }
  }
  app.post('/sandbox/console/bounce', async (request, reply) => {
    const form = await own(request)
    if (!form) return send(reply, trouble(403))
    const id = identifier(form.get('id') ?? '')
    const found = id && (await parts.messaging.bounced(id, NO_MAILBOX))
    return send(reply, found ? toMessages(form) : trouble(404))
  })
  app.post('/sandbox/console/reply', async (request, reply) => {
    const form = await own(request)
    if (!form) return send(reply, trouble(403))
    await parts.messaging.handleInbound({ kind: 'reply', from: form.get('to') ?? '', text: form.get('text') ?? '' })
    return send(reply, toMessages(form))
  })
}

function askedOf(request: FastifyRequest): Asked {
  const since = queryText(request, 'since')
  return {
    since: since && /^\d{1,10}$/.test(since) ? Number(since) : null,
    to: queryText(request, 'to'),
    problem: null,
  }
}

/** A day begins at noon UTC here, when it is the same day everywhere in the United States. */
function wishOf(body: URLSearchParams): { advance: string } | { now: number } {
  const day = body.get('day')
  if (day === null) return { advance: body.get('advance') ?? '' }
  try {
    return { now: Temporal.Instant.from(`${day}T12:00:00Z`).epochMilliseconds / 1000 }
  } catch {
    throw invalidField('day', 'Choose a day.')
  }
}
