import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { isSameOrigin } from '../same-origin.ts'
import type { Answer, Checkout } from './checkout.ts'
import { pageScope, queryId, queryText, sendAnswer } from './page-request.ts'
import { opened, submit, trouble } from './submit.ts'

export interface CheckoutRoutes<View, Receipt extends ReceiptView> {
  checkout: Checkout<View, Receipt>
  /** Where the page is served. */
  paths: readonly string[]
  /** The query parameter that carries its id. */
  id_name: string
  receipt_path: string
  /** Base address of this service as browsers see it; asked at each request, because it is known only once the server listens. */
  publicUrl(): string
  /** What a request without any id is answered with; nothing: that there is no such page. */
  without_id?: (() => Answer) | undefined
}

/** The routes of one kind of pay page. Call it inside a plugin of its own: form parser and error page must touch no other route. */
export function checkoutRoutes<View, Receipt extends ReceiptView>(
  app: FastifyInstance,
  options: CheckoutRoutes<View, Receipt>,
): void {
  const { checkout, id_name, publicUrl } = options
  const { port } = checkout
  const https = () => publicUrl().startsWith('https:')
  const send = (reply: FastifyReply, answer: Answer) => sendAnswer(reply, answer, https())
  const idOf = (request: FastifyRequest) => queryId(request, id_name)

  pageScope(
    app,
    (request, status) => trouble(checkout, status, status < 500 ? 'bad_form' : 'error', idOf(request)),
    https,
  )

  for (const path of options.paths) {
    app.get(path, async (request, reply) => {
      const { without_id } = options
      if (without_id && !(id_name in (request.query as object))) return send(reply, without_id())
      const id = idOf(request)
      const view = id && (await port.view(id, request.method === 'HEAD' ? null : request.ip))
      return send(reply, view ? opened(checkout, view) : trouble(checkout, 404, 'gone', null))
    })
    app.post(path, async (request, reply) => {
      const page_id = idOf(request)
      if (!page_id) return send(reply, trouble(checkout, 404, 'gone', null))
      if (!isSameOrigin(request, publicUrl())) return send(reply, trouble(checkout, 403, 'foreign_form', page_id))
      const { body } = request
      if (!(body instanceof URLSearchParams)) return send(reply, trouble(checkout, 400, 'bad_form', page_id))
      return send(reply, await submit(checkout, { page_id, remote_ip: request.ip, body }))
    })
  }

  app.get(options.receipt_path, async (request, reply) => {
    const id = idOf(request)
    // Under this name, so that no log keeps what opens a receipt.
    const token = queryText(request, 'token')
    const receipt = id && token && (await port.receipt(id, token))
    if (!receipt) return send(reply, trouble(checkout, 404, 'receipt_gone', id))
    const stays = queryText(request, 'stay') !== null
    return send(reply, checkout.receiptPage(receipt, { page_id: id, token, stays }))
  })
}
