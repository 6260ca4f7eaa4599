import { type Html, html } from '../../src/pages/html.ts'
import type { ConsoleView } from './console-view.ts'
import { dayAfter, type Section, utcTime } from './section.ts'

const SPANS = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
  ['P1M', '1 month'],
] as const

/** The sandbox's time, and the buttons that move it forward. */
export function clockSection(view: ConsoleView): Section {
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
