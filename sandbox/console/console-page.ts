import type { Asset, Assets } from '../../src/pages/assets.ts'
import { type Html, html } from '../../src/pages/html.ts'
import { page } from '../../src/pages/layout.ts'
import { VERSION } from '../../src/version.ts'
import { faultLines } from '../faults/fault-list.ts'
import { accessSection } from './access-section.ts'
import type { ConsoleView } from './console-view.ts'
import { messagesSection } from './messages-section.ts'
import { devicesSection, ledgerSection, payPagesSection, postbacksSection } from './record-sections.ts'
import { dayAfter, type Section, utcTime } from './section.ts'

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
      html`<li><strong>${noun}.${verb}</strong> <span class="code">${record_id}</span> <span class="fine">${utcTime(created_ts)}</span></li>`,
  )}</ol>
</details>`
}
