import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Subscription, Unsubscribing } from '../messages/unsubscribing.ts'
import type { Merchant } from '../resources/location/merchant.ts'
import type { Assets } from './assets.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { brandingOf, merchantView, pageFooter, pageHeader } from './merchant.ts'
import { type Notice, noticePage } from './notice.ts'
import { pageScope, pageSender, queryId, queryText } from './page-routes.ts'

export interface UnsubscribePagesOptions {
  unsubscribing: Unsubscribing<Merchant>
  assets: Assets
  publicUrl(): string
}

const PATH = '/unsubscribe'

/**
 * The page on which the recipient of a mail stops further ones. Opening it changes nothing. Mail programs that found
 * the address in the mail's header post `List-Unsubscribe=One-Click` to it (RFC 8058), which stops the mails.
 */
export async function unsubscribePages(app: FastifyInstance, options: UnsubscribePagesOptions): Promise<void> {
  const { unsubscribing, assets, publicUrl } = options
  const send = pageSender(publicUrl)
  const unknown = { status: 404, document: noticePage(assets, UNKNOWN_LINK) }
  pageScope(app, send, (_request, status) => ({ status, document: noticePage(assets, FAILED) }))

  app.get(PATH, async (request, reply) => {
    const { id, token, action } = linkOf(request)
    const found = id && (await unsubscribing.find(id, token))
    return send(reply, found ? { status: 200, document: unsubscribePage(assets, found, action) } : unknown)
  })
  app.post(PATH, async (request, reply) => {
    const { id, token, action } = linkOf(request)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const by_program = form.get('List-Unsubscribe') === 'One-Click'
    const choice = form.get('choice')
    const found = id && (await unsubscribing.set(id, token, by_program || choice !== 'again'))
    if (!found) return send(reply, unknown)
    if (by_program) return send(reply, { status: 200, document: unsubscribePage(assets, found, action) })
    return send(reply, { status: 303, location: action })
  })
}

function linkOf(request: FastifyRequest): { id: string | null; token: string; action: string } {
  const id = queryId(request, 'id')
  const token = queryText(request, 'token') ?? ''
  const query = new URLSearchParams({ id: id ?? '', token })
  return { id, token, action: `${PATH}?${query}` }
}

/** The page asks before it changes anything: mail programs and scanners open links without a click of the recipient. */
function unsubscribePage(
  assets: Assets,
  { merchant, recipient, is_stopped }: Subscription<Merchant>,
  action: string,
): string {
  const view = merchantView(merchant)
  const title = is_stopped ? 'You get no more e-mail' : 'Stop these e-mails?'
  const text = is_stopped
    ? `${view.name} sends nothing more to ${recipient}.`
    : `${view.name} would send nothing more to ${recipient}: no reminders, invoices or receipts.`
  const [choice, label] = is_stopped ? ['again', 'Let them come again'] : ['stop', 'Stop e-mails']
  return page({
    assets,
    title: `${title} – ${view.name}`,
    branding: brandingOf(view),
    width: 'narrow',
    body: html`${pageHeader(view)}
<main class="stack">
<section class="notice" data-tone="${is_stopped ? 'good' : 'calm'}" aria-labelledby="notice-title">
<span class="notice-icon">${is_stopped ? icons.check : icons.closed}</span>
<h1 id="notice-title">${title}</h1>
<p>${text}</p>
<form method="post" action="${action}"><input type="hidden" name="choice" value="${choice}">
<p class="actions"><button class="button ${is_stopped ? 'plain' : ''}">${label}</button></p></form>
</section>
</main>
${pageFooter(view)}`,
  })
}

const UNKNOWN_LINK: Notice = {
  icon: 'search',
  tone: 'calm',
  title: 'This link does not work',
  text: 'It may be incomplete. Use the whole link of the mail, or answer the mail and ask its sender.',
}

const FAILED: Notice = {
  icon: 'alert',
  tone: 'warn',
  title: 'Something went wrong on our side',
  text: 'Nothing was changed. Please open the link of the mail once more.',
}
