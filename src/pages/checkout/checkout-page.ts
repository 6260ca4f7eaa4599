import type { AssetName, Assets } from '../assets.ts'
import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { colophon, masthead } from '../merchant.ts'
import type { Notice } from '../notice.ts'
import { noticePanel } from '../notice.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { PayFormState } from '../payform/pay-form-view.ts'
import { payFormView } from '../payform/pay-form-view.ts'
import type { MerchantView } from './merchant-view.ts'
import { brandingOf } from './merchant-view.ts'

const SCRIPTS: AssetName[] = ['pay.js']

export interface PayPageParts {
  merchant: MerchantView
  /** What is paid for, in a few words; part of the page's title. */
  title: string
  /** What it is for: the side that is read, with the first heading of the page. */
  summary: Html
  form: PayForm
  state: PayFormState
  /** A summary of a few lines stands above the form; a longer one has a side of its own where there is room. */
  short?: boolean
}

/** A page to pay on: what for, and the form. Returns the whole document. */
export function payPage(assets: Assets, { merchant, title, summary, form, state, short }: PayPageParts): string {
  const troubled = state.problem !== null || Object.keys(state.filled.errors).length > 0
  return page({
    assets,
    title: `${troubled ? 'Not paid yet: ' : ''}${title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    scripts: SCRIPTS,
    width: short ? 'narrow' : 'regular',
    skip: { href: '#pay', label: 'Skip to payment' },
    body: html`${masthead(merchant)}
<main class="${short ? 'stack' : 'checkout'}">
${summary}
<section class="pay" id="pay" aria-labelledby="pay-title" tabindex="-1">
<h2 id="pay-title">Payment</h2>
${payFormView(form, state)}
<p class="assurance">${icons.lock}<span>Your details go straight to the payment gateway of ${merchant.name}. The security code is never stored.</span></p>
</section>
</main>
${colophon(merchant)}`,
  })
}

/** A message in place of the form, beside what it is about; on its own where there is no summary to show. */
export function noticePage(assets: Assets, merchant: MerchantView, notice: Notice, summary: Html | null): string {
  return page({
    assets,
    title: `${notice.title} – ${merchant.name}`,
    branding: brandingOf(merchant),
    width: summary ? 'regular' : 'narrow',
    body: html`${masthead(merchant)}
<main class="${summary ? 'checkout' : 'alone'}">
${noticePanel(notice)}
${summary}
</main>
${colophon(merchant)}`,
  })
}
