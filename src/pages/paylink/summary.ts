import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { showDate, showMoney } from '../show.ts'
import type { PaylinkView } from './view.ts'

/** What the link is for: who asks, for what, how much, until when. Its title is the page's, unless a message comes first. */
export function paylinkSummary(view: PaylinkView, heading: 'h1' | 'h2' = 'h1'): Html {
  const { link, merchant, standing } = view
  const title = titleOf(view)
  return html`<section class="invoice" aria-labelledby="paylink-title">
<p class="eyebrow">${link.description ? `Payment to ${merchant.name}` : 'Payment request'}</p>
${heading === 'h1' ? html`<h1 id="paylink-title">${title}</h1>` : html`<h2 class="title" id="paylink-title">${title}</h2>`}
<p class="headline"><span class="amount">${showMoney(link.amount, view)}</span>
${standing === 'payable' && link.expire_date && html`<span class="due">Payable until <time datetime="${link.expire_date}">${showDate(link.expire_date, view)}</time></span>`}</p>
</section>`
}

/** In the merchant's words, or who is paid where it has said nothing. */
export function titleOf({ link, merchant }: PaylinkView): string {
  return link.description ?? `Payment to ${merchant.name}`
}
