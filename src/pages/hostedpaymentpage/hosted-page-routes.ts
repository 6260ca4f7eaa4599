import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { declinedPage, payPage, problemPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import { presentation } from '../presentation.ts'
import {
  framedBy,
  type HostedReceipt,
  type HostedView,
  hostedPayForm,
  hostedReceiptPage,
  hostedStatusPage,
  hostedSummary,
} from './hosted-page.ts'
import type { HostedPagePort } from './hosted-page-port.ts'
import { addressIn, pageHref } from './page-address.ts'

export interface HostedPagesOptions {
  port: HostedPagePort
  assets: Assets
  sandbox: boolean
  clock: Clock
  publicUrl(): string
  /** How long an address has to wait that has opened too many links with wrong data; null: not at all. */
  secondsToWait(page_id: string, remote_ip: string): Promise<number | null>
}

const RECEIPT_PATH = '/hostedpaymentpage/receipt'

/** The hosted payment page of a merchant, as it is set up or as the encrypted data of a link say. */
export async function hostedPages(app: FastifyInstance, options: HostedPagesOptions): Promise<void> {
  const { publicUrl, secondsToWait } = options
  const checkout = hostedCheckout(options)
  checkoutRoutes(app, {
    checkout,
    paths: ['/hostedpaymentpage', '/hostedpaymentpage/'],
    id_name: 'id',
    receipt_path: RECEIPT_PATH,
    publicUrl,
    async page_of(request) {
      const page_id = addressIn(request)
      const retry_after = page_id && (await secondsToWait(page_id, request.ip))
      if (!retry_after) return page_id
      const shown = presentation(checkout.presenting, request)
      return { ...problemPage(shown, checkout, 429, 'too_often', null), retry_after }
    },
  })
}

function hostedCheckout({ port, assets, sandbox, clock }: HostedPagesOptions): Checkout<HostedView, HostedReceipt> {
  return {
    port,
    presenting: { assets, sandbox },
    clock,
    paid: 'page',
    localeOf: view => view.locale,
    form: hostedPayForm,
    payPage: (shown, view, form, state) =>
      payPage(shown, {
        merchant: view.merchant,
        title: view.page.title,
        summary: hostedSummary(shown, view),
        form,
        state,
        short: true,
        bare: view.page.framed_by !== null,
      }),
    statusPage: hostedStatusPage,
    receiptPage: (shown, receipt, { page_id, token, stay }) =>
      hostedReceiptPage(shown, receipt, { own_href: shown.link(receiptHref(page_id, token)), stay }),
    declinedPage(shown, { page, merchant }, problem) {
      const next = { after: page.after_decline, href: pageHref(page.page_id) }
      const response = declinedPage(shown, merchant, next, problem)
      return response && { ...response, ...framedBy(page) }
    },
    framedBy: ({ page }) => framedBy(page),
    pageHref,
    receiptHref,
  }
}

function receiptHref(page_id: string, token: string): string {
  return `${RECEIPT_PATH}?${page_id}&token=${encodeURIComponent(token)}`
}
