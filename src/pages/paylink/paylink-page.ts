import { isWithin } from '../../lib/amount-limits.ts'
import type { Money } from '../../lib/money.ts'
import { qrSvg } from '../../lib/qr-code.ts'
import type { Words } from '../../words/words.ts'
import { payNoticePage } from '../checkout/checkout-page.ts'
import type { PageMethods } from '../checkout/page-subject.ts'
import { takenBy } from '../checkout/payment-methods.ts'
import { fill, type Html, html } from '../html.ts'
import type { MerchantView } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import { buildPayForm, type PayForm } from '../payform/pay-form.ts'
import type { PageSurcharge } from '../payform/surcharge.ts'
import type { Presentation } from '../presentation.ts'
import { lookAgain, plainOutcome, receiptPage } from '../receipt/receipt-page.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { type RedirectTarget, redirectLinks, redirectRefresh, redirectText } from '../receipt/redirect.ts'

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
    /** The merchant's own reference. */
    reference: string | null
    /** The last day it can be paid. */
    expire_date: string | null
    /** The amount is held on a card now and taken later. */
    authorizes: boolean
    /** The merchant keeps the account for later payments. */
    keeps_account: boolean
    after_decline: RedirectTarget | null
  }
  methods: PageMethods
  surcharge?: PageSurcharge | null
  status: PageStatus
  /** The receipt of its payment; null where there is none. */
  receipt_href: string | null
  /** The language that is set for its payer, or null. */
  locale: string | null
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

export const RECEIPT_PATH = '/paylink/receipt'

export function receiptHref(id: string, token: string): string {
  return `${RECEIPT_PATH}?paylink_id=${encodeURIComponent(id)}&token=${encodeURIComponent(token)}`
}

/** The form that pays this link, or null when neither a card nor a bank debit can be taken on a page. */
export function paylinkPayForm({ words, link }: Presentation, view: PaylinkView): PayForm | null {
  const { id, amount, authorizes, keeps_account } = view.link
  return buildPayForm(words, view, {
    action: link(paylinkHref(id)),
    amount: { kind: 'fixed', amount },
    authorizes,
    keeps_account,
  })
}

/**
 * What the link is for: who asks for the payment, its purpose, amount and last day. Without a description it names the
 * merchant.
 */
export function titleOf({ paylink }: Words, { link, merchant }: PaylinkView): string {
  return link.description ?? paylink.payment_to(merchant.name)
}

/** The summary above the form, with a QR code for payers who would rather pay on their phone. */
export function paylinkSummary({ words }: Presentation, view: PaylinkView, publicUrl: string): Html {
  const { link, merchant } = view
  const { paylink, day } = words
  const last = link.expire_date && html`<time datetime="${link.expire_date}">${day(link.expire_date)}</time>`
  return html`<section class="invoice" aria-labelledby="paylink-title">
<p class="eyebrow">${link.description ? paylink.payment_to(merchant.name) : paylink.request}</p>
<h1 id="paylink-title">${titleOf(words, view)}</h1>
<p class="headline"><span class="amount">${words.money(link.amount)}</span>
${last && html`<span class="due">${fill(paylink.pay_by, { date: last })}</span>`}</p>
${link.reference && html`<p class="reference">${paylink.reference}: <span class="code">${link.reference}</span></p>`}
${qrCode(words, publicUrl, link.id)}
</section>`
}

const PIXELS = 176
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Returns null where no phone could reach the gateway. */
function qrCode({ page }: Words, publicUrl: string, paylink_id: string): Html | null {
  if (LOOPBACK.test(new URL(publicUrl).hostname)) return null
  const image = Buffer.from(qrSvg(publicUrl + paylinkHref(paylink_id), PIXELS)).toString('base64')
  return html`<details class="phone-link">
<summary>${page.pay_phone}</summary>
<img src="data:image/svg+xml;base64,${image}" alt="${page.qr_code}" width="${PIXELS}" height="${PIXELS}">
</details>`
}

/**
 * The receipt, or the result alone where the merchant wants no details shown. `own_href`: this page; `stay`: the payer
 * asked not to be redirected.
 */
export function paylinkReceiptPage(
  shown: Presentation,
  receipt: PaylinkReceipt,
  { own_href, stay }: { own_href: string; stay: boolean },
): PageResponse {
  const { words } = shown
  const stay_href = stay ? null : `${own_href}&stay=1`
  const redirect = receipt.after_approval && { ...receipt.after_approval, stay_href }
  const refresh = { ...lookAgain(receipt.payment.result === 'unknown', own_href), ...redirectRefresh(redirect) }
  if (receipt.shows_details) return { status: 200, document: receiptPage(shown, receipt, redirect), ...refresh }
  const outcome = plainOutcome(words, receipt)
  const notice = redirect
    ? {
        ...outcome,
        text: html`${outcome.text} ${redirectText(words, redirect)}`,
        links: redirectLinks(words, redirect),
      }
    : outcome
  return { status: 200, document: payNoticePage(shown, receipt.merchant, notice, null), ...refresh }
}

/** A message in place of the form, for a link that cannot be paid now. Nothing of a withdrawn link is repeated. */
export function statusPage(shown: Presentation, view: PaylinkView): PageResponse {
  const document = payNoticePage(shown, view.merchant, statusNotice(shown, view), null)
  return { status: 200, document, ...lookAgain(view.status === 'processing', shown.link(paylinkHref(view.link.id))) }
}

function statusNotice(shown: Presentation, view: PaylinkView): Notice {
  const { words } = shown
  const { page, paylink } = words
  const { link, status, receipt_href } = view
  const { name } = view.merchant
  const [amount, title] = [words.money(link.amount), titleOf(words, view)]
  switch (status) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'good',
        title: paylink.paid_title,
        text: `${paylink.what_paid(amount, title)} ${page.thanks(name)}`,
        links: receipt_href ? [{ href: shown.link(receipt_href), label: words.receipt.view }] : undefined,
      }
    case 'expired': {
      const last = link.expire_date ? words.day(link.expire_date) : ''
      const text = paylink.expired_text(amount, title, name, last)
      return { icon: 'clock', tone: 'warn', title: paylink.expired_title, text }
    }
    case 'withdrawn':
      return { icon: 'closed', tone: 'calm', title: paylink.closed_title, text: paylink.closed_text(name) }
    case 'processing':
      return {
        icon: 'clock',
        tone: 'calm',
        title: page.confirming,
        text: page.confirming_text,
        links: [{ href: shown.link(paylinkHref(link.id)), label: page.check_again }],
      }
    default:
      return {
        icon: 'closed',
        tone: 'calm',
        title: paylink.offline_title,
        text: untakenText(shown, view) ?? paylink.offline_text(amount, title, name),
      }
  }
}

/** What a payer reads where the processors do not take the amount of the link, or null. */
function untakenText(
  { words: { page, money } }: Presentation,
  { link, methods, merchant }: PaylinkView,
): string | null {
  const takes = takenBy(methods)
  if (isWithin(link.amount, takes)) return null
  const [least, most] = [money(takes.least_amount), money(takes.largest_amount)]
  return page.untaken({ amount: money(link.amount), least, most, merchant: merchant.name })
}
