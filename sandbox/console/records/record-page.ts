import { codeBlock, curl } from '../../../src/pages/docs/docs-page.ts'
import { type Html, html } from '../../../src/pages/html.ts'
import type { LoggedRequest } from '../../request-log.ts'
import { doneNotice } from '../requests-section.ts'
import { copied, recordHref, type Section, utcTime } from '../section.ts'
import { NO_DATE } from './billing-actions.ts'
import { type ApiRecord, nameOf, statesOf } from './brief.ts'
import { attemptsOf, lifeOf } from './life.ts'
import type { RecordView, Related } from './read-record.ts'
import { actionsOf } from './record-actions.ts'
import { actionForm } from './record-form.ts'

interface RecordPageParts {
  publicUrl: string
  token: string
  findRequest(request_id: string): LoggedRequest | undefined
  /** The request of the last button. */
  done: LoggedRequest | undefined
  resourceOf(noun: string): RecordView['resource'] | undefined
}

/** The page of a record: its state, the actions allowed now, its timeline, related records and its JSON. */
export function recordPage(view: RecordView, parts: RecordPageParts): { work: Section[]; side: Section[] } {
  const { resource, id } = view
  const back = recordHref(resource.name, id)
  return {
    work: [
      { id: 'record', title: resource.name, body: overview(view, parts) },
      { id: 'life', title: 'Timeline', body: lifeOf(view, { ...parts, back }) },
      ...(resource.name === 'postback_log' ? [triesSection(view)] : []),
      { id: 'json', title: 'As the API shows it', body: asJson(view, parts) },
    ],
    side: belongsSection(view, parts),
  }
}

function overview(view: RecordView, { token, done }: RecordPageParts): Html {
  const { resource, id, record } = view
  const states = statesOf(resource, record)
  const actions = actionsOf(view)
  return html`${done && doneNotice(done)}
<p class="brief">${nameOf(record)}${states.map(state => html` <span class="state">${state}</span>`)}</p>
<dl class="facts"><div><dt>id</dt><dd>${copied(id)}</dd></div>
${factsOf(record).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${pagesOf(resource.name, id, record)}
${
  actions.length > 0 &&
  html`<h3>Actions</h3>
<ul class="can-do">${actions.map(
    action =>
      html`<li>${actionForm(action, { noun: resource.name, id, token })} <span class="fine">${action.says}</span></li>`,
  )}</ul>`
}`
}

/** Shown on top where a record has them. */
const FACTS = [
  'verbiage',
  'auth_amount',
  'remaining_balance',
  'account_holder_name',
  'order_num',
  'due_date',
  'expire_date',
  'email',
  'cell_phone',
  'next_run_date',
  'end_date',
  'settlement_file_name',
  'batch_close_detail',
  'resource',
  'url',
  'disabled_reason',
  'detail',
  'created_ts',
  'modified_ts',
] as const

function factsOf(record: ApiRecord): [string, Html | string][] {
  return FACTS.flatMap(name => {
    const value = record[name]
    if (value === null || value === undefined || value === '' || value === NO_DATE || typeof value === 'object')
      return []
    return [[name, name.endsWith('_ts') ? utcTime(value as number) : String(value)] as [string, Html | string]]
  })
}

/** Links to pages of the record outside the console. */
function pagesOf(noun: string, id: string, { payment_url }: ApiRecord): Html {
  const pay = typeof payment_url === 'string' && html`<a href="${payment_url}">Its pay page</a> · `
  const pdf = noun === 'quickinvoice' && html`<a href="/quickinvoice/pdf?id=${id}">PDF</a> · `
  return html`<p>${pay}${pdf}<a href="/docs/${noun}">Every field of it</a></p>`
}

/** The attempts to deliver a postback, with their answers. */
function triesSection({ record, postbacks }: RecordView): Section {
  const own = postbacks.records.find(({ id }) => id === record.id) ?? record
  const tries = attemptsOf(own).toReversed()
  return {
    id: 'tries',
    title: 'Tries',
    body:
      tries.length === 0
        ? html`<p class="fine">Its tries are no longer kept.</p>`
        : html`<ol class="life">${tries.map(
            ({ created_ts, url, duration_ms, response_status, error, response_body }) => html`<li>
<span class="when">${utcTime(created_ts as number)}</span>
<div><strong>${String(response_status ?? error)}</strong> <span class="code">${url as string}</span> <span class="fine">${duration_ms as number} ms</span>
${response_body !== null && response_body !== '' && html`<pre class="listing">${response_body as string}</pre>`}</div></li>`,
          )}</ol>`,
  }
}

function asJson({ resource, id, answer }: RecordView, { publicUrl }: RecordPageParts): Html {
  return html`<details><summary>JSON</summary>
${codeBlock(JSON.stringify(answer, null, 2))}</details>
<details><summary>As a command</summary>
${codeBlock(curl({ method: 'GET', url: `${publicUrl}/v2/${resource.plural}/${id}` }))}</details>`
}

/** The records that it refers to and those that refer to it. */
function belongsSection({ resource, record, related }: RecordView, { resourceOf }: RecordPageParts): Section[] {
  const named = Object.entries(resource.expands).flatMap(([name, expand]) => {
    const found = record[name] as ApiRecord | null | undefined
    const target = expand.kind === 'one' ? resourceOf(expand.noun) : undefined
    if (!target?.verbs.includes('read') || typeof found?.id !== 'string' || found.id === record.id) return []
    return [{ name, target, found }]
  })
  if (named.length + related.length === 0) return []
  const body = html`${named.length > 0 && html`<ul class="lines">${named.map(({ name, target, found }) => html`<li><span class="fine">${name}</span>${linkTo(target, found)}</li>`)}</ul>`}
${related.map(relatedList)}`
  return [{ id: 'belongs', title: 'Related records', body }]
}

function relatedList({ resource, field, records, total }: Related): Html {
  const more = total - records.length
  return html`<h3>${resource.plural} <span class="fine">by ${field}</span></h3>
<ul class="lines">${records.map(each => html`<li>${linkTo(resource, each)}</li>`)}</ul>
${more > 0 && html`<p class="fine">${more} more: <span class="code">GET /v2/${resource.plural}?${field}=…</span></p>`}`
}

function linkTo(resource: RecordView['resource'], record: ApiRecord): Html {
  const id = String(record.id)
  const states = statesOf(resource, record)
  return html`<a href="${recordHref(resource.name, id)}">${nameOf(record) || id}</a>${states.map(state => html` <span class="state">${state}</span>`)}`
}
