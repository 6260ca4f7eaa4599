import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { payPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import { identifier, queryId, sendAnswer } from '../checkout/page-request.ts'
import { trouble } from '../checkout/submit.ts'
import { downloadHeaders, pageHeaders } from '../headers.ts'
import { receiptPage } from '../receipt/receipt-page.ts'
import type { InvoicePagePort } from './port.ts'
import { standingPage } from './standing-page.ts'
import { invoiceSummary } from './summary.ts'
import type { InvoiceView } from './view.ts'
import { invoiceHref, invoicePayForm } from './view.ts'

export interface QuickInvoicePagesOptions {
  port: InvoicePagePort
  assets: Assets
  clock: Clock
  /** Base address of this service as browsers see it. */
  publicUrl(): string
}

const RECEIPT_PATH = '/quickinvoice/receipt'

/** The hosted pages of quick invoices. A plugin of its own scope. Contract 2.2: paid at `/quickinvoice/?id={id}`; without the slash it is the same page. */
export async function quickinvoicePages(app: FastifyInstance, options: QuickInvoicePagesOptions): Promise<void> {
  const { port, publicUrl } = options
  const checkout = invoiceCheckout(options)
  const paths = ['/quickinvoice/', '/quickinvoice']
  checkoutRoutes(app, { checkout, paths, id_name: 'id', receipt_path: RECEIPT_PATH, publicUrl })

  app.get<{ Params: { file_id: string } }>('/quickinvoice/files/:file_id', async (request, reply) => {
    const https = publicUrl().startsWith('https:')
    const id = queryId(request, 'id')
    const file_id = identifier(request.params.file_id)
    const file = id && file_id && (await port.file(id, file_id))
    return file
      ? reply.headers({ ...pageHeaders({ https }), ...downloadHeaders(file) }).send(file.content)
      : sendAnswer(reply, trouble(checkout, 404, 'file_gone', id), https)
  })
}

function invoiceCheckout({ port, assets, clock }: QuickInvoicePagesOptions): Checkout<InvoiceView> {
  return {
    port,
    assets,
    clock,
    thing: 'invoice',
    form: view => (view.standing === 'payable' ? invoicePayForm(view) : null),
    payPage: (view, form, state) =>
      payPage(assets, {
        merchant: view.merchant,
        title: view.invoice.title,
        summary: invoiceSummary(view),
        form,
        state,
      }),
    standingPage: view => standingPage(assets, view),
    receiptPage: receipt => ({ status: 200, document: receiptPage(assets, receipt) }),
    pageHref: invoiceHref,
    receiptHref: (id, token) => `${RECEIPT_PATH}?id=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}`,
  }
}
