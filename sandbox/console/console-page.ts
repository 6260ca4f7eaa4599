import type { Asset, Assets } from '../../src/pages/assets.ts'
import { type Html, html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import { VERSION } from '../../src/version.ts'
import { faultLines } from '../faults/fault-list.ts'
import { accessSection } from './access-section.ts'
import { clockSection } from './clock-section.ts'
import type { ConsoleView } from './console-view.ts'
import { messagesSection } from './messages-section.ts'
import { devicesSection, ledgerSection, payPagesSection, postbacksSection } from './record-sections.ts'
import type { Section } from './section.ts'

/** Returns the whole console as one document: records in the wide column, clock and reference beside it. */
export function consolePage({ assets, stylesheet }: { assets: Assets; stylesheet: Asset }, view: ConsoleView): string {
  const work = [
    accessSection(view),
    payPagesSection(view),
    messagesSection(view),
    postbacksSection(view),
    ledgerSection(view),
  ]
  const side = [clockSection(view), devicesSection(view), faultsSection()].filter(each => each !== null)
  return page({
    assets,
    title: 'Tollgate sandbox console',
    width: 'wide',
    skip: { href: '#content', label: 'Skip to the content' },
    body: html`<link rel="stylesheet" href="${stylesheet.href}" integrity="${stylesheet.integrity}">
<header class="console-head">
<div>
<h1>Tollgate sandbox</h1>
<p class="fine">Nothing here moves real money. Version ${VERSION}</p>
</div>
<nav aria-label="Console"><ul>
${[...side.slice(0, 1), ...work].map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
<li><a href="/docs">Documentation</a></li>
</ul></nav>
</header>
<main class="console" id="content" tabindex="-1">
<div class="console-side">${side.map(panel)}</div>
<div class="console-work">${work.map(panel)}</div>
</main>`,
  })
}

function panel({ id, title, body }: Section): Html {
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`
}

/** The faults that integrators can cause, and how. */
function faultsSection(): Section {
  const words = ([word, says]: readonly [string, string]) => html`<li><code>${word}</code> ${says}</li>`
  return {
    id: 'faults',
    title: 'Faults',
    body: html`<p>Send <code>Tollgate-Sandbox-Fault: drop_after,hide:4</code> with a request, and its order fails like that. For orders that no request makes: <code>POST /sandbox/faults</code>.</p>
<details><summary>At the processor</summary><ul class="faults">${faultLines.processor.map(words)}</ul></details>
<details><summary>At a terminal</summary><ul class="faults">${faultLines.device.map(words)}</ul></details>`,
  }
}
