import type { PageField } from '../../resources/hostedpaymentpage/field-configuration.ts'
import type { Assets } from '../assets.ts'
import { payNoticePage } from '../checkout/checkout-page.ts'
import type { PageMethods } from '../checkout/page-subject.ts'
import { type Html, html } from '../html.ts'
import type { MerchantView } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import type { PageResponse } from '../page-routes.ts'
import type { AmountRule } from '../payform/amount.ts'
import { buildPayForm, type PayForm } from '../payform/pay-form.ts'
import { type FrameMessage, receiptPage } from '../receipt/receipt-page.ts'
import type { ReceiptView } from '../receipt/receipt-view.ts'
import { type RedirectTarget, redirectRefresh } from '../receipt/redirect.ts'
import { showMoney } from '../show.ts'
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
    keeps_account: boolean
    after_decline: RedirectTarget | null
    /** The origin that may frame it. */
    framed_by: string | null
  }
  amount: AmountRule | null
  methods: PageMethods
  status: PageStatus
  /** For whoever makes the links: why this one cannot be used. */
  wrong: string | null
}

export interface HostedReceipt extends ReceiptView {
  after_approval: RedirectTarget | null
  message: FrameMessage | null
  framed_by: string | null
}

/** The form of the page, or null when nothing can be paid on it now. */
export function hostedPayForm(view: HostedView): PayForm | null {
  const { page, amount, status } = view
  if (status !== 'payable' || !amount) return null
  const { authorizes, keeps_account, fields } = page
  const form = buildPayForm(view, { action: pageHref(page.page_id), amount, authorizes, keeps_account })
  if (!form) return null
  const needed = (of: PayForm['cc']) => (page.hides_optional && of ? of.filter(({ required }) => required) : of)
  return {
    ...form,
    cc: needed(form.cc),
    ach: needed(form.ach),
    details: detailFields(fields),
    defaults: detailDefaults(fields),
  }
}

/** The summary above the form: who is paid, what for and, where the payer cannot choose, how much. */
export function hostedSummary({ merchant, page, amount }: HostedView): Html {
  const shown = shownFields(page.fields)
  return html`<section class="invoice" aria-labelledby="page-title">
<p class="eyebrow">Payment to ${merchant.name}</p>
<h1 id="page-title">${page.title}</h1>
${amount?.kind === 'fixed' && html`<p class="headline"><span class="amount">${showMoney(amount.amount)}</span></p>`}
${shown.length > 0 && html`<dl class="facts">${shown.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
</section>`
}

/** A message in place of the form. */
export function hostedStatusPage(assets: Assets, view: HostedView): PageResponse {
  const document = payNoticePage(assets, view.merchant, statusNotice(view), null)
  return { status: view.status === 'wrong' ? 422 : 200, document, ...framedBy(view.page) }
}

function statusNotice({ page, merchant, status, wrong }: HostedView): Notice {
  const { name } = merchant
  switch (status) {
    case 'paid':
      return {
        icon: 'check',
        tone: 'good',
        title: 'This has been paid',
        text: `Nothing is left to pay for “${page.title}”. Thank you from ${name}.`,
      }
    case 'declined':
      return {
        icon: 'alert',
        tone: 'warn',
        title: 'The payment was declined',
        text: `No money was taken. Ask your bank, or ask ${name} for a new link to pay with another card.`,
      }
    case 'processing':
      return {
        icon: 'clock',
        tone: 'calm',
        title: 'Your payment is being confirmed',
        text: 'We are waiting for the answer of the bank. Please do not pay again; look here in a few minutes.',
        links: [{ href: pageHref(page.page_id), label: 'Check again' }],
      }
    case 'wrong':
      return {
        icon: 'alert',
        tone: 'warn',
        title: 'This link cannot be used',
        text: `Please tell ${name} that it does not work, and why: ${wrong ?? ''}`,
      }
    default:
      return {
        icon: 'closed',
        tone: 'calm',
        title: 'Nothing can be paid here now',
        text: `Ask ${name} for another way to pay.`,
      }
  }
}

/** The receipt. `stay_href`: the same page without the redirect. */
export function hostedReceiptPage(assets: Assets, receipt: HostedReceipt, stay_href: string | null): PageResponse {
  const redirect = receipt.after_approval && { ...receipt.after_approval, stay_href }
  const document = receiptPage(assets, receipt, redirect, receipt.message)
  return { status: 200, document, ...redirectRefresh(redirect), ...framedBy(receipt) }
}

/** Only the origin that the record names may frame the page. */
export function framedBy({ framed_by }: { framed_by: string | null }): Pick<PageResponse, 'framed_by'> {
  return framed_by === null ? {} : { framed_by }
}
