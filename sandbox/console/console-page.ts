import type { Asset, Assets } from '../../src/pages/assets.ts'
import type { Child, Html } from '../../src/pages/html.ts'
import { html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import { VERSION } from '../../src/version.ts'
import { accessSection } from './access.ts'
import { clockSection } from './clock-form.ts'
import type { ConsoleView } from './console-view.ts'
import { faultsSection } from './faults-section.ts'
import { ledgerSection } from './ledger-table.ts'
import { messagesSection } from './messages.ts'
import { devicesSection, payPagesSection } from './places.ts'
import { postbacksSection } from './postback-table.ts'

/** One part of the console. */
export interface Section {
  id: string
  title: string
  body: Child
}

/** The whole console as one document: work in the wide column, what is set and looked up beside it. */
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
