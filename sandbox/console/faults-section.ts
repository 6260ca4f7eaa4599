import { html } from '../../src/pages/html.ts'
import { faultLines } from '../faults/fault-list.ts'
import type { Section } from './console-page.ts'

/** What integrators can let go wrong, and how. */
export function faultsSection(): Section {
  const words = ([word, says]: readonly [string, string]) => html`<li><code>${word}</code> ${says}</li>`
  return {
    id: 'faults',
    title: 'Faults',
    body: html`<p>Send <code>Tollgate-Sandbox-Fault: drop_after,hide:4</code> with a request, and its order fails like that. For orders that no request makes: <code>POST /sandbox/faults</code>.</p>
<details><summary>At the processor</summary><ul class="faults">${faultLines.processor.map(words)}</ul></details>
<details><summary>At a terminal</summary><ul class="faults">${faultLines.device.map(words)}</ul></details>`,
  }
}
