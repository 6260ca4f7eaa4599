import type { Asset, Assets } from '../../src/pages/assets.ts'
import { attrs, type Html, html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import { VERSION } from '../../src/version.ts'
import { faultLines } from '../faults/fault-list.ts'
import { accessSection } from './access-section.ts'
import type { ConsoleView } from './console-view.ts'
import { logoSection, looksSection } from './looks-section.ts'
import { cardsSection, makeSection } from './make-section.ts'
import { messagesSection } from './messages-section.ts'
import { devicesSection, ledgerSection, payPagesSection, postbacksSection } from './record-sections.ts'
import { requestsSection } from './requests-section.ts'
import { dayAfter, recordHref, type Section, utcTime } from './section.ts'

/** The pages of the console by the last part of their address; the first is `/sandbox` itself. */
const TABS = {
  '': { title: 'Overview', sections: view => [makeSection(view), accessSection(view), payPagesSection(view)] },
  requests: { title: 'Requests', sections: view => [requestsSection(view.requests, view.query.filter)] },
  messages: { title: 'Messages', sections: view => [messagesSection(view)] },
  postbacks: { title: 'Postbacks', sections: view => [postbacksSection(view)] },
  looks: { title: 'Looks', sections: view => [looksSection(view), logoSection(view)] },
  processor: { title: 'Processor', sections: view => [ledgerSection(view)] },
} satisfies Record<string, { title: string; sections(view: ConsoleView): Section[] }>

export type Tab = keyof typeof TABS

/** The tabs that have an address of their own below `/sandbox/console`. */
export const TAB_NAMES = Object.keys(TABS).filter(name => name !== '') as Tab[]

/** What is shown: a tab, or one request or record of it. */
interface Shown {
  tab: Tab
  one?: Section | undefined
}

/** Returns one page of the console: records in the wide column, clock and reference beside it. */
export function consolePage(
  { assets, stylesheet, script }: { assets: Assets; stylesheet: Asset; script: Asset },
  view: ConsoleView,
  { tab, one }: Shown,
): string {
  const work = one ? [one] : TABS[tab].sections(view)
  const side = [clockSection(view), cardsSection(), devicesSection(view), faultsSection()]
  const title = one?.title ?? (tab === '' ? null : TABS[tab].title)
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
<main class="console" id="content" tabindex="-1">
<div class="console-work">${work.map(panel)}</div>
<div class="console-side">${side.filter(each => each !== null).map(panel)}</div>
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

const SPANS = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
  ['P1M', '1 month'],
] as const

/** The sandbox's time, and the buttons that move it forward. */
function clockSection(view: ConsoleView): Section {
  return {
    id: 'clock',
    title: 'Clock',
    body: html`<p class="now">${utcTime(view.now)} <span class="fine">UTC</span></p>
<p class="fine">Unix time <span class="code">${view.now}</span></p>
${view.query.problem && html`<p class="problem" role="alert">${view.query.problem}</p>`}
${view.token ? forms(view, view.token) : html`<p class="fine">sandbox.json is not in this home, so the clock can only be moved by <span class="code">POST /sandbox/clock</span>.</p>`}
${view.query.since !== null && happened(view)}`,
  }
}

function forms(view: ConsoleView, token: string): Html {
  const hidden = html`<input type="hidden" name="token" value="${token}">`
  return html`<form method="post" action="/sandbox/console/clock">
${hidden}
<p class="form-title">Move forward</p>
<p class="spans">${SPANS.map(([span, words]) => html`<button class="button plain" name="advance" value="${span}">${words}</button>`)}</p>
</form>
<form method="post" action="/sandbox/console/clock">
${hidden}
<label class="form-title" for="day">Go to a day, 12:00 UTC</label>
<p class="spans"><input class="input" type="date" id="day" name="day" min="${dayAfter(view.now)}" required>
<button class="button plain">Go</button></p>
</form>
<p class="fine">All work that falls due on the way is done in its order. The clock never goes back.</p>`
}

const COUNTS = ['Nothing happened', '1 event']

function happened({ events, query }: ConsoleView): Html {
  return html`<details class="happened" open>
<summary>${COUNTS[events.length] ?? `${events.length} events`} since ${utcTime(query.since ?? 0)}</summary>
<ol>${events.map(
    ({ noun, verb, record_id, created_ts }) =>
      html`<li><strong>${noun}.${verb}</strong> <a class="code" href="${recordHref(noun, record_id)}">${record_id}</a> <span class="fine">${utcTime(created_ts)}</span></li>`,
  )}</ol>
</details>`
}
