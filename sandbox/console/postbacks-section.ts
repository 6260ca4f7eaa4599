import { type Html, html } from '../../src/pages/html.ts'
import { KEPT_SECONDS } from '../../src/postbacks/queue.ts'
import { POSTBACK } from '../../src/resources/postback_log/postback_log.ts'
import type { ConsoleView } from './console-view.ts'
import type { PostbacksView } from './postbacks.ts'
import type { ApiRecord } from './records/brief.ts'
import { answerOf, attemptsOf, outcomeOf, receiverOf } from './records/life.ts'
import { isReplayable, sendAgain } from './records/postback-actions.ts'
import { actionForm } from './records/record-form.ts'
import { doneNotice } from './requests-section.ts'
import { recordHref, type Section, utcTime } from './section.ts'

const BACK = '/sandbox/console/postbacks'
const DAYS = KEPT_SECONDS / (24 * 60 * 60)

/** The configurations with their last delivery, and the latest postbacks with a button to send each again. */
export function postbacksSections({ postbacks, token, done }: ConsoleView): Section[] {
  if (!postbacks || !token) return [{ id: 'postbacks', title: 'Postbacks', body: MISSING }]
  return [
    { id: 'configurations', title: 'Configurations', body: configurations(postbacks) },
    { id: 'postbacks', title: 'Postbacks', body: html`${done && doneNotice(done)}${latest(postbacks, token)}` },
  ]
}

const MISSING = html`<p class="fine">sandbox.json is not in this home, so the console has no keys to read postbacks with: <a href="/sandbox/postbacks">every try</a>.</p>`

function configurations({ configs, all_configs }: PostbacksView): Html {
  if (configs.length === 0)
    return html`<p class="fine">None yet: a postback configuration says what is posted where. <a href="/sandbox#make">Make a postback</a> registers one.</p>`
  return html`<table class="rows">
<caption class="quiet">Postback configurations</caption>
<thead><tr><th scope="col">Receiver</th><th scope="col">Posts</th><th scope="col">State</th><th scope="col">Last postback, UTC</th></tr></thead>
<tbody>${configs.map(
    ({ config, last }) => html`<tr>
<th scope="row"><a class="code" href="${recordHref('postbackconfig', String(config.id))}">${config.url as string}</a></th>
<td>${config.resource as string} <span class="fine">${verbsOf(config)}</span></td>
<td>${stateOf(config, last)}</td>
<td>${last ? html`${utcTime(last.created_ts as number)} <span class="fine">${outcomeOf(last).text}</span>` : `none in ${DAYS} days`}</td>
</tr>`,
  )}</tbody>
</table>
${all_configs > configs.length && html`<p class="fine">${all_configs - configs.length} older ones: <span class="code">GET /v2/postbackconfigs</span></p>`}`
}

function verbsOf({ on_create, on_update, on_delete }: ApiRecord): string {
  const verbs = [on_create && 'create', on_update && 'update', on_delete && 'delete'].filter(Boolean)
  return verbs.length === 0 ? 'nothing' : verbs.join(', ')
}

const FAILING: readonly unknown[] = [POSTBACK.retrying, POSTBACK.failed]

function stateOf({ is_active, disabled_reason }: ApiRecord, last: ApiRecord | null): Html {
  if (!is_active && disabled_reason)
    return html`<span data-result="declined">Switched off</span> <span class="fine">${disabled_reason as string}</span>`
  if (!is_active) return html`Off`
  const is_failing = FAILING.includes(last?.postback_status_id)
  return is_failing
    ? html`<span data-result="declined">Failing</span>`
    : html`<span data-result="approved">Active</span>`
}

function latest({ postbacks, is_trimmed }: PostbacksView, token: string): Html {
  if (postbacks.length === 0)
    return is_trimmed
      ? html`<p class="fine">Nothing was posted in the last ${DAYS} days. Postbacks are kept for ${DAYS} days, so earlier ones are no longer here.</p>`
      : html`<p class="fine">Nothing was posted yet. A postback configuration says what is posted where.</p>`
  return html`<table class="rows">
<caption class="quiet">Latest postbacks</caption>
<thead><tr><th scope="col">Time, UTC</th><th scope="col">Postback</th><th scope="col" class="number">Tries</th><th scope="col">Answer</th><th scope="col">Receiver</th><th scope="col"><span class="quiet">Send again</span></th></tr></thead>
<tbody>${postbacks.map(postback => line(postback, token))}</tbody>
</table>
<p class="fine">Postbacks and their tries are kept for ${DAYS} days. <a href="/sandbox/postbacks">Every try with its request and response</a></p>`
}

function line(postback: ApiRecord, token: string): Html {
  const { id, created_ts, type, resource, resource_id, number_of_attempts } = postback
  const [last] = attemptsOf(postback)
  const { text, good } = outcomeOf(postback)
  const form = { noun: 'postback_log', id: String(id), token, back: BACK, of: `${type} ${resource} ${resource_id}` }
  return html`<tr>
<th scope="row"><a href="${recordHref('postback_log', String(id))}">${utcTime(created_ts as number)}</a></th>
<td><a href="${recordHref(String(resource), String(resource_id))}">${type as string} ${resource as string}</a></td>
<td class="number">${number_of_attempts as number}</td>
<td>${good === null ? text : html`<span data-result="${good ? 'approved' : 'declined'}">${last ? answerOf(last) : text}</span>`}</td>
<td class="code">${receiverOf(postback)}</td>
<td>${isReplayable(postback) && actionForm(sendAgain(postback), form)}</td>
</tr>`
}
