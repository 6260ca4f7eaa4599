import { type Html, html } from '../../../src/pages/html.ts'
import type { LoggedRequest } from '../../request-log.ts'
import { requestHref } from '../requests-section.ts'
import { recordHref, utcTime } from '../section.ts'
import { type ApiRecord, stateChange } from './brief.ts'
import { isReplayable, sendAgain } from './postback-actions.ts'
import type { RecordView } from './read-record.ts'
import { actionForm } from './record-form.ts'

/** Something in the life of a record. */
interface Moment {
  ts: number
  title: string
  /** Whether it went well; null where it can do neither. */
  good: boolean | null
  body: Html
}

interface LifeParts {
  /** Null without keys: then nothing can be sent again. */
  token: string | null
  /** The address to come back to. */
  back: string
  /** Finds a request that is still in the log. */
  findRequest(request_id: string): LoggedRequest | undefined
}

/** Returns the timeline of a record, oldest first: changes, requests to the processor, messages, postbacks. */
export function lifeOf(view: RecordView, parts: LifeParts): Html {
  const moments = [...changes(view, parts), ...attempts(view), ...messages(view), ...postbacks(view, parts)]
  const sorted = moments
    .map((moment, index) => ({ moment, index }))
    .sort((a, b) => a.moment.ts - b.moment.ts || a.index - b.index)
  const missing = view.changelogs.total - view.changelogs.records.length
  if (sorted.length === 0) return html`<p class="fine">No events are recorded.</p>`
  return html`${missing > 0 && html`<p class="fine">${missing} earlier changes are left out.</p>`}
<ol class="life">${sorted.map(
    ({ moment: { ts, title, good, body } }) => html`<li>
<span class="when">${utcTime(ts)}</span>
<div><strong>${good === null ? title : html`<span data-result="${good ? 'approved' : 'declined'}">${title}</span>`}</strong> ${body}</div>
</li>`,
  )}</ol>`
}

type Detail = { field: string; old_value: unknown }

/** An entry has the old value of a field. The new one is the old value of the next entry, or the record's. */
function changes({ resource, record, changelogs: { records } }: RecordView, { findRequest }: LifeParts): Moment[] {
  const after: Record<string, unknown> = { ...record }
  return records
    .map(({ created_ts, verb, changelog_details, user, method, request_id }) => {
      const details = changelog_details as Detail[]
      const states = details.map(({ field, old_value }) => stateChange(resource, field, old_value, after[field]))
      const others = details
        .map(({ field, old_value }) => `${field}: ${textOf(old_value)} → ${textOf(after[field])}`)
        .filter((_, index) => states[index] === null)
      for (const { field, old_value } of details) after[field] = old_value
      const logged = typeof request_id === 'string' && findRequest(request_id)
      const by = (user as { username?: string } | null)?.username
      const body = html`${states.filter(Boolean).join(', ')}
<span class="fine">${by ? `by ${by}, ` : ''}${method as string}${logged && html` · <a href="${requestHref(logged.request_id)}">${logged.method} ${logged.path}</a>`}</span>
${others.length > 0 && html`<details><summary>${others.length === 1 ? '1 field' : `${others.length} fields`}</summary><ul class="code">${others.map(each => html`<li>${each}</li>`)}</ul></details>`}`
      return { ts: created_ts as number, title: String(verb).replaceAll('_', ' '), good: null, body }
    })
    .reverse()
}

/** Writes texts, numbers and flags; anything larger as an ellipsis. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'object' ? '…' : String(value)
}

function attempts({ id, attempts }: RecordView): Moment[] {
  return attempts.map(attempt => {
    const { created_ts, action, amount, state, processor, response_message, verbiage, reference, transaction_id } =
      attempt
    const said = response_message ?? verbiage ?? 'no answer yet'
    return {
      ts: created_ts as number,
      title: `${action}: ${state}`,
      good: state === 'approved' ? true : state === 'declined' ? false : null,
      body: html`${amount as string} at the processor
<span class="fine">${processor as string} · ${said as string}${transaction_id !== id && html` · <a href="${recordHref('transaction', String(transaction_id))}">The payment</a>`}</span>
<span class="fine code">${reference as string}</span>`,
    }
  })
}

function messages({ messages: { email, sms } }: RecordView): Moment[] {
  const kinds = [
    ['Mail', 'log_email', email],
    ['Text', 'log_sms', sms],
  ] as const
  return kinds.flatMap(([kind, noun, records]) =>
    records.toReversed().map(({ id, created_ts, recipient, status, subject, body, reason_sent, detail }) => ({
      ts: created_ts as number,
      title: `${kind}: ${status}`,
      good: status === 'failed' || status === 'bounced' ? false : null,
      body: html`to <a href="/sandbox/console/messages?${String(new URLSearchParams({ to: String(recipient) }))}">${recipient as string}</a>
<span class="fine">${(subject ?? String(body).slice(0, 90)) as string} · <span class="code">${reason_sent as string}</span>${detail !== null && html` · ${detail as string}`} · <a href="${recordHref(noun, id as string)}">Record</a></span>`,
    })),
  )
}

function postbacks(view: RecordView, { token, back }: LifeParts): Moment[] {
  return view.postbacks.records.toReversed().map(postback => ({
    ts: postback.created_ts as number,
    title: `Postback ${postback.type} ${postback.resource}: ${outcomeOf(postback).text}`,
    good: outcomeOf(postback).good,
    body: html`${postback.resource_id !== view.id && html`for <a href="${recordHref(String(postback.resource), String(postback.resource_id))}">its record</a> `}to <span class="code">${receiverOf(postback)}</span>
<span class="fine"><a href="${recordHref('postback_log', postback.id as string)}">${triesOf(postback)}</a></span>
${token !== null && isReplayable(postback) && actionForm(sendAgain(postback), { noun: 'postback_log', id: postback.id as string, token, back, of: `${postback.type} ${postback.id}` })}`,
  }))
}

const OUTCOMES: Record<number, { text: string; good: boolean | null }> = {
  1: { text: 'to be sent', good: null },
  2: { text: 'accepted', good: true },
  3: { text: 'failed, tried again later', good: false },
  4: { text: 'failed', good: false },
  5: { text: 'canceled', good: false },
}

/** Returns how far the delivery of a postback is. */
export function outcomeOf({ postback_status_id }: ApiRecord): { text: string; good: boolean | null } {
  return OUTCOMES[postback_status_id as number] ?? { text: String(postback_status_id), good: null }
}

/** Returns where a postback goes. */
export function receiverOf({ url, postback_config }: ApiRecord): string {
  return String(url ?? (postback_config as ApiRecord | null)?.url ?? 'a configuration that was deleted')
}

/** Returns how often a postback was tried, and the last answer. */
function triesOf(postback: ApiRecord): string {
  const made = postback.number_of_attempts as number
  const [last] = attemptsOf(postback)
  const tries = made === 1 ? '1 try' : `${made} tries`
  if (made === 0) return 'Not tried yet'
  return last ? `${tries}, last answer ${answerOf(last)}` : `${tries}, which are no longer kept`
}

/** Returns the attempts of a postback, the latest first. */
export function attemptsOf({ attempts }: ApiRecord): ApiRecord[] {
  return ((attempts ?? []) as ApiRecord[]).toSorted(
    (a, b) => Number(b.number_of_attempts) - Number(a.number_of_attempts),
  )
}

/** Returns the status that a receiver answered, or why it did not. */
export function answerOf({ response_status, error }: ApiRecord): string {
  return String(response_status ?? error)
}
