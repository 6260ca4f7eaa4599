import { REDACTED } from '../../src/lib/redact-text.ts'
import { codeBlock, curl } from '../../src/pages/docs/docs-page.ts'
import { attrs, type Html, html } from '../../src/pages/html.ts'
import type { LoggedRequest } from '../request-log.ts'
import { copied, recordHref, type Section, utcTime } from './section.ts'

/** The requests of integrators and payers that this process answered, each with its own address. */
export function requestsSection(requests: readonly LoggedRequest[], filter: RequestFilter): Section {
  const is_filtered = filter.method !== null || filter.status !== null || filter.path !== null
  const none = is_filtered
    ? html`<p class="fine">No request of the latest thousand is like that.</p>`
    : html`<p class="fine">Nothing was asked yet. Make an invoice, or send a request of your own.</p>`
  const body = html`${(is_filtered || requests.length > 0) && filterForm(filter)}
${
  requests.length === 0
    ? none
    : html`<table class="rows">
<caption class="quiet">Latest requests of integrators and payers</caption>
<thead><tr><th scope="col">Request</th><th scope="col">Status</th><th scope="col" class="number">Took</th><th scope="col">Time, UTC</th></tr></thead>
<tbody>${requests.map(
        each => html`<tr>
<th scope="row"><a class="code" href="${requestHref(each.request_id)}">${each.method} ${each.path}</a></th>
<td data-result="${resultOf(each)}">${each.status}</td><td class="number">${each.duration_ms} ms</td>
<td>${utcTime(Math.floor(each.at_ms / 1000))}</td>
</tr>`,
      )}</tbody>
</table>`
}`
  return { id: 'requests', title: 'Requests', body }
}

/** Which requests are shown; null: all. */
export interface RequestFilter {
  method: string | null
  /** The first digit of the status, or all of it. */
  status: string | null
  /** A part of the path, capitals alike. */
  path: string | null
}

/** Returns the requests that a filter asks for. */
export function filteredRequests(
  requests: readonly LoggedRequest[],
  { method, status, path }: RequestFilter,
): LoggedRequest[] {
  const part = path?.toLowerCase() ?? ''
  return requests.filter(
    each =>
      (method === null || each.method === method) &&
      String(each.status).startsWith(status ?? '') &&
      each.path.toLowerCase().includes(part),
  )
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const STATUSES = [
  ['2', 'Succeeded (2xx)'],
  ['3', 'Redirected (3xx)'],
  ['4', 'Refused (4xx)'],
  ['5', 'Failed (5xx)'],
] as const

/** The filter is the address, so it works without a script and can be kept as a bookmark. */
function filterForm({ method, status, path }: RequestFilter): Html {
  const option = (value: string, label: string, chosen: string | null) =>
    html`<option${attrs({ value, selected: value === (chosen ?? '') })}>${label}</option>`
  return html`<form class="filter" method="get" action="/sandbox/console/requests" role="search" aria-label="Filter requests">
<div class="field"><label class="label" for="filter-method">Method</label>
<select class="input" id="filter-method" name="method">${option('', 'Any', method)}${METHODS.map(each => option(each, each, method))}</select></div>
<div class="field"><label class="label" for="filter-status">Status</label>
<select class="input" id="filter-status" name="status">${option('', 'Any', status)}${STATUSES.map(([value, label]) => option(value, label, status))}</select></div>
<div class="field"><label class="label" for="filter-path">Path contains</label>
<input${attrs({ class: 'input', id: 'filter-path', name: 'path', type: 'search', value: path ?? '', maxlength: 200, autocomplete: 'off' })}></div>
<button class="button plain">Filter</button> <a href="/sandbox/console/requests">Show all</a>
</form>`
}

/** One request: what was sent, what was answered, and a command that sends it again. */
export function requestSection(request: LoggedRequest, publicUrl: string): Section {
  const { method, path, status, duration_ms, at_ms, request_id, body, answer } = request
  return {
    id: 'request',
    title: `${method} ${path}`,
    body: html`<p class="fine"><a href="/sandbox/console/requests">All requests</a></p>
<dl class="facts">
<div><dt>Status</dt><dd><span${attrs({ 'data-result': resultOf(request) })}>${status}</span> in ${duration_ms} ms</dd></div>
<div><dt>Time, UTC</dt><dd>${utcTime(Math.floor(at_ms / 1000))}</dd></div>
<div><dt>x-request-id</dt><dd>${copied(request_id)}</dd></div>
</dl>
${leadsTo(answer)}
${body !== null && html`<h3>Sent</h3>${codeBlock(pretty(body))}`}
<h3>As a command</h3>
${curlOf(request, publicUrl)}
${answer !== null && html`<h3>Answered</h3>${codeBlock(pretty(answer))}`}`,
  }
}

/** Tells the result of the last button. */
export function doneNotice({ request_id, method, path, status }: LoggedRequest): Html {
  return html`<p class="done" role="status">Done: <a href="${requestHref(request_id)}">${method} ${path}</a> answered ${status}.</p>`
}

export function requestHref(request_id: string): string {
  return `/sandbox/console/requests/${encodeURIComponent(request_id)}`
}

function resultOf({ status }: LoggedRequest): 'approved' | 'declined' {
  return status < 400 ? 'approved' : 'declined'
}

/** The records of the answer, the page on which an invoice is paid, and the invoice on paper. */
function leadsTo(answer: string | null): Html | null {
  const links = Object.entries(parsed(answer) ?? {}).flatMap(([noun, record]) => {
    const id = (record as { id?: unknown } | null)?.id
    if (typeof id !== 'string') return []
    const pay =
      noun === 'quickinvoice' &&
      html` · <a href="/quickinvoice/?id=${id}">Its pay page</a> · <a href="/quickinvoice/pdf?id=${id}">PDF</a>`
    return [html`<li><a href="${recordHref(noun, id)}">The ${noun}</a>${pay} ${copied(id)}</li>`]
  })
  return links.length === 0 ? null : html`<ul class="lines">${links}</ul>`
}

function curlOf({ method, path, body }: LoggedRequest, publicUrl: string): Html {
  const sent = body === null ? undefined : parsed(body)
  if (sent === null) return html`<p class="fine">The body is too long to be kept.</p>`
  const hides = path.includes(REDACTED) || (body ?? '').includes(REDACTED)
  const url = `${publicUrl}${path}`
  const command = curl({
    method,
    url,
    ...(sent === undefined ? {} : { body: sent }),
    credentials: /^\/v2\//.test(path),
  })
  return html`${codeBlock(command)}
${hides && html`<p class="fine">Secrets are not kept: put your own in place of ${REDACTED}, such as a test card.</p>`}`
}

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function pretty(text: string): string {
  const value = parsed(text)
  return value ? JSON.stringify(value, null, 2) : text
}
