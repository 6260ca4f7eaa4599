import { html } from '../../src/pages/html.ts'
import { LANGUAGE, showMoney } from '../../src/pages/show.ts'
import type { Section } from './console-page.ts'
import type { ConsoleView, PayPageLine } from './console-view.ts'

/** The latest invoices and paylinks, each with the page on which a payer pays it. */
export function payPagesSection({ pay_pages }: ConsoleView): Section {
  const body =
    pay_pages.length === 0
      ? html`<p class="fine">No invoice or paylink yet. The first calls above make one.</p>`
      : html`<table class="rows">
<caption class="quiet">Latest invoices and paylinks</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Merchant</th><th scope="col">State</th><th scope="col" class="number">Left to pay</th></tr></thead>
<tbody>${pay_pages.map(
          line => html`<tr>
<th scope="row"><a href="${hrefOf(line)}">${line.title}</a><span class="fine">${KINDS[line.kind]}</span></th>
<td>${line.merchant}</td>
<td>${line.state}</td>
<td class="number">${showMoney(line.open, LANGUAGE)} <span class="fine">of ${showMoney(line.amount, LANGUAGE)}</span></td>
</tr>`,
        )}</tbody>
</table>`
  return { id: 'pages', title: 'Pay pages', body }
}

const KINDS = { quickinvoice: 'Quick invoice', paylink: 'Paylink' }

function hrefOf({ kind, id }: PayPageLine): string {
  return kind === 'quickinvoice' ? `/quickinvoice/?id=${id}` : `/?paylink_id=${id}`
}

/** The virtual devices; null when there is none. Each leads to its face where the sandbox has one. */
export function devicesSection({ devices, has }: ConsoleView): Section | null {
  if (devices.length === 0) return null
  const body = html`<ul class="lines">${devices.map(
    ({
      id,
      title,
      location,
    }) => html`<li>${has.terminals ? html`<a href="/sandbox/terminals/${id}">${title}</a>` : title}
<span class="fine">${location}</span> <span class="code">${id}</span></li>`,
  )}</ul>`
  return { id: 'devices', title: 'Devices', body }
}
