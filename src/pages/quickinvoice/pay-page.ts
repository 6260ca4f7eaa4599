import type { Assets } from '../assets.ts'
import { html } from '../html.ts'
import { icons } from '../icons.ts'
import { page } from '../layout.ts'
import { colophon, masthead } from '../merchant.ts'
import type { PayForm } from '../payform/pay-form.ts'
import type { PayFormState } from '../payform/pay-form-view.ts'
import { payFormView } from '../payform/pay-form-view.ts'
import { invoiceSummary } from './summary.ts'
import type { InvoiceView } from './view.ts'
import { brandingOf } from './view.ts'

/** The page on which a quick invoice is paid. `form` is what `invoicePayForm` made of the same view. */
export function payPage(assets: Assets, view: InvoiceView, form: PayForm, state: PayFormState): string {
  const troubled = state.problem !== null || Object.keys(state.filled.errors).length > 0
  return page({
    assets,
    title: `${troubled ? 'Not paid yet: ' : ''}${view.invoice.title} – ${view.merchant.name}`,
    branding: brandingOf(view.merchant),
    scripts: ['pay.js'],
    skip: { href: '#pay', label: 'Skip to payment' },
    body: html`${masthead(view.merchant)}
<main class="checkout">
${invoiceSummary(view)}
<section class="pay" id="pay" aria-labelledby="pay-title" tabindex="-1">
<h2 id="pay-title">Payment</h2>
${payFormView(form, state)}
<p class="assurance">${icons.lock}<span>Your details go straight to the payment gateway of ${view.merchant.name}. The security code is never stored.</span></p>
</section>
</main>
${colophon(view.merchant)}`,
  })
}
