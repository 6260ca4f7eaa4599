import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../src/db/database.ts'
import { invalidField, Refusal } from '../../src/lib/problem.ts'
import { type Assets, assetOf, loadAssets, serveAsset } from '../../src/pages/assets.ts'
import { html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import { type Notice, noticePanel } from '../../src/pages/notice.ts'
import {
  identifier,
  type PageResponse,
  pageScope,
  pageSender,
  queryId,
  queryText,
} from '../../src/pages/page-routes.ts'
import { targetOf } from '../clock.ts'
import { NO_MAILBOX } from '../routes.ts'
import { readSandboxFile } from '../sandbox-file.ts'
import { consolePage, type OnePage, TAB_NAMES, type Tab } from './console-page.ts'
import { type ConsoleParts, type ConsoleQuery, consoleView } from './console-view.ts'
import { looksRoutes } from './looks-routes.ts'
import { makeRoutes } from './make-routes.ts'
import { isOwnForm } from './own-request.ts'
import { recordRoutes } from './record-routes.ts'
import type { RouteParts } from './route-parts.ts'
import { ownPath } from './section.ts'

/** The stylesheet of the console, apart from the one that payers load. */
const STYLESHEET = assetOf(
  'console.css',
  'text/css; charset=utf-8',
  Buffer.concat(['console.css', 'panels.css', 'record.css'].map(name => readFileSync(new URL(name, import.meta.url)))),
)

/** Copies ids and commands; all else needs no script. */
const SCRIPT = assetOf(
  'console.js',
  'text/javascript; charset=utf-8',
  readFileSync(new URL('./console.js', import.meta.url)),
)

/**
 * Registers the sandbox's console at `/sandbox`. It works without a script. Its scope is its own, so that its form
 * parser affects no other route.
 */
export function registerConsole(app: FastifyInstance, parts: ConsoleParts): void {
  app.register(async scope => routes(scope, parts))
}

function routes(app: FastifyInstance, parts: ConsoleParts): void {
  const { clock, worker, publicUrl, guard } = parts
  const assets = loadAssets()
  const send = pageSender(publicUrl)
  const problem = (status: number) => ({ status, document: problemPage(assets, status) })
  const showAs = async (status: number, query: ConsoleQuery, tab: Tab, one?: OnePage): Promise<PageResponse> => {
    // The page shows everything that earlier requests caused.
    await worker.drain()
    await clock.follow()
    const view = await consoleView(parts, query, tab, (url: string) => app.hasRoute({ method: 'GET', url }))
    return { status, document: consolePage({ assets, stylesheet: STYLESHEET, script: SCRIPT }, view, { tab, one }) }
  }
  const show: RouteParts['show'] = (tab, request, one) => showAs(200, queryOf(request), tab, one)

  pageScope(app, send, (_request, status) => problem(status))
  app.addHook('onRequest', async (request, reply) => {
    const turned = await guard(request, 'form')
    if (turned) return send(reply.headers(turned.headers ?? {}), problem(turned.status))
  })

  for (const file of [STYLESHEET, SCRIPT]) serveAsset(app, file)
  for (const path of ['/sandbox', '/sandbox/']) {
    app.get(path, async (request, reply) => send(reply, await show('', request)))
  }
  for (const tab of TAB_NAMES) {
    app.get(`/sandbox/console/${tab}`, async (request, reply) => send(reply, await show(tab, request)))
  }
  const own = async <F extends URLSearchParams | FormData>(
    { body }: FastifyRequest,
    kind: new () => F,
  ): Promise<F | null> => {
    const known = await readSandboxFile(parts.home)
    return body instanceof kind && known && isOwnForm(body, known) ? body : null
  }
  const ownForm = (request: FastifyRequest) => own(request, URLSearchParams)
  app.post('/sandbox/console/clock', async (request, reply) => {
    const form = await ownForm(request)
    if (!form) return send(reply, problem(403))
    try {
      const { from } = await clock.moveTo(targetOf(clockTarget(form), clock.seconds()), worker)
      const back = ownPath(form.get('back')) ?? '/sandbox'
      return send(reply, { status: 303, location: `${back}?since=${from}` })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const text = Object.values(error.problems ?? {})
        .flat()
        .join(' ')
      const path = ownPath(form.get('back')) ?? '/sandbox'
      return send(reply, await showAs(422, { ...queryOf(request), since: null, to: null, path, problem: text }, ''))
    }
  })
  const ownUpload = (request: FastifyRequest) => own(request, FormData)
  const showDraft: RouteParts['showDraft'] = (request, draft) => {
    const is_refused = Object.keys(draft.problems).length > 0
    const path = '/sandbox/console/looks'
    return showAs(is_refused ? 422 : 200, { ...queryOf(request), path, looks: draft }, 'looks')
  }
  const routeParts = { ownForm, ownUpload, show, showDraft, send, problem }
  recipientRoutes(app, parts, routeParts)
  makeRoutes(app, parts, routeParts)
  recordRoutes(app, parts, routeParts)
  looksRoutes(app, parts, routeParts)
  app.get('/sandbox/console/mail', async (request, reply) => {
    const mail = await htmlOfMail(parts.db, queryId(request, 'id'))
    if (!mail) return send(reply, problem(404))
    return reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(mail)
  })
}

/** What the recipient of a message can do, for the developer who looks at it: let a mail bounce, answer a text. */
function recipientRoutes(
  app: FastifyInstance,
  { messaging }: ConsoleParts,
  { ownForm, send, problem }: RouteParts,
): void {
  const toMessages = (form: URLSearchParams): PageResponse => {
    return { status: 303, location: `/sandbox/console/messages?${new URLSearchParams({ to: form.get('to') ?? '' })}` }
  }
  app.post('/sandbox/console/bounce', async (request, reply) => {
    const form = await ownForm(request)
    if (!form) return send(reply, problem(403))
    const id = identifier(form.get('id') ?? '')
    const found = id && (await messaging.bounced(id, NO_MAILBOX))
    return send(reply, found ? toMessages(form) : problem(404))
  })
  app.post('/sandbox/console/reply', async (request, reply) => {
    const form = await ownForm(request)
    if (!form) return send(reply, problem(403))
    await messaging.handleInbound({ kind: 'reply', from: form.get('to') ?? '', text: form.get('text') ?? '' })
    return send(reply, toMessages(form))
  })
}

function queryOf(request: FastifyRequest): ConsoleQuery {
  const since = queryText(request, 'since')
  return {
    since: since && /^\d{1,10}$/.test(since) ? Number(since) : null,
    to: queryText(request, 'to'),
    filter: {
      method: queryText(request, 'method'),
      status: queryText(request, 'status'),
      path: queryText(request, 'path'),
    },
    problem: null,
    looks: null,
    saved: queryText(request, 'saved') !== null,
    done: queryText(request, 'done'),
    path: ownPath(request.url.split('?', 1)[0] ?? '') ?? '/sandbox',
  }
}

/**
 * Returns the time to move the clock to, as the API takes it. A chosen day means noon UTC, which is the same day in all
 * of the United States.
 */
function clockTarget(form: URLSearchParams): { advance: string } | { now: number } {
  const day = form.get('day')
  if (day === null) return { advance: form.get('advance') ?? '' }
  try {
    return { now: Temporal.Instant.from(`${day}T12:00:00Z`).epochMilliseconds / 1000 }
  } catch {
    throw invalidField('day', 'Choose a day.')
  }
}

/** Returns the HTML of a message as it was sent, or null. */
async function htmlOfMail(db: Database, id: string | null): Promise<string | null> {
  if (!id) return null
  const [found] = await db.query<{ html: string | null }>('select html from outbox_message where id = $1', [id])
  return found?.html ?? null
}

/**
 * A mail is foreign content: it runs no script, loads nothing but a logo that is stored here, and has no origin. Its
 * links may be followed.
 */
const MAIL_HEADERS: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
}

/** The page for a request the console does not answer, by status. */
function problemPage(assets: Assets, status: number): string {
  const notice = { ...(NOTICES[status] ?? FAILED), links: [{ href: '/sandbox', label: 'Open the console' }] }
  const body = html`<main class="alone">
${noticePanel(notice)}
</main>`
  return page({ assets, title: notice.title, width: 'narrow', body })
}

const NOTICES: Record<number, Notice> = {
  401: {
    icon: 'alert',
    tone: 'warn',
    title: 'This sandbox asks for its password',
    text: 'It was printed when the sandbox started for the first time. Any name will do.',
  },
  403: {
    icon: 'alert',
    tone: 'warn',
    title: 'This request came from elsewhere',
    text: 'The console answers to its own address and to its own forms only.',
  },
  404: {
    icon: 'search',
    tone: 'calm',
    title: 'There is no such thing here',
    text: 'Messages and records stay as long as the database does; of requests the latest thousand, until the process ends.',
  },
}

const FAILED: Notice = {
  icon: 'alert',
  tone: 'warn',
  title: 'That did not work',
  text: 'The log of the process says more.',
}
