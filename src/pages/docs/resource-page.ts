import type { Noun } from '../../definition/noun.ts'
import { type Expand, type Resource, refusalText } from '../../definition/resource.ts'
import { bodyOf } from '../../http/openapi/body-schema.ts'
import { describeFilter, filterable, filterForms } from '../../http/openapi/filters.ts'
import { ownQuery } from '../../http/openapi/parameters.ts'
import { recordExample } from '../../http/openapi/record-schema.ts'
import { isOnOne, type Route, routesOf } from '../../http/openapi/routes.ts'
import { label } from '../../lib/problem.ts'
import { type Html, html } from '../html.ts'
import { codeBlock, curl, type Docs, docsPage, type Section } from './docs-page.ts'
import { fieldTable, withCode } from './field-table.ts'

/** The page of one resource: endpoints, fields, an example, filters, expands and refusals. */
export function resourcePage(docs: Docs, noun: Noun): string {
  const { resource } = noun
  const expands = Object.entries(resource.expands)
  const example = JSON.stringify({ [resource.name]: recordExample(resource) }, null, 2)
  const sections: Section[] = [
    { id: 'endpoints', title: 'Endpoints', content: endpoints(noun, docs.publicUrl) },
    { id: 'fields', title: 'Fields', content: fieldTable(resource) },
    { id: 'record', title: 'A record', content: codeBlock(example) },
  ]
  if (resource.verbs.includes('list'))
    sections.push({ id: 'filters', title: 'Filters and sorting', content: filters(noun) })
  if (expands.length > 0) {
    const lines = expands.map(([name, expand]) => expandLine(name, expand))
    sections.push({ id: 'expands', title: 'Expands', content: html`<ul class="terms">${lines}</ul>` })
  }
  sections.push({ id: 'refusals', title: 'Refusals', content: refusals(resource) })
  return docsPage(docs, {
    title: label(resource.plural),
    current: resource.name,
    intro: html`<h1>${label(resource.plural)}</h1>
<p class="lead">A single record is wrapped as <code>${resource.name}</code>, a list as <code>${resource.plural}</code>. ${scopeText(resource)}</p>`,
    sections,
  })
}

function scopeText(resource: Resource): Html {
  if (resource.scope === 'none') return html`It is the same for every merchant.`
  if (resource.scope === 'tree') return html`It is shared by all locations of a merchant.`
  if (resource.scope === 'id') return html`You see your own and everything below it.`
  return html`It belongs to the location in <code>${resource.scope}</code>; you see those of your own location and of all below it.`
}

/** Columns with the same filters are listed together. */
function filters({ resource, operations }: Noun): Html {
  const own = ownQuery(operations.list?.query ?? {})
  const groups = new Map<string, string[]>()
  for (const [name, field] of Object.entries(filterable(resource))) {
    const text = describeFilter(filterForms(name, field), '…')
    groups.set(text, [...(groups.get(text) ?? []), name])
  }
  return html`${
    own.length > 0 &&
    html`<p>Parameters of its own:</p>
<ul class="terms">${own.map(({ name, description }) => html`<li><code>${String(name)}</code>: ${String(description)}</li>`)}</ul>`
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

/** What the constraints of the database refuse; each is a 422 on its field. */
function refusals(resource: Resource): Html {
  const lines = Object.values(resource.constraints).map(refusalText)
  return html`<p>Beside the <a href="/docs#errors">refusals every endpoint has</a>${lines.length === 0 ? ', there are none that could be listed here.' : ':'}</p>
${lines.length > 0 && html`<ul class="terms">${lines.map(([field, text]) => html`<li><code>${field}</code>: ${text}</li>`)}</ul>`}`
}

/** Every endpoint of a resource with a command to try it. */
function endpoints(noun: Noun, publicUrl: string): Html {
  const routes = routesOf([noun])
  if (routes.length === 0) return html`<p>Has no endpoint of its own; other records embed it.</p>`
  return html`${routes.map(route => endpoint(route, publicUrl))}`
}

/** `METHOD /path`, as in headings and lists. */
export function address(route: Pick<Route, 'method' | 'path'>): Html {
  return html`<span class="address"><span class="method" data-method="${route.method}">${route.method}</span> <code>${route.path}</code></span>`
}

/** The anchor of an endpoint. */
function anchorOf(route: Route): string {
  if (route.command) return `${route.command.name}-${route.method.toLowerCase()}`
  return route.right === 'update' && route.method === 'POST' ? 'update-post' : route.right
}

function endpoint(route: Route, publicUrl: string): Html {
  const { noun, command } = route
  const { api_id } = noun.resource
  const id = String(recordExample(noun.resource).id)
  const url = `${publicUrl}${route.path.replace('{id}', id)}${queryOf(route)}`
  const queries = ownQuery(command?.query ?? {})
  return html`<section class="endpoint" id="${anchorOf(route)}" aria-labelledby="${anchorOf(route)}-title">
<h3 id="${anchorOf(route)}-title">${address(route)}</h3>
<p>${command ? command.says : DESCRIPTIONS[route.right]}${isOnOne(route) && api_id && html` With <code>?api_id=1&amp;location_id=…</code> the path takes its <code>${api_id}</code>.`}</p>
${queries.length > 0 && html`<ul>${queries.map(({ name, description }) => html`<li><code>${String(name)}</code>: ${String(description)}</li>`)}</ul>`}
${codeBlock(curl({ method: route.method, url, ...sentTo(route) }))}
</section>
`
}

const DESCRIPTIONS: Record<Route['right'], string> = {
  create: 'Creates a record and answers it with status 201.',
  list: 'Answers one page of records.',
  read: 'Answers one record.',
  update: 'Changes what the body holds, leaves everything else, and answers the record.',
  remove: 'Deletes a record; status 204 without a body.',
}

function queryOf(route: Route): string {
  if (route.command || route.right !== 'list') return ''
  return '?page_size=20'
}

function sentTo(route: Route): { body?: unknown; file?: string | undefined } {
  const body = bodyOf(route) as { content: Record<string, { example?: unknown }> } | null
  return { body: body?.content['application/json']?.example, file: route.command?.takes?.name }
}
