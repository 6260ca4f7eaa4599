import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Unsubscribing } from '../../messages/unsubscribing.ts'
import type { Assets } from '../assets.ts'
import { pageScope, queryId, queryText, sendAnswer } from '../checkout/page-request.ts'
import { failedPage, unknownLinkPage, unsubscribePage } from './unsubscribe-page.ts'

export interface UnsubscribePagesOptions {
  unsubscribing: Unsubscribing
  assets: Assets
  publicUrl(): string
}

const PATH = '/unsubscribe'

/**
 * The page on which the recipient of a mail stops further ones. Opening it changes nothing; a mail program that was given the
 * address in the header of the mail posts `List-Unsubscribe=One-Click` to it (RFC 8058), and that does.
 */
export async function unsubscribePages(app: FastifyInstance, options: UnsubscribePagesOptions): Promise<void> {
  const { unsubscribing, assets, publicUrl } = options
  const https = () => publicUrl().startsWith('https:')
  pageScope(app, (_request, status) => ({ status, document: failedPage(assets) }), https)

  app.get(PATH, async (request, reply) => {
    const { id, token, action } = askedOf(request)
    const found = id && (await unsubscribing.find(id, token))
    return sendAnswer(
      reply,
      found ? { status: 200, document: unsubscribePage(assets, found, action) } : unknown(assets),
      https(),
    )
  })
  app.post(PATH, async (request, reply) => {
    const { id, token, action } = askedOf(request)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const by_program = form.get('List-Unsubscribe') === 'One-Click'
    const choice = form.get('choice')
    const found = id && (await unsubscribing.set(id, token, by_program || choice !== 'again'))
    if (!found) return sendAnswer(reply, unknown(assets), https())
    if (by_program) return sendAnswer(reply, { status: 200, document: unsubscribePage(assets, found, action) }, https())
    return sendAnswer(reply, { status: 303, location: action }, https())
  })
}

function unknown(assets: Assets) {
  return { status: 404, document: unknownLinkPage(assets) }
}

function askedOf(request: FastifyRequest): { id: string | null; token: string; action: string } {
  const id = queryId(request, 'id')
  const token = queryText(request, 'token') ?? ''
  const query = new URLSearchParams({ id: id ?? '', token })
  return { id, token, action: `${PATH}?${query}` }
}
