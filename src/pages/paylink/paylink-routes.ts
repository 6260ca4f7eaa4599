import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { declinedPage, payPage, problemPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import type { PageResponse } from '../page-routes.ts'
import { startPage } from '../start-page.ts'
import {
  type PaylinkReceipt,
  type PaylinkView,
  paylinkHref,
  paylinkPayForm,
  paylinkReceiptPage,
  paylinkSummary,
  statusPage,
  titleOf,
} from './paylink-page.ts'
import type { PaylinkPagePort } from './paylink-port.ts'

export interface PaylinkPagesOptions {
  port: PaylinkPagePort
  assets: Assets
  clock: Clock
  /** Base address of this service as browsers see it. */
  publicUrl(): string
  /** In a sandbox the bare address is a start page for developers; in live mode there is none. */
  sandbox: boolean
}

const RECEIPT_PATH = '/paylink/receipt'

/**
 * The hosted page of paylinks, at the bare address with `paylink_id` (contract 2.5). A plugin with a scope of its own.
 */
export async function paylinkPages(app: FastifyInstance, options: PaylinkPagesOptions): Promise<void> {
  const { assets, sandbox, publicUrl } = options
  const checkout = paylinkCheckout(options)
  const without_id = (): PageResponse =>
    sandbox ? { status: 200, document: startPage(assets, publicUrl()) } : problemPage(checkout, 404, 'gone', null)
  checkoutRoutes(app, {
    checkout,
    paths: ['/'],
    id_name: 'paylink_id',
    receipt_path: RECEIPT_PATH,
    publicUrl,
    without_id,
  })
}

function paylinkCheckout(options: PaylinkPagesOptions): Checkout<PaylinkView, PaylinkReceipt> {
  const { port, assets, clock, publicUrl } = options
  return {
    port,
    assets,
    clock,
    label: 'payment link',
    form: view => (view.status === 'payable' ? paylinkPayForm(view) : null),
    payPage: (view, form, state) =>
      payPage(assets, {
        merchant: view.merchant,
        title: titleOf(view),
        summary: paylinkSummary(view, publicUrl()),
        form,
        state,
        short: true,
      }),
    statusPage: view => statusPage(assets, view),
    receiptPage: (receipt, { page_id, token, stay }) =>
      paylinkReceiptPage(assets, receipt, stay ? null : `${receiptHref(page_id, token)}&stay=1`),
    declinedPage: ({ link, merchant }, problem) =>
      declinedPage(assets, merchant, { after: link.after_decline, href: paylinkHref(link.id) }, problem),
    pageHref: paylinkHref,
    receiptHref,
  }
}

function receiptHref(id: string, token: string): string {
  return `${RECEIPT_PATH}?paylink_id=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}`
}
