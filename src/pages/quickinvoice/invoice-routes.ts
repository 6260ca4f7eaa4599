import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { payPage, problemPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import { downloadHeaders, pageHeaders } from '../headers.ts'
import { identifier, pageSender, queryId } from '../page-routes.ts'
import { receiptPage } from '../receipt/receipt-page.ts'
import { type InvoiceView, invoiceHref, invoicePayForm, invoiceSummary, statusPage } from './invoice-page.ts'
import type { InvoicePagePort } from './invoice-port.ts'

export interface InvoicePagesOptions {
  port: InvoicePagePort
  assets: Assets
  clock: Clock
  /** Base address of this service as browsers see it. */
  publicUrl(): string
}

const RECEIPT_PATH = '/quickinvoice/receipt'

/**
 * The hosted pages of quick invoices, a plugin with a scope of its own. Contract 2.2 has them at
 * `/quickinvoice/?id={id}`; the path without the slash is the same page.
 */
export async function quickinvoicePages(app: FastifyInstance, options: InvoicePagesOptions): Promise<void> {
  const { port, publicUrl } = options
  const send = pageSender(publicUrl)
  const checkout = invoiceCheckout(options)
  const paths = ['/quickinvoice/', '/quickinvoice']
  checkoutRoutes(app, { checkout, paths, id_name: 'id', receipt_path: RECEIPT_PATH, publicUrl })

  app.get<{ Params: { file_id: string } }>('/quickinvoice/files/:file_id', async (request, reply) => {
    const id = queryId(request, 'id')
    const file_id = identifier(request.params.file_id)
    const file = id && file_id && (await port.file(id, file_id))
    if (!file) return send(reply, problemPage(checkout, 404, 'file_gone', id))
    const https = publicUrl().startsWith('https:')
    return reply.headers({ ...pageHeaders({ https }), ...downloadHeaders(file) }).send(file.content)
  })
}

function invoiceCheckout({ port, assets, clock }: InvoicePagesOptions): Checkout<InvoiceView> {
  const checkout: Checkout<InvoiceView> = {
    port,
    assets,
    clock,
    label: 'invoice',
    form: view => (view.status === 'payable' ? invoicePayForm(view) : null),
    payPage: (view, form, state) =>
      payPage(assets, {
        merchant: view.merchant,
        title: view.invoice.title,
        summary: invoiceSummary(view),
        form,
        state,
      }),
    statusPage: view => (view.status === 'gone' ? problemPage(checkout, 404, 'gone', null) : statusPage(assets, view)),
    receiptPage: receipt => ({ status: 200, document: receiptPage(assets, receipt) }),
    pageHref: invoiceHref,
    receiptHref: (id, token) => `${RECEIPT_PATH}?id=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}`,
  }
  return checkout
}
