import type { Noun } from '../../definition/noun.ts'
import { type Expand, type Resource, refusalText } from '../../definition/resource.ts'
import { filterWords, sayFilter } from '../../http/openapi/filter-words.ts'
import { filterable } from '../../http/openapi/filterable.ts'
import { recordExample } from '../../http/openapi/record-schema.ts'
import { label } from '../../lib/problem.ts'
import { type Html, html } from '../html.ts'
import { codeBlock } from './curl.ts'
import type { Docs } from './docs-page.ts'
import { docsPage } from './docs-page.ts'
import { endpoints } from './endpoints.ts'
import { fieldTable } from './field-table.ts'
import { withCode } from './words.ts'

/** All there is to know about one noun. */
export function nounPage(docs: Docs, noun: Noun): string {
  const { resource } = noun
  const hasList = resource.verbs.includes('list')
  const expands = Object.entries(resource.expands)
  const sections: [string, string, Html][] = [
    ['endpoints', 'Endpoints', endpoints(noun, docs.publicUrl)],
    ['fields', 'Fields', fieldTable(resource)],
    ['record', 'A record', codeBlock(JSON.stringify({ [resource.name]: recordExample(resource) }, null, 2))],
  ]
  if (hasList) sections.push(['filters', 'Filters and sorting', filters(noun)])
  if (expands.length > 0)
    sections.push([
      'expands',
      'Expands',
      html`<ul class="terms">${expands.map(([name, expand]) => expandLine(name, expand))}</ul>`,
    ])
  sections.push(['refusals', 'Refusals', refusals(resource)])

  return docsPage(docs, {
    title: label(resource.plural),
    here: resource.name,
    anchors: sections.map(([id, title]) => ({ id, title })),
    body: html`<h1>${label(resource.plural)}</h1>
<p class="lead">A single record is wrapped as <code>${resource.name}</code>, a list as <code>${resource.plural}</code>. ${placeWords(resource)}</p>
${sections.map(
  ([id, title, content]) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>
`,
)}`,
  })
}

function placeWords(resource: Resource): Html {
  if (resource.scope === 'none') return html`It is the same for every merchant.`
  if (resource.scope === 'tree') return html`It is shared by all locations of a merchant.`
  if (resource.scope === 'id') return html`You see your own and everything below it.`
  return html`It belongs to the location in <code>${resource.scope}</code>; you see those of your own location and of all below it.`
}

/** Columns that are filtered in the same way stand together. */
function filters({ resource, operations }: Noun): Html {
  const own = Object.entries(operations.list?.query ?? {})
  const groups = new Map<string, string[]>()
  for (const [name, field] of Object.entries(filterable(resource))) {
    const says = sayFilter(filterWords(name, field), '…')
    groups.set(says, [...(groups.get(says) ?? []), name])
  }
  return html`${
    own.length > 0 &&
    html`<p>Parameters of its own:</p>
<ul class="terms">${own.map(([name, says]) => html`<li><code>${name}</code>: ${says}</li>`)}</ul>`
  }
<p>Any of these, as <code>?column=value</code>; several parameters narrow the list together. Every one of them can be sorted by, as <code>sort=column</code> or <code>sort=-column</code>. Without <code>sort</code>, the order is <code>${resource.sort}</code>.</p>
<dl class="terms">
${[...groups].map(
  ([
    says,
    names,
  ]) => html`<div><dt>${names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</dt><dd>${withCode(says)}</dd></div>
`,
)}</dl>`
}

function expandLine(name: string, expand: Expand): Html {
  if (expand.kind === 'fact') return html`<li><code>${name}</code>: computed from the record</li>`
  if (expand.as) return html`<li><code>${name}</code>: computed from the record and its ${expand.noun} records</li>`
  const target = html`<a href="/docs/${expand.noun}">${expand.noun}</a>`
  return html`<li><code>${name}</code>: ${expand.kind === 'one' ? html`a ${target}, or null` : html`a list of ${target}`}</li>`
}

/** What the database itself refuses; each is a 422 on its field. */
function refusals(resource: Resource): Html {
  const lines = Object.values(resource.constraints).map(refusalText)
  return html`<p>Beside the <a href="/docs#errors">refusals every endpoint has</a>${lines.length === 0 ? ', there are none that could be listed here.' : ':'}</p>
${lines.length > 0 && html`<ul class="terms">${lines.map(([field, text]) => html`<li><code>${field}</code>: ${text}</li>`)}</ul>`}`
}
