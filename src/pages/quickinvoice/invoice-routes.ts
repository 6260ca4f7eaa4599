import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import { wordsOf } from '../../words/words.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { payPage, problemPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import { downloadHeaders, pageHeaders } from '../headers.ts'
import { identifier, pageSender, queryId, queryText } from '../page-routes.ts'
import { LANGUAGE, presentation } from '../presentation.ts'
import { lookAgain, receiptPage } from '../receipt/receipt-page.ts'
import {
  type InvoiceView,
  invoiceHref,
  invoicePayForm,
  invoiceSummary,
  RECEIPT_PATH,
  receiptHref,
  statusPage,
} from './invoice-page.ts'
import type { InvoicePagePort } from './invoice-port.ts'

export interface InvoicePagesOptions {
  port: InvoicePagePort
  assets: Assets
  /** Whether nothing here moves real money. */
  sandbox: boolean
  clock: Clock
  /** Base address of this service as browsers see it. */
  publicUrl(): string
}

/**
 * The hosted pages of quick invoices, a plugin with a scope of its own. Contract 2.2 has them at
 * `/quickinvoice/?id={id}`; the path without the slash is the same page.
 */
export async function quickinvoicePages(app: FastifyInstance, options: InvoicePagesOptions): Promise<void> {
  const { port, publicUrl } = options
  const send = pageSender(publicUrl)
  const checkout = invoiceCheckout(options)
  const sendFile = (reply: FastifyReply, file: { name: string; content_type: string; content: Buffer }) => {
    const https = publicUrl().startsWith('https:')
    return reply.headers({ ...pageHeaders({ https }), ...downloadHeaders(file) }).send(file.content)
  }
  const paths = ['/quickinvoice/', '/quickinvoice']
  checkoutRoutes(app, { checkout, paths, id_name: 'id', receipt_path: RECEIPT_PATH, publicUrl })

  app.get<{ Params: { file_id: string } }>('/quickinvoice/files/:file_id', async (request, reply) => {
    const id = queryId(request, 'id')
    const file_id = identifier(request.params.file_id)
    const file = id && file_id && (await port.file(id, file_id))
    if (!file)
      return send(reply, problemPage(presentation(checkout.presenting, request), checkout, 404, 'file_gone', id))
    return sendFile(reply, file)
  })
  app.get('/quickinvoice/pdf', async (request, reply) => {
    const id = queryId(request, 'id')
    const file = id && (await port.pdf(id, wordsOf(queryText(request, LANGUAGE))))
    if (!file) return send(reply, problemPage(presentation(checkout.presenting, request), checkout, 404, 'gone', null))
    return sendFile(reply, file)
  })
}

function invoiceCheckout({ port, assets, sandbox, clock }: InvoicePagesOptions): Checkout<InvoiceView> {
  const checkout: Checkout<InvoiceView> = {
    port,
    presenting: { assets, sandbox },
    clock,
    paid: 'invoice',
    localeOf: view => view.locale,
    form: (shown, view) => (view.status === 'payable' ? invoicePayForm(shown, view) : null),
    payPage: (shown, view, form, state) =>
      payPage(shown, {
        merchant: view.merchant,
        title: view.invoice.title,
        summary: invoiceSummary(shown, view),
        form,
        state,
      }),
    statusPage: (shown, view) =>
      view.status === 'gone' ? problemPage(shown, checkout, 404, 'gone', null) : statusPage(shown, view),
    receiptPage: (shown, receipt, { page_id, token }) => ({
      status: 200,
      document: receiptPage(shown, receipt),
      ...lookAgain(receipt.payment.result === 'unknown', shown.link(receiptHref(page_id, token))),
    }),
    pageHref: invoiceHref,
    receiptHref,
  }
  return checkout
}
