import { attrs, type Html, html } from '../../src/pages/html.ts'
import type { ConsoleView } from './console-view.ts'
import { dayAfter, recordHref, utcTime } from './section.ts'

const SPANS = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
  ['P1M', '1 month'],
] as const

const OPEN = attrs({ open: true })

/** The sandbox's time, the only clock of the console, and the buttons that move it forward. */
export function clockBar(view: ConsoleView): Html {
  const { now, token, query } = view
  const has_moved = query.since !== null
  return html`<section class="clock" id="clock" aria-labelledby="clock-title">
<h2 class="quiet" id="clock-title">Clock</h2>
<details${(has_moved || query.problem !== null) && OPEN}>
<summary>Sandbox time <span class="now">${utcTime(now)} UTC</span></summary>
<div class="clock-forms">
${query.problem && html`<p class="problem" role="alert">${query.problem}</p>`}
${token ? forms(view, token) : html`<p class="fine">sandbox.json is not in this home, so the clock can only be moved by <span class="code">POST /sandbox/clock</span>.</p>`}
</div>
${has_moved && happened(view)}
</details>
</section>`
}

function forms({ now, query }: ConsoleView, token: string): Html {
  const hidden = html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="back" value="${query.path}">`
  return html`<form method="post" action="/sandbox/console/clock">
${hidden}
<p class="form-title">Move forward</p>
<p class="spans">${SPANS.map(([span, words]) => html`<button class="button plain" name="advance" value="${span}">${words}</button>`)}</p>
</form>
<form method="post" action="/sandbox/console/clock">
${hidden}
<label class="form-title" for="day">Go to a day, 12:00 UTC</label>
<p class="spans"><input class="input" type="date" id="day" name="day" min="${dayAfter(now)}" required>
<button class="button plain">Go</button></p>
</form>
<p class="fine">All work that falls due on the way is done in its order. The clock never goes back.
Unix time <span class="code">${now}</span></p>`
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
