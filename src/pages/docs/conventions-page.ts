import type { Noun } from '../../definition/noun.ts'
import {
  IDEMPOTENCY_SECONDS,
  IGNORED_FIELDS_HEADER,
  LARGEST_FILE_BYTES,
  LARGEST_JSON_BYTES,
} from '../../http/conventions.ts'
import { createExample } from '../../http/openapi/example.ts'
import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from '../../http/openapi/parameters.ts'
import { REFUSALS } from '../../http/openapi/responses.ts'
import { routesOf } from '../../http/openapi/routes.ts'
import { TIME_WORDS } from '../../lib/time-words.ts'
import { type Html, html } from '../html.ts'
import { showSize } from '../show.ts'
import { codeBlock, type Docs, docsPage, type Section } from './docs-page.ts'
import { endpointSample } from './endpoint-sample.ts'
import { table, withCode } from './field-table.ts'
import { curl, type SampleRequest } from './guides/sample.ts'

/** What applies to every request. */
export function conventionsPage(docs: Docs): string {
  return docsPage(docs, {
    title: 'Every request',
    current: 'conventions',
    intro: html`<h1>What applies to every request</h1>
<p class="lead">JSON over HTTP. Every path starts with <code>${docs.publicUrl}/v2</code>.</p>`,
    sections: conventionSections(docs),
  })
}

/** Its sections, which the search finds one by one. */
export function conventionSections(docs: Docs): Section[] {
  return [
    { id: 'start', title: 'First request', content: start(docs) },
    { id: 'authentication', title: 'Authentication', content: authentication(docs) },
    { id: 'bodies', title: 'Bodies and values', content: bodies(docs) },
    { id: 'lists', title: 'Lists', content: lists() },
    { id: 'errors', title: 'Errors', content: errors() },
    { id: 'idempotency', title: 'Idempotency', content: idempotency(docs) },
  ]
}

/** The example of this page: the first resource that can be created and listed. */
function exampleNoun(docs: Docs): Noun {
  const { nouns } = docs.registry
  const found = nouns.find(({ resource }) =>
    ['create', 'list'].every(verb => (resource.verbs as string[]).includes(verb)),
  )
  return found ?? nouns[0]!
}

function exampleOf(docs: Docs, right: 'list' | 'create'): SampleRequest {
  return endpointSample(routesOf([exampleNoun(docs)]).find(route => route.right === right)!)
}

function start(docs: Docs): Html {
  const values = ['DEVELOPER_ID', 'USER_ID', 'USER_API_KEY'].map(name => `export ${name}=…\n`).join('')
  return html`<p>Set the address and the three credentials once in your shell; every example on these pages uses them.</p>
${codeBlock(`export BASE_URL=${docs.publicUrl}\n${values}\n${curl(exampleOf(docs, 'list'))}`)}
<p>For programs, <a href="/openapi.json">/openapi.json</a> describes the same in OpenAPI 3.1.</p>`
}

function authentication(docs: Docs): Html {
  const url = `${docs.publicUrl}/v2/${exampleNoun(docs).resource.plural}`
  const basic = `curl -u "$USER_ID:$USER_API_KEY" '${url}' \\\n  -H "developer-id: $DEVELOPER_ID"`
  const query = `curl "${url}?developer-id=$DEVELOPER_ID&user-id=$USER_ID&user-api-key=$USER_API_KEY"`
  const login = `curl '${docs.publicUrl}/v2/token' -H "developer-id: $DEVELOPER_ID" -H 'content-type: application/json' \\\n  -d '{"username": "…", "password": "…", "domain": "…"}'`
  const signed = `NOW=$(date +%s)\ncurl '${docs.publicUrl}/v2/transactions' -H "developer-id: $DEVELOPER_ID" -H "user-id: $USER_ID" -H "timestamp: $NOW" \\\n  -H "hash-key: $(printf %s "$USER_ID$NOW" | openssl dgst -sha256 -hmac "$USER_HASH_KEY" -r | cut -c1-64)"`
  return html`<p>Every request names the calling software with <code>developer-id</code>, and the user in one of these ways. Names are written with dashes, and each is taken as a header or in the query. Addresses end up in logs and histories, so prefer headers.</p>
<ul class="terms">
<li>The user’s key: <code>user-id</code> and <code>user-api-key</code>, as in the examples, or Basic authorization with the user id as name and the key as password.</li>
<li>A token: <code>access-token</code>, from <code>POST /v2/token</code>. It ends after 15 minutes without a successful request, or with <code>DELETE /v2/token/{token}</code>.</li>
<li>A signature: <code>user-id</code>, <code>timestamp</code> (Unix seconds, at most 15 minutes ago and one ahead) and <code>hash-key</code>, the HMAC-SHA-256 of user id and timestamp under <code>user_hash_key</code>, in hex. It is taken below <code>/v2/accountform</code>, <code>accountvaults</code>, <code>payform</code>, <code>routeraccountvaults</code>, <code>salestax</code> and <code>transactions</code> only. A signature that has opened a form is refused everywhere else: who gets the address of a form sees all of it. Sign forms as a user with <code>forms_only</code>, and their data with <code>data-hash</code>.</li>
</ul>
${codeBlock(`${basic}\n\n${query}\n\n${login}\n\n${signed}`)}
<p>A user sees the records of its own location and of all locations below it. What lies elsewhere does not exist for it: a path answers 404, an id in a body 422.</p>`
}

function bodies(docs: Docs): Html {
  const noun = exampleNoun(docs)
  return html`<p>One record is wrapped under its own name, in requests and in answers:</p>
${codeBlock(JSON.stringify(createExample(noun), null, 2))}
<ul class="terms">
<li>Identifiers are strings of 24 to 36 characters; <code>_api_id</code> fields hold your own.</li>
<li>Amounts are answered as strings with two decimals and read as strings or numbers; more than two decimals are refused.</li>
<li>Flags are 1 or 0 in most records and true or false in some; both forms and their strings are read everywhere.</li>
<li>Fields ending in <code>_ts</code> are Unix seconds, dates are <code>yyyy-mm-dd</code>.</li>
<li>A field left out of a PUT stays as it is; null empties it where it may be empty.</li>
<li>Fields the gateway sets, and names it does not know, are ignored; the header <code>${IGNORED_FIELDS_HEADER}</code> of the answer names them.</li>
<li>A body of JSON holds at most ${showSize(LARGEST_JSON_BYTES)}, a file at most ${showSize(LARGEST_FILE_BYTES)}.</li>
</ul>`
}

function lists(): Html {
  return html`<p>A list answers its records under the plural name, with <code>meta.pagination</code> (<code>links</code>, <code>totalCount</code>, <code>pageCount</code>, <code>currentPage</code>, <code>perPage</code>) and <code>meta.sort</code>.</p>
<dl class="terms">
<div><dt><code>column=value</code></dt><dd>Filters; every page of these documents says how each column is filtered. Unknown names are refused. Case does not matter in texts; it does in identifiers.</dd></div>
<div><dt><code>column_contains=value</code></dt><dd>Finds text inside the value, regardless of case, for the columns that say so.</dd></div>
<div><dt><code>column="a, b"</code></dt><dd>Quotes keep a text that means something else, such as <code>null</code> or one with a comma.</dd></div>
<div><dt><code>sort=a,-b</code></dt><dd>Ascending, or descending with a dash.</dd></div>
<div><dt><code>page</code></dt><dd>The page to show, counted from 1. A page beyond the end shows the last one.</dd></div>
<div><dt><code>page_size</code></dt><dd>Records per page: ${DEFAULT_PAGE_SIZE} when left out, never more than ${LARGEST_PAGE_SIZE}.</dd></div>
<div><dt><code>expand=a,b</code></dt><dd>Embeds related records, each under its own name. Also on single records.</dd></div>
</dl>
<p>Timestamps are filtered by seconds, by a range <code>a|b</code>, by ${TIME_WORDS.map((word, index) => html`${index > 0 && ', '}<code>${word}</code>`)}, or by <code>custom</code> with <code>…_from</code> and <code>…_to</code>. Words are read in the time zone of the user.</p>`
}

function errors(): Html {
  return html`<p>What does not fit is told for all fields at once (422, and 409 where the state of a record stands against it):</p>
${codeBlock(JSON.stringify({ errors: { title: ['Title cannot be blank.'] } }, null, 2))}
<p>All other refusals have one shape. Beside it every error has <code>request_id</code>, <code>doc_url</code> and, where it can be told, <code>hints</code>: see <a href="/docs/errors">all errors</a>.</p>
${codeBlock(JSON.stringify({ name: 'Not Found', message: 'The requested record does not exist.', code: 0, status: 404 }, null, 2))}
${table(
  'Statuses of refusals',
  ['Status', 'Meaning'],
  Object.entries(REFUSALS).map(([status, says]) => [html`<code>${status}</code>`, withCode(says)]),
)}`
}

function idempotency(docs: Docs): Html {
  const headers = { 'idempotency-key': 'my-order-1001' }
  return html`<p>Send <code>Idempotency-Key</code> with a POST or PUT, a value of your own for each thing you want done once. The first answer is kept for ${IDEMPOTENCY_SECONDS / 3600} hours and given again, with the header <code>Idempotency-Hit: true</code>. The same key with another request is refused with 422, and with 409 while the first is still running.</p>
${codeBlock(curl({ ...exampleOf(docs, 'create'), headers }))}`
}
