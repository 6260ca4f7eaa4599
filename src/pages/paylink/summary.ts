import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { showDate, showMoney } from '../show.ts'
import type { PaylinkView } from './view.ts'

/** What the link is for: who asks, for what, how much, until when; `also` stands below it. */
export function paylinkSummary(view: PaylinkView, also: Html | null): Html {
  const { link, merchant } = view
  return html`<section class="invoice" aria-labelledby="paylink-title">
<p class="eyebrow">${link.description ? `Payment to ${merchant.name}` : 'Payment request'}</p>
<h1 id="paylink-title">${titleOf(view)}</h1>
<p class="headline"><span class="amount">${showMoney(link.amount, view)}</span>
${link.expire_date && html`<span class="due">Payable until <time datetime="${link.expire_date}">${showDate(link.expire_date, view)}</time></span>`}</p>
${also}
</section>`
}

/** In the merchant's words, or who is paid where it has said nothing. */
export function titleOf({ link, merchant }: PaylinkView): string {
  return link.description ?? `Payment to ${merchant.name}`
}
