import type { Noun } from '../../definition/noun.ts'
import { changeable, commandBody } from '../../http/openapi/body-schema.ts'
import { createExample } from '../../http/openapi/create-example.ts'
import { exampleSent } from '../../http/openapi/example.ts'
import { recordExample } from '../../http/openapi/record-schema.ts'
import { isOnOne, type Route, routesOf } from '../../http/openapi/routes.ts'
import { type Html, html } from '../html.ts'
import { codeBlock, curl } from './curl.ts'

/** Every endpoint of a noun with a command to try it. */
export function endpoints(noun: Noun, publicUrl: string): Html {
  const routes = routesOf([noun])
  if (routes.length === 0) return html`<p>Has no endpoint of its own; other records embed it.</p>`
  return html`${routes.map(route => endpoint(route, publicUrl))}`
}

/** `method /path` as it stands in headings and lists. */
export function address(route: Pick<Route, 'method' | 'path'>): Html {
  return html`<span class="address"><span class="method" data-method="${route.method}">${route.method}</span> <code>${route.path}</code></span>`
}

/** A fragment name that says which endpoint it is. */
function anchorOf(route: Route): string {
  return route.command ? `${route.command.name}-${route.method.toLowerCase()}` : route.right
}

function endpoint(route: Route, publicUrl: string): Html {
  const { noun, command } = route
  const { api_id } = noun.resource
  const id = String(recordExample(noun.resource).id)
  const url = `${publicUrl}${route.path.replace('{id}', id)}${queryOf(route)}`
  const queries = Object.entries(command?.query ?? {})
  return html`<section class="endpoint" id="${anchorOf(route)}" aria-labelledby="${anchorOf(route)}-title">
<h3 id="${anchorOf(route)}-title">${address(route)}</h3>
<p>${command ? command.says : SAYS[route.right]}${isOnOne(route) && api_id && html` With <code>?api_id=1&amp;location_id=…</code> the path takes its <code>${api_id}</code>.`}</p>
${queries.length > 0 && html`<ul>${queries.map(([name, says]) => html`<li><code>${name}</code>: ${says}</li>`)}</ul>`}
${codeBlock(curl({ method: route.method, url, ...bodyOf(route) }))}
</section>
`
}

const SAYS: Record<Route['right'], string> = {
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

function bodyOf(route: Route): { body?: unknown; file?: string | undefined } {
  const { resource } = route.noun
  if (route.command) {
    const body = commandBody(resource, route.command) as { content: Record<string, { example?: unknown }> } | null
    return { body: body?.content['application/json']?.example, file: route.command.takes?.name }
  }
  if (route.right === 'create') return { body: createExample(route.noun) }
  if (route.right !== 'update') return {}
  const [first] = Object.entries(changeable(resource))
  return { body: { [resource.name]: first ? { [first[0]]: exampleSent(first[0], first[1]) } : {} } }
}
