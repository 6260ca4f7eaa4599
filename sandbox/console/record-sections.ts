import { html } from '../../src/pages/html.ts'
import { showMoney } from '../../src/pages/show.ts'
import type { ConsoleView, PayPageLine } from './console-view.ts'
import { copied, recordHref, type Section, utcTime } from './section.ts'

/** The latest invoices and paylinks, each with a link to its pay page. */
export function payPagesSection({ pay_pages }: ConsoleView): Section {
  const body =
    pay_pages.length === 0
      ? html`<p class="fine">No invoice or paylink yet. The form above makes one.</p>`
      : html`<table class="rows">
<caption class="quiet">Latest invoices and paylinks</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Merchant</th><th scope="col">State</th><th scope="col" class="number">Left to pay</th></tr></thead>
<tbody>${pay_pages.map(
          line => html`<tr>
<th scope="row"><a href="${hrefOf(line)}">${line.title}</a><span class="fine">${KINDS[line.kind]} · <a href="${recordHref(line.kind, line.id)}">Record</a></span></th>
<td>${line.merchant}</td>
<td>${line.state}</td>
<td class="number">${showMoney(line.open)} <span class="fine">of ${showMoney(line.amount)}</span></td>
</tr>`,
        )}</tbody>
</table>`
  return { id: 'pages', title: 'Pay pages', body }
}

const KINDS = { quickinvoice: 'Quick invoice', paylink: 'Paylink' }

function hrefOf({ kind, id }: PayPageLine): string {
  return kind === 'quickinvoice' ? `/quickinvoice/?id=${id}` : `/?paylink_id=${id}`
}

/** The virtual terminals, or null when there is none. Each has a link to its UI where the sandbox serves one. */
export function devicesSection({ devices, has }: ConsoleView): Section | null {
  if (devices.length === 0) return null
  const body = html`<ul class="lines">${devices.map(
    ({
      id,
      title,
      location,
    }) => html`<li>${has.terminals ? html`<a href="/sandbox/terminals/${id}">${title}</a>` : title}
<span class="fine">${location}</span> ${copied(id)}</li>`,
  )}</ul>`
  return { id: 'devices', title: 'Devices', body }
}

/** The ledger of the processor simulator: what really happened to money, whatever the gateway's database says. */
export function ledgerSection({ ledger }: ConsoleView): Section {
  const body =
    ledger.length === 0
      ? html`<p class="fine">The processor was not asked for anything yet.</p>`
      : html`<table class="rows">
<caption class="quiet">Latest entries of the processor’s own book</caption>
<thead><tr><th scope="col">Time, UTC</th><th scope="col">Action</th><th scope="col">Result</th><th scope="col" class="number">Amount</th><th scope="col">Reference</th></tr></thead>
<tbody>${ledger.map(
          ({ ts, action, result, amount, reference }) => html`<tr>
<th scope="row">${utcTime(ts)}</th><td>${action}</td><td data-result="${result}">${result}</td><td class="number">${amount}</td><td class="code">${reference}</td>
</tr>`,
        )}</tbody>
</table>`
  return { id: 'ledger', title: 'Processor’s book', body }
}
