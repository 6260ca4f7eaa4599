import type { PageField } from '../../resources/hostedpaymentpage/field-configuration.ts'
import { payNoticePage } from '../checkout/checkout-page.ts'
import type { PageMethods } from '../checkout/page-subject.ts'
import { type Html, html } from '../html.ts'
import type { MerchantView } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import type { AmountRule } from '../payform/amount.ts'
import { buildPayForm, type PayForm } from '../payform/pay-form.ts'
import type { PageSurcharge } from '../payform/surcharge.ts'
import type { Presentation } from '../presentation.ts'
import { type FrameMessage, lookAgain, receiptPage } from '../receipt/receipt-page.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { type RedirectTarget, redirectRefresh } from '../receipt/redirect.ts'
import { pageHref } from './page-address.ts'
import { detailDefaults, detailFields, shownFields } from './page-fields.ts'

/**
 * `payable`: take a payment. `paid`, `declined`, `processing`: the one payment this link asks for was made or tried.
 * `wrong`: the merchant's software has made a link that cannot be used. `closed`: nothing can be taken here now.
 */
export type PageStatus = 'payable' | 'paid' | 'declined' | 'processing' | 'wrong' | 'closed'

/** What a hosted payment page shows. Texts are not yet escaped. */
export interface HostedView {
  merchant: MerchantView
  page: {
    /** The query of its address. */
    page_id: string
    title: string
    fields: readonly PageField[]
    hides_optional: boolean
    authorizes: boolean
    /** The card is checked, and nothing is paid. */
    verifies: boolean
    keeps_account: boolean
    after_decline: RedirectTarget | null
    /** The origin that may frame it. */
    framed_by: string | null
  }
  amount: AmountRule | null
  methods: PageMethods
  surcharge?: PageSurcharge | null
  status: PageStatus
  /** For whoever makes the links: why this one cannot be used. */
  wrong: string | null
  /** The language that is set for its payers, or null. */
  locale: string | null
}

export interface HostedReceipt extends ReceiptView {
  after_approval: RedirectTarget | null
  message: FrameMessage | null
  framed_by: string | null
}

/** The form of the page, or null when nothing can be paid on it now. */
export function hostedPayForm({ words, link }: Presentation, view: HostedView): PayForm | null {
  const { page, amount, status } = view
  if (status !== 'payable' || !amount) return null
  const { authorizes, verifies, keeps_account, fields } = page
  const own = { action: link(pageHref(page.page_id)), amount, authorizes, verifies, keeps_account }
  const form = buildPayForm(words, view, own)
  if (!form) return null
  const needed = (of: PayForm['cc']) => (page.hides_optional && of ? of.filter(({ required }) => required) : of)
  return {
    ...form,
    cc: needed(form.cc),
    ach: needed(form.ach),
    details: detailFields(words, fields),
    defaults: detailDefaults(fields),
  }
}

/** The summary above the form: who is paid, what for and, where the payer cannot choose, how much. */
export function hostedSummary({ words }: Presentation, { merchant, page, amount }: HostedView): Html {
  const shown = shownFields(page.fields)
  return html`<section class="invoice" aria-labelledby="page-title">
<p class="eyebrow">${words.paylink.payment_to(merchant.name)}</p>
<h1 id="page-title">${page.title}</h1>
${amount?.kind === 'fixed' && !page.verifies && html`<p class="headline"><span class="amount">${words.money(amount.amount)}</span></p>`}
${shown.length > 0 && html`<dl class="facts">${shown.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
</section>`
}

/** A message in place of the form. */
export function hostedStatusPage(shown: Presentation, view: HostedView): PageResponse {
  const document = payNoticePage(shown, view.merchant, statusNotice(shown, view), null)
  const again = lookAgain(view.status === 'processing', shown.link(pageHref(view.page.page_id)))
  return { status: view.status === 'wrong' ? 422 : 200, document, ...framedBy(view.page), ...again }
}

function statusNotice(shown: Presentation, { page, merchant, status, wrong }: HostedView): Notice {
  const { hosted_page: words, page: any_page, declined } = shown.words
  const { name } = merchant
  switch (status) {
    case 'paid': {
      if (page.verifies) {
        const { verified: title, plain_verified } = shown.words.receipt
        return { icon: 'check', tone: 'good', title, text: plain_verified(name) }
      }
      const text = `${words.paid_text(page.title)} ${any_page.thanks(name)}`
      return { icon: 'check', tone: 'good', title: words.paid_title, text }
    }
    case 'declined':
      return { icon: 'alert', tone: 'warn', title: declined.title, text: words.declined_text(name) }
    case 'processing':
      return {
        icon: 'clock',
        tone: 'calm',
        title: any_page.confirming,
        text: any_page.confirming_text,
        links: [{ href: shown.link(pageHref(page.page_id)), label: any_page.check_again }],
      }
    case 'wrong':
      return { icon: 'alert', tone: 'warn', title: words.wrong_title, text: words.wrong_text(name, wrong ?? '') }
    default:
      return { icon: 'closed', tone: 'calm', title: words.closed_title, text: any_page.another_way(name) }
  }
}

/** The receipt. `own_href`: this page; `stay`: the payer asked not to be redirected. */
export function hostedReceiptPage(
  shown: Presentation,
  receipt: HostedReceipt,
  { own_href, stay }: { own_href: string; stay: boolean },
): PageResponse {
  const redirect = receipt.after_approval && {
    ...receipt.after_approval,
    stay_href: stay ? null : `${own_href}&stay=1`,
  }
  const document = receiptPage(shown, receipt, redirect, receipt.message)
  const again = lookAgain(receipt.payment.result === 'unknown', own_href)
  return { status: 200, document, ...again, ...redirectRefresh(redirect), ...framedBy(receipt) }
}

/** Only the origin that the record names may frame the page. */
export function framedBy({ framed_by }: { framed_by: string | null }): Pick<PageResponse, 'framed_by'> {
  return framed_by === null ? {} : { framed_by }
}
