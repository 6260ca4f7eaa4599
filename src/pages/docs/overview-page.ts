import { routesOf } from '../../http/openapi/routes.ts'
import { label } from '../../lib/problem.ts'
import { type Html, html } from '../html.ts'
import { type Docs, docsPage, type Section } from './docs-page.ts'
import { withCode } from './field-table.ts'
import { recordGroups } from './record-groups.ts'

/** The first page: where to begin, the guides, the records by groups, and what programs read. */
export function overviewPage(docs: Docs): string {
  const sections: Section[] = [
    { id: 'first-steps', title: 'First steps', content: begin() },
    ...docs.guides.map(({ title, guides }) => ({
      id: title.toLowerCase().replaceAll(/\W+/g, '-'),
      title,
      content: html`<dl class="terms" data-columns="2">
${guides.map(
  ({
    name,
    title,
    lead,
  }) => html`<div><dt><a href="/docs/guides/${name}">${title}</a></dt><dd>${withCode(plain(lead))}</dd></div>
`,
)}</dl>`,
    })),
    { id: 'run-it', title: 'Run it', content: documents(docs) },
    { id: 'records', title: 'Records', content: records(docs) },
    { id: 'programs', title: 'For programs', content: programs() },
  ]
  return docsPage(docs, {
    title: 'Tollgate API',
    current: null,
    intro: html`<h1>Tollgate API</h1>
<p class="lead">JSON over HTTP. Every path starts with <code>${docs.publicUrl}/v2</code>.</p>`,
    sections,
  })
}

/** Links inside a lead lead nowhere better than the guide itself. */
function plain(lead: string): string {
  return lead.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
}

function begin(): Html {
  return html`<ol class="steps">
<li><a href="/docs/guides/first-invoice">A paid invoice</a> in two minutes.</li>
<li><a href="/docs/guides/first-program">Your first program</a>: it receives the webhook of a payment and verifies its signature.</li>
<li><a href="/docs/conventions">What applies to every request</a>: keys, wrappers, amounts, lists, errors.</li>
<li><a href="/docs/guides/go-live">Go live</a> with a processor and real payments.</li>
</ol>`
}

/** The reference is in the contents. */
function documents({ manual }: Docs): Html {
  const groups = manual.filter(({ title }) => title !== 'Reference')
  return html`<dl class="terms" data-columns="2">
${groups.map(
  group => html`<div><dt>${group.title}</dt><dd>${group.documents.map(
    ({ name, title }, index) => html`${index > 0 && ' · '}<a href="/docs/manual/${name}">${title}</a>`,
  )}</dd></div>
`,
)}</dl>`
}

function records({ registry }: Docs): Html {
  return html`${recordGroups(registry).map(
    ({ name, nouns }) => html`<h3>${name}</h3>
<ul class="plain">
${nouns.map(
  ({
    resource,
  }) => html`<li><a href="/docs/${resource.name}">${label(resource.plural)}</a> <span class="fine">${resource.about?.[1]}</span></li>
`,
)}</ul>`,
  )}
<p>${routesOf(registry.nouns).length} endpoints in all; <a href="/docs/search">search</a> finds each by its path.</p>`
}

function programs(): Html {
  return html`<ul class="plain">
<li><a href="/docs/guides/typed-clients">Typed clients</a> for TypeScript and Python, and a command line.</li>
<li><a href="/openapi.json">/openapi.json</a>: OpenAPI 3.1, for generated clients and validators.</li>
<li><a href="/docs/postman.json">/docs/postman.json</a>: a collection for Postman, Bruno and Insomnia; a sandbox fills in its keys with <code>?values=own</code>.</li>
<li><a href="/llms.txt">/llms.txt</a>: every page of this documentation as Markdown; an address with <code>.md</code> behind it is its text.</li>
</ul>`
}
