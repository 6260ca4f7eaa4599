import type { Asset, Assets } from '../../src/pages/assets.ts'
import { attrs, type Html, html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import { VERSION } from '../../src/version.ts'
import { faultLines } from '../faults/fault-list.ts'
import { accessSection } from './access-section.ts'
import { clockBar } from './clock-section.ts'
import type { ConsoleView } from './console-view.ts'
import { logoSection, looksSection } from './looks-section.ts'
import { cardsSection, makeSection } from './make-section.ts'
import { messagesSection } from './messages-section.ts'
import { postbacksSections } from './postbacks-section.ts'
import { devicesSection, ledgerSection, payPagesSection } from './record-sections.ts'
import { requestsSection } from './requests-section.ts'
import type { Section } from './section.ts'

interface TabOf {
  title: string
  /** The wide column. */
  work(view: ConsoleView): Section[]
  /** The side column; without it the work has the whole width. */
  side?(view: ConsoleView): (Section | null)[]
}

/** The pages of the console by the last part of their address; the first is `/sandbox` itself. */
const TABS = {
  '': {
    title: 'Overview',
    work: view => [makeSection(view), accessSection(view), payPagesSection(view)],
    side: view => [cardsSection(), devicesSection(view), faultsSection()],
  },
  requests: { title: 'Requests', work: view => [requestsSection(view.requests, view.query.filter)] },
  messages: { title: 'Messages', work: view => [messagesSection(view)] },
  postbacks: { title: 'Postbacks', work: postbacksSections },
  looks: { title: 'Looks', work: view => [looksSection(view), logoSection(view)] },
  processor: { title: 'Processor', work: view => [ledgerSection(view)], side: () => [faultsSection(), cardsSection()] },
} satisfies Record<string, TabOf>

export type Tab = keyof typeof TABS

/** The tabs that have an address of their own below `/sandbox/console`. */
export const TAB_NAMES = Object.keys(TABS).filter(name => name !== '') as Tab[]

/** One request or record, shown in place of its tab's sections. */
export interface OnePage {
  work: Section[]
  side: Section[]
}

/** What is shown: a tab, or one request or record of it. */
interface Shown {
  tab: Tab
  one?: OnePage | undefined
}

/** Returns one page of the console: clock, wide column, side column. */
export function consolePage(
  { assets, stylesheet, script }: { assets: Assets; stylesheet: Asset; script: Asset },
  view: ConsoleView,
  { tab, one }: Shown,
): string {
  const of: TabOf = TABS[tab]
  const work = one?.work ?? of.work(view)
  const side = (one?.side ?? of.side?.(view) ?? []).filter(each => each !== null)
  const title = one?.work[0]?.title ?? (tab === '' ? null : of.title)
  return page({
    assets,
    title: `${title === null ? '' : `${title} – `}Tollgate sandbox console`,
    width: 'wide',
    skip: { href: '#content', label: 'Skip to the content' },
    body: html`<link rel="stylesheet" href="${stylesheet.href}" integrity="${stylesheet.integrity}">
<script src="${script.href}" integrity="${script.integrity}" defer></script>
<header class="console-head">
<div>
<h1>Tollgate sandbox</h1>
<p class="fine">Nothing here moves real money. Version ${VERSION}</p>
</div>
<nav aria-label="Console"><ul>
${Object.entries(TABS).map(([name, { title }]) => html`<li><a href="${tabHref(name)}"${name === tab && CURRENT}>${title}</a></li>`)}
<li><a href="/docs">Documentation</a></li>
</ul></nav>
</header>
${clockBar(view)}
<main class="console" id="content" tabindex="-1">
<div class="console-work">${work.map(panel)}</div>
${side.length > 0 && html`<div class="console-side">${side.map(panel)}</div>`}
</main>`,
  })
}

const CURRENT = attrs({ 'aria-current': 'page' })

function tabHref(name: string): string {
  return name === '' ? '/sandbox' : `/sandbox/console/${name}`
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
