import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { declinedPage, payPage, problemPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import type { PageResponse } from '../page-routes.ts'
import type { Presentation } from '../presentation.ts'
import { startPage } from '../start-page.ts'
import {
  type PaylinkReceipt,
  type PaylinkView,
  paylinkHref,
  paylinkPayForm,
  paylinkReceiptPage,
  paylinkSummary,
  RECEIPT_PATH,
  receiptHref,
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

/**
 * The hosted page of paylinks, at the bare address with `paylink_id` (contract 2.5). A plugin with a scope of its own.
 */
export async function paylinkPages(app: FastifyInstance, options: PaylinkPagesOptions): Promise<void> {
  const { assets, sandbox, publicUrl } = options
  const checkout = paylinkCheckout(options)
  const without_id = (shown: Presentation): PageResponse =>
    sandbox
      ? { status: 200, document: startPage(assets, publicUrl()) }
      : problemPage(shown, checkout, 404, 'gone', null)
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
  const { port, assets, sandbox, clock, publicUrl } = options
  return {
    port,
    presenting: { assets, sandbox },
    clock,
    paid: 'paylink',
    localeOf: view => view.locale,
    form: (shown, view) => (view.status === 'payable' ? paylinkPayForm(shown, view) : null),
    payPage: (shown, view, form, state) =>
      payPage(shown, {
        merchant: view.merchant,
        title: titleOf(shown.words, view),
        summary: paylinkSummary(shown, view, publicUrl()),
        form,
        state,
        short: true,
      }),
    statusPage,
    receiptPage: (shown, receipt, { page_id, token, stay }) =>
      paylinkReceiptPage(shown, receipt, { own_href: shown.link(receiptHref(page_id, token)), stay }),
    declinedPage: (shown, { link, merchant }, problem) =>
      declinedPage(shown, merchant, { after: link.after_decline, href: paylinkHref(link.id) }, problem),
    pageHref: paylinkHref,
    receiptHref,
  }
}
