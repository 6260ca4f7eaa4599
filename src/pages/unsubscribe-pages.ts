import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Subscription, Unsubscribing } from '../messages/unsubscribing.ts'
import type { Merchant } from '../resources/location/merchant.ts'
import type { Assets } from './assets.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { brandingOf, merchantView, pageFooter, pageHeader } from './merchant.ts'
import { noticePage } from './notice.ts'
import { pageScope, pageSender, queryId, queryText } from './page-routes.ts'
import { type Presentation, presentation } from './presentation.ts'

export interface UnsubscribePagesOptions {
  unsubscribing: Unsubscribing<Merchant>
  assets: Assets
  sandbox: boolean
  publicUrl(): string
}

const PATH = '/unsubscribe'

/**
 * The page on which the recipient of a mail stops further ones. Opening it changes nothing. Mail programs that found
 * the address in the mail's header post `List-Unsubscribe=One-Click` to it (RFC 8058), which stops the mails.
 */
export async function unsubscribePages(app: FastifyInstance, options: UnsubscribePagesOptions): Promise<void> {
  const { unsubscribing, publicUrl } = options
  const send = pageSender(publicUrl)
  const problem = (request: FastifyRequest, status: number, name: keyof typeof PROBLEMS) => {
    const shown = presentation(options, request)
    return { status, document: noticePage(shown, { ...PROBLEMS[name], ...shown.words.unsubscribe[name] }) }
  }
  pageScope(app, send, (request, status) => problem(request, status, 'failed'))

  app.get(PATH, async (request, reply) => {
    const { id, token, action } = linkOf(request)
    const found = id && (await unsubscribing.find(id, token))
    if (!found) return send(reply, problem(request, 404, 'unknown'))
    return send(reply, { status: 200, document: unsubscribePage(presentation(options, request), found, action) })
  })
  app.post(PATH, async (request, reply) => {
    const { id, token, action } = linkOf(request)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const by_program = form.get('List-Unsubscribe') === 'One-Click'
    const choice = form.get('choice')
    const found = id && (await unsubscribing.set(id, token, by_program || choice !== 'again'))
    if (!found) return send(reply, problem(request, 404, 'unknown'))
    const shown = presentation(options, request)
    if (by_program) return send(reply, { status: 200, document: unsubscribePage(shown, found, action) })
    return send(reply, { status: 303, location: shown.link(action) })
  })
}

const PROBLEMS = {
  unknown: { icon: 'search', tone: 'calm' },
  failed: { icon: 'alert', tone: 'warn' },
} as const

function linkOf(request: FastifyRequest): { id: string | null; token: string; action: string } {
  const id = queryId(request, 'id')
  const token = queryText(request, 'token') ?? ''
  const query = new URLSearchParams({ id: id ?? '', token })
  return { id, token, action: `${PATH}?${query}` }
}

/** The page asks before it changes anything: mail programs and scanners open links without a click of the recipient. */
function unsubscribePage(
  shown: Presentation,
  { merchant, recipient, is_stopped }: Subscription<Merchant>,
  action: string,
): string {
  const { unsubscribe: words } = shown.words
  const view = merchantView(merchant)
  const title = is_stopped ? words.stopped_title : words.ask_title
  const text = (is_stopped ? words.stopped_text : words.ask_text)(view.name, recipient)
  const [choice, label] = is_stopped ? ['again', words.resume] : ['stop', words.stop]
  return page({
    ...shown,
    test: false,
    title: `${title} – ${view.name}`,
    branding: brandingOf(view),
    width: 'narrow',
    body: html`${pageHeader(view)}
<main class="stack">
<section class="notice" data-tone="${is_stopped ? 'good' : 'calm'}" aria-labelledby="notice-title">
<span class="notice-icon">${is_stopped ? icons.check : icons.closed}</span>
<h1 id="notice-title">${title}</h1>
<p>${text}</p>
<form method="post" action="${shown.link(action)}"><input type="hidden" name="choice" value="${choice}">
<p class="actions"><button class="button ${is_stopped ? 'plain' : ''}">${label}</button></p></form>
</section>
</main>
${pageFooter(view, shown)}`,
  })
}
