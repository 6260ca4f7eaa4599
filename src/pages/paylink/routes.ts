import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../ports/clock.ts'
import type { Assets } from '../assets.ts'
import type { Answer, Checkout } from '../checkout/checkout.ts'
import { noticePage, payPage } from '../checkout/checkout-page.ts'
import { checkoutRoutes } from '../checkout/checkout-routes.ts'
import { trouble } from '../checkout/submit.ts'
import type { Problem } from '../payform/read-pay-form.ts'
import { plainOutcomeOf } from '../receipt/outcome-of.ts'
import { receiptPage } from '../receipt/receipt-page.ts'
import { redirectLinks, redirectRefresh, redirectText } from '../receipt/redirect.ts'
import { startPage } from '../start-page.ts'
import type { PaylinkPagePort } from './engine-port.ts'
import { handOver } from './hand-over.ts'
import { standingPage } from './standing-page.ts'
import { paylinkSummary, titleOf } from './summary.ts'
import type { PaylinkReceipt, PaylinkView } from './view.ts'
import { paylinkHref, paylinkPayForm } from './view.ts'

export interface PaylinkPagesOptions {
  port: PaylinkPagePort
  assets: Assets
  clock: Clock
  /** Base address of this service as browsers see it. */
  publicUrl(): string
  /** In a sandbox the bare address shows developers where to begin; in live mode there is nothing. */
  sandbox: boolean
}

const RECEIPT_PATH = '/paylink/receipt'

/** The hosted page of paylinks, at the bare address with `paylink_id` (contract 2.5). A plugin of its own scope. */
export async function paylinkPages(app: FastifyInstance, options: PaylinkPagesOptions): Promise<void> {
  const { assets, sandbox, publicUrl } = options
  const checkout = paylinkCheckout(options)
  const without_id = (): Answer =>
    sandbox ? { status: 200, document: startPage(assets, publicUrl()) } : trouble(checkout, 404, 'gone', null)
  checkoutRoutes(app, {
    checkout,
    paths: ['/'],
    id_name: 'paylink_id',
    receipt_path: RECEIPT_PATH,
    publicUrl,
    without_id,
  })
}

function paylinkCheckout({
  port,
  assets,
  clock,
  publicUrl,
}: PaylinkPagesOptions): Checkout<PaylinkView, PaylinkReceipt> {
  return {
    port,
    assets,
    clock,
    thing: 'payment link',
    form: view => (view.standing === 'payable' ? paylinkPayForm(view) : null),
    payPage: (view, form, state) =>
      payPage(assets, {
        merchant: view.merchant,
        title: titleOf(view),
        summary: paylinkSummary(view, handOver(publicUrl(), view.link.id)),
        form,
        state,
        short: true,
      }),
    standingPage: view => standingPage(assets, view),
    receiptPage: (receipt, { page_id, token, stays }) => {
      const stay = stays ? null : `${receiptHref(page_id, token)}&stay=1`
      const redirect = receipt.after_approval && { ...receipt.after_approval, stay }
      if (receipt.shows_details) {
        return { status: 200, document: receiptPage(assets, receipt, redirect), ...redirectRefresh(redirect) }
      }
      const outcome = plainOutcomeOf(receipt)
      const notice = redirect
        ? { ...outcome, text: `${outcome.text} ${redirectText(redirect)}`, links: redirectLinks(redirect) }
        : outcome
      return { status: 200, document: noticePage(assets, receipt.merchant, notice, null), ...redirectRefresh(redirect) }
    },
    declinedPage: (view, problem) => declinedPage(assets, view, problem),
    pageHref: paylinkHref,
    receiptHref,
  }
}

/** Where the merchant wants its declined payers back, the form would be taken away from under their hands. */
function declinedPage(assets: Assets, view: PaylinkView, problem: Problem): Answer | null {
  const { after_decline, id } = view.link
  if (!after_decline) return null
  const redirect = { ...after_decline, stay: paylinkHref(id) }
  const [next] = redirectLinks(redirect)
  const links = [{ href: paylinkHref(id), label: 'Try again' }, ...(next ? [next] : [])]
  const text = `${problem.text} ${redirectText(redirect)}`
  const notice = { icon: 'alert', tone: 'warn', title: problem.title, text, links } as const
  return { status: 422, document: noticePage(assets, view.merchant, notice, null), ...redirectRefresh(redirect) }
}

function receiptHref(id: string, token: string): string {
  return `${RECEIPT_PATH}?paylink_id=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}`
}
