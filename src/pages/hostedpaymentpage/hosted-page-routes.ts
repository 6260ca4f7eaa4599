import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { declinedPage, payPage, problemPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
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
      return retry_after ? { ...problemPage(checkout, 429, 'too_often', null), retry_after } : page_id
    },
  })
}

function hostedCheckout({ port, assets, clock }: HostedPagesOptions): Checkout<HostedView, HostedReceipt> {
  return {
    port,
    assets,
    clock,
    label: 'payment page',
    form: hostedPayForm,
    payPage: (view, form, state) =>
      payPage(assets, {
        merchant: view.merchant,
        title: view.page.title,
        summary: hostedSummary(view),
        form,
        state,
        short: true,
      }),
    statusPage: view => hostedStatusPage(assets, view),
    receiptPage: (receipt, { page_id, token, stay }) =>
      hostedReceiptPage(assets, receipt, stay ? null : `${receiptHref(page_id, token)}&stay=1`),
    declinedPage({ page, merchant }, problem) {
      const next = { after: page.after_decline, href: pageHref(page.page_id) }
      const response = declinedPage(assets, merchant, next, problem)
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
