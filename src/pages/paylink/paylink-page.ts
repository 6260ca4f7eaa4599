import type { Money } from '../../lib/money.ts'
import { qrSvg } from '../../lib/qr-code.ts'
import { showDay } from '../../lib/us-formats.ts'
import type { Assets } from '../assets.ts'
import { payNoticePage } from '../checkout/checkout-page.ts'
import type { PageMethods } from '../checkout/page-subject.ts'
import { type Html, html } from '../html.ts'
import type { MerchantView } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import { buildPayForm, type PayForm } from '../payform/pay-form.ts'
import { plainOutcome, receiptPage } from '../receipt/receipt-page.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { type RedirectTarget, redirectLinks, redirectRefresh, redirectText } from '../receipt/redirect.ts'
import { showMoney } from '../show.ts'

/**
 * What can be done with the paylink now. `payable`: take its payment. `paid`: it was paid. `expired`: its last day has
 * passed. `withdrawn`: the merchant switched it off. `processing`: a payment has no outcome yet.
 */
export type PageStatus = 'payable' | 'paid' | 'expired' | 'withdrawn' | 'processing'

/**
 * What the page of a paylink shows. The amount is in minor units, the date `yyyy-mm-dd`, the description not yet
 * escaped.
 */
export interface PaylinkView {
  merchant: MerchantView
  link: {
    id: string
    description: string | null
    amount: Money
    /** The last day it can be paid. */
    expire_date: string | null
    /** The amount is held on a card now and taken later. */
    authorizes: boolean
    /** The merchant keeps the account for later payments. */
    keeps_account: boolean
    after_decline: RedirectTarget | null
  }
  methods: PageMethods
  status: PageStatus
}

export interface PaylinkReceipt extends ReceiptView {
  /** Whether more than the result is shown (contract 2.5). */
  shows_details: boolean
  after_approval: RedirectTarget | null
}

/** Contract 2.5. */
export function paylinkHref(id: string): string {
  return `/?paylink_id=${encodeURIComponent(id)}`
}

/** The form that pays this link, or null when neither a card nor a bank debit can be taken on a page. */
export function paylinkPayForm(view: PaylinkView): PayForm | null {
  const { id, amount, authorizes, keeps_account } = view.link
  return buildPayForm(view, {
    action: paylinkHref(id),
    amount: { kind: 'fixed', amount },
    authorizes,
    keeps_account,
  })
}

/**
 * What the link is for: who asks for the payment, its purpose, amount and last day. Without a description it names the
 * merchant.
 */
export function titleOf({ link, merchant }: PaylinkView): string {
  return link.description ?? `Payment to ${merchant.name}`
}

/** The summary above the form, with a QR code for payers who would rather pay on their phone. */
export function paylinkSummary(view: PaylinkView, publicUrl: string): Html {
  const { link, merchant } = view
  return html`<section class="invoice" aria-labelledby="paylink-title">
<p class="eyebrow">${link.description ? `Payment to ${merchant.name}` : 'Payment request'}</p>
<h1 id="paylink-title">${titleOf(view)}</h1>
<p class="headline"><span class="amount">${showMoney(link.amount)}</span>
${link.expire_date && html`<span class="due">Payable until <time datetime="${link.expire_date}">${showDay(link.expire_date)}</time></span>`}</p>
${qrCode(publicUrl, link.id)}
</section>`
}

const PIXELS = 176
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Returns null where no phone could reach the gateway. */
function qrCode(publicUrl: string, paylink_id: string): Html | null {
  if (LOOPBACK.test(new URL(publicUrl).hostname)) return null
  const image = Buffer.from(qrSvg(publicUrl + paylinkHref(paylink_id), PIXELS)).toString('base64')
  return html`<details class="phone-link">
<summary>Pay on your phone instead</summary>
<img src="data:image/svg+xml;base64,${image}" alt="QR code that opens this page" width="${PIXELS}" height="${PIXELS}">
</details>`
}

/**
 * The receipt, or the result alone where the merchant wants no details shown. `stay_href`: the same page without the
 * redirect.
 */
export function paylinkReceiptPage(assets: Assets, receipt: PaylinkReceipt, stay_href: string | null): PageResponse {
  const redirect = receipt.after_approval && { ...receipt.after_approval, stay_href }
  const refresh = redirectRefresh(redirect)
  if (receipt.shows_details) return { status: 200, document: receiptPage(assets, receipt, redirect), ...refresh }
  const outcome = plainOutcome(receipt)
  const notice = redirect
    ? { ...outcome, text: `${outcome.text} ${redirectText(redirect)}`, links: redirectLinks(redirect) }
    : outcome
  return { status: 200, document: payNoticePage(assets, receipt.merchant, notice, null), ...refresh }
}

/** A message in place of the form, for a link that cannot be paid now. Nothing of a withdrawn link is repeated. */
export function statusPage(assets: Assets, view: PaylinkView): PageResponse {
  return { status: 200, document: payNoticePage(assets, view.merchant, statusNotice(view), null) }
}

function statusNotice(view: PaylinkView): Notice {
  const { link, merchant, status } = view
  const { name } = merchant
  const what = `${showMoney(link.amount)} for “${titleOf(view)}”`
  switch (status) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'good',
        title: 'This payment link has been paid',
        text: `Nothing is left to pay of ${what}. Thank you from ${name}.`,
      }
    case 'expired':
      return {
        icon: 'clock',
        tone: 'warn',
        title: 'This payment link has expired',
        text: `The last day to pay ${what} was ${link.expire_date ? showDay(link.expire_date) : ''}. Ask ${name} for a new link.`,
      }
    case 'withdrawn':
      return {
        icon: 'closed',
        tone: 'calm',
        title: 'This payment link is closed',
        text: `${name} takes no payment on it any more. If you think it should, ask there.`,
      }
    case 'processing':
      return {
        icon: 'clock',
        tone: 'calm',
        title: 'A payment is being confirmed',
        text: `${what}: we are waiting for the answer. Please do not pay again; look here in a few minutes.`,
        links: [{ href: paylinkHref(link.id), label: 'Check again' }],
      }
    default:
      return {
        icon: 'closed',
        tone: 'calm',
        title: 'This payment link cannot be paid online',
        text: `Ask ${name} for another way to pay ${what}.`,
      }
  }
}
