import type { Noun } from '../../definition/noun.ts'
import { type Expand, type Resource, refusalText } from '../../definition/resource.ts'
import { describeFilter, filterable, filterForms } from '../../http/openapi/filters.ts'
import { ownQuery } from '../../http/openapi/parameters.ts'
import { recordExample } from '../../http/openapi/record-schema.ts'
import { isOnOne, type Route, routesOf } from '../../http/openapi/routes.ts'
import { label } from '../../lib/problem.ts'
import { attrs, type Html, html } from '../html.ts'
import { codeBlock, type Docs, docsPage, type Section } from './docs-page.ts'
import { endpointSample } from './endpoint-sample.ts'
import { fieldGroups, inputTable, withCode } from './field-table.ts'
import type { Guide } from './guides/read-guide.ts'
import { curl } from './guides/sample.ts'
import { type OwnValues, sampleView, valuesView } from './guides/sample-view.ts'

/** The page of one resource: what it is, endpoints, fields, an example, filters, expands and refusals. */
export function resourcePage(docs: Docs, noun: Noun, own: OwnValues | null): string {
  const { resource } = noun
  const expands = Object.entries(resource.expands)
  const example = JSON.stringify({ [resource.name]: recordExample(resource) }, null, 2)
  const routes = routesOf([noun])
  const sections: Section[] = [
    { id: 'endpoints', title: 'Endpoints', content: endpoints(routes, own) },
    { id: 'fields', title: 'Fields', content: html`${fieldGroups(resource).map(folded)}` },
    {
      id: 'record',
      title: 'A record',
      content: folded({ id: 'record-json', title: 'An example in JSON', count: 0, content: codeBlock(example) }),
    },
  ]
  if (resource.verbs.includes('list'))
    sections.push({ id: 'filters', title: 'Filters and sorting', content: filters(noun) })
  if (expands.length > 0) {
    const lines = html`<ul class="terms">${expands.map(([name, expand]) => expandLine(name, expand))}</ul>`
    const group = { id: 'expand-names', title: 'Names for expand', count: expands.length, content: lines }
    sections.push({ id: 'expands', title: 'Expands', content: folded(group) })
  }
  sections.push({ id: 'refusals', title: 'Refusals', content: refusals(resource) })
  return docsPage(docs, {
    title: label(resource.plural),
    current: resource.name,
    markdown: `/docs/${resource.name}.md`,
    intro: html`<h1>${label(resource.plural)}</h1>
<p class="lead">${resource.about?.[1]} A single record is wrapped as <code>${resource.name}</code>, a list as <code>${resource.plural}</code>. ${scopeText(resource)}</p>
${guideLinks(guidesOf(docs, resource))}`,
    sections,
  })
}

/** A part that opens by its title. Short ones are open from the start, unless `count` is unknown (0). */
function folded(part: { id: string; title: string; count: number; content: Html }): Html {
  const { id, title, count, content } = part
  return html`<details class="part" id="${id}"${attrs({ open: count > 0 && count <= SHORT })}>
<summary>${title}${count > 0 && html` <span class="fine">${count}</span>`}</summary>
${content}
</details>
`
}

const SHORT = 10

function scopeText(resource: Resource): Html {
  if (resource.scope === 'none') return html`It is the same for every merchant.`
  if (resource.scope === 'tree') return html`It is shared by all locations of a merchant.`
  if (resource.scope === 'id') return html`You see your own and everything below it.`
  return html`It belongs to the location in <code>${resource.scope}</code>; you see those of your own location and of all below it.`
}

/** The guides in which a request is made at an endpoint of the resource. */
function guidesOf({ guides }: Docs, { plural }: Resource): Guide[] {
  const isAt = (path: string): boolean => path.split(/[/?]/)[2] === plural
  return guides
    .flatMap(group => group.guides)
    .filter(({ sections }) =>
      sections.some(({ blocks }) => blocks.some(block => block.kind === 'request' && isAt(block.request.path))),
    )
}

function guideLinks(guides: readonly Guide[]): Html | false {
  return (
    guides.length > 0 &&
    html`<p>Guides: ${guides.map(({ name, title }, index) => html`${index > 0 && ' · '}<a href="/docs/guides/${name}">${title}</a>`)}</p>`
  )
}

/** Columns with the same filters are listed together. */
function filters({ resource, operations }: Noun): Html {
  const own = ownQuery(operations.list?.query ?? {})
  const groups = new Map<string, string[]>()
  for (const [name, field] of Object.entries(filterable(resource))) {
    const text = describeFilter(filterForms(name, field), '…')
    groups.set(text, [...(groups.get(text) ?? []), name])
  }
  const terms = html`<dl class="terms">
${[...groups].map(
  ([
    says,
    names,
  ]) => html`<div><dt>${names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</dt><dd>${withCode(says)}</dd></div>
`,
)}</dl>`
  return html`${
    own.length > 0 &&
    html`<p>Parameters of its own:</p>
<ul class="terms">${own.map(({ name, description }) => html`<li><code>${String(name)}</code>: ${String(description)}</li>`)}</ul>`
  }
<p>Any of these, as <code>?column=value</code>; several parameters narrow the list together. Every one of them can be sorted by, as <code>sort=column</code> or <code>sort=-column</code>. Without <code>sort</code>, the order is <code>${resource.sort}</code>.</p>
${folded({ id: 'columns', title: 'Columns', count: Object.keys(filterable(resource)).length, content: terms })}`
}

function expandLine(name: string, expand: Expand): Html {
  if (expand.kind === 'fact') return html`<li><code>${name}</code>: computed from the record</li>`
  if (expand.as) return html`<li><code>${name}</code>: computed from the record and its ${expand.noun} records</li>`
  const target = html`<a href="/docs/${expand.noun}">${expand.noun}</a>`
  return html`<li><code>${name}</code>: ${expand.kind === 'one' ? html`a ${target}, or null` : html`a list of ${target}`}</li>`
}

/** What the constraints of the database refuse; each is a 422 on its field. */
function refusals(resource: Resource): Html {
  const lines = Object.values(resource.constraints).map(refusalText)
  return html`<p>Beside the <a href="/docs/errors">errors every endpoint has</a>${lines.length === 0 ? ', there are none that could be listed here.' : ':'}</p>
${lines.length > 0 && html`<ul class="terms">${lines.map(([field, text]) => html`<li><code>${field}</code>: ${text}</li>`)}</ul>`}`
}

/** Every endpoint of a resource with a request to try, one below the other and closed. */
function endpoints(routes: readonly Route[], own: OwnValues | null): Html {
  if (routes.length === 0) return html`<p>Has no endpoint of its own; other records embed it.</p>`
  return html`${valuesView(routes.map(endpointSample), own)}
${routes.map((route, index) => endpoint(route, index + 1, own))}`
}

/** `METHOD /path`, as in headings and lists. */
function address(route: Pick<Route, 'method' | 'path'>): Html {
  return html`<span class="address"><span class="method" data-method="${route.method}">${route.method}</span> <code>${route.path}</code></span>`
}

/** The anchor of an endpoint. */
export function anchorOf(route: Route): string {
  if (route.command) return `${route.command.name}-${route.method.toLowerCase()}`
  return route.right === 'update' && route.method === 'POST' ? 'update-post' : route.right
}

function endpoint(route: Route, number: number, own: OwnValues | null): Html {
  const { noun, command } = route
  const { api_id } = noun.resource
  const queries = ownQuery(command?.query ?? {})
  const sample = endpointSample(route)
  const input = Object.keys(command?.input ?? {}).length > 0
  return html`<details class="part endpoint" id="${anchorOf(route)}">
<summary>${address(route)} <span class="fine">${saysOf(route)}</span></summary>
${isOnOne(route) && api_id && html`<p>With <code>?api_id=1&amp;location_id=…</code> the path takes its <code>${api_id}</code>.</p>`}
${queries.length > 0 && html`<ul>${queries.map(({ name, description }) => html`<li><code>${String(name)}</code>: ${String(description)}</li>`)}</ul>`}
${input && inputTable(noun.resource, command!.input!)}
${sample.file ? codeBlock(curl(sample)) : sampleView(sample, number, own)}
</details>
`
}

/** What an endpoint does, in one sentence. */
export function saysOf({ command, right }: Route): string {
  return command ? command.says : DESCRIPTIONS[right]
}

const DESCRIPTIONS: Record<Route['right'], string> = {
  create: 'Creates a record and answers it with status 201.',
  list: 'Answers one page of records.',
  read: 'Answers one record.',
  update: 'Changes what the body holds, leaves everything else, and answers the record.',
  remove: 'Deletes a record; status 204 without a body.',
}
