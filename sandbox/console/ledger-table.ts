import { html } from '../../src/pages/html.ts'
import type { Section } from './console-page.ts'
import type { ConsoleView } from './console-view.ts'
import { moment } from './moment.ts'

/** The processor's own book, which knows what really happened to money whatever the gateway's database says. */
export function ledgerSection({ ledger }: ConsoleView): Section {
  const body =
    ledger.length === 0
      ? html`<p class="fine">The processor was not asked for anything yet.</p>`
      : html`<table class="rows">
<caption class="quiet">Latest entries of the processor’s own book</caption>
<thead><tr><th scope="col">Time, UTC</th><th scope="col">Action</th><th scope="col">Result</th><th scope="col" class="number">Amount</th><th scope="col">Reference</th></tr></thead>
<tbody>${ledger.map(
          ({ ts, action, result, amount, reference }) => html`<tr>
<th scope="row">${moment(ts)}</th><td>${action}</td><td data-result="${result}">${result}</td><td class="number">${amount}</td><td class="code">${reference}</td>
</tr>`,
        )}</tbody>
</table>`
  return { id: 'ledger', title: 'Processor’s book', body }
}
