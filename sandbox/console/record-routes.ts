import type { FastifyInstance } from 'fastify'
import { codeBlock, curl } from '../../src/pages/docs/docs-page.ts'
import { html } from '../../src/pages/html.ts'
import { identifier } from '../../src/pages/page-routes.ts'
import { readSandboxFile } from '../sandbox-file.ts'
import type { ConsoleParts } from './console-view.ts'
import { requestSection } from './requests-section.ts'
import type { RouteParts } from './route-parts.ts'
import { copied, type Section } from './section.ts'

type OfRecord = { Params: { noun: string; id: string } }
type OfRequest = { Params: { request_id: string } }

/** Registers the addresses of one request and of one record. */
export function recordRoutes(app: FastifyInstance, parts: ConsoleParts, { show, send, problem }: RouteParts): void {
  const { requests, publicUrl } = parts
  app.get<OfRequest>('/sandbox/console/requests/:request_id', async (request, reply) => {
    const found = requests.find(request.params.request_id)
    if (!found) return send(reply, problem(404))
    return send(reply, await show('requests', request, requestSection(found, publicUrl())))
  })
  app.get<OfRecord>('/sandbox/console/records/:noun/:id', async (request, reply) => {
    const found = await recordSection(parts, request.params)
    return send(reply, found ? await show('', request, found) : problem(404))
  })
}

/** Returns a record as the API shows it to the merchant whose it is, or null. */
async function recordSection(parts: ConsoleParts, params: OfRecord['Params']): Promise<Section | null> {
  const resource = parts.registry.nouns.find(each => each.resource.name === params.noun)?.resource
  const id = identifier(params.id)
  const file = await readSandboxFile(parts.home)
  if (!resource || !id || !file) return null
  const url = `/v2/${resource.plural}/${id}`
  for (const { user } of file.merchants) {
    const { status, body } = await parts.callApi(file, { as: user, method: 'GET', url })
    if (status !== 200) continue
    return {
      id: 'record',
      title: `${resource.name}`,
      body: html`<dl class="facts"><div><dt>id</dt><dd>${copied(id)}</dd></div></dl>
${codeBlock(JSON.stringify(body, null, 2))}
<h3>As a command</h3>
${codeBlock(curl({ method: 'GET', url: `${parts.publicUrl()}${url}` }))}
<p><a href="/docs/${resource.name}">Every field of it</a></p>`,
    }
  }
  return null
}
