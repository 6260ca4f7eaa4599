import type { FastifyInstance } from 'fastify'
import { identifier, type PageResponse, queryText } from '../../src/pages/page-routes.ts'
import { readSandboxFile, type SandboxFile } from '../sandbox-file.ts'
import type { ConsoleParts } from './console-view.ts'
import { formToken } from './own-request.ts'
import type { Doing } from './records/action.ts'
import { findRecord, readRecord } from './records/read-record.ts'
import { actionsOf } from './records/record-actions.ts'
import { recordPage } from './records/record-page.ts'
import { requestHref, requestSection } from './requests-section.ts'
import type { RouteParts } from './route-parts.ts'
import { ownPath, recordHref } from './section.ts'

type OfRecord = { Params: { noun: string; id: string } }
type OfAction = { Params: { noun: string; id: string; action: string } }
type OfRequest = { Params: { request_id: string } }

/** Registers the addresses of one request and of one record, and the buttons of a record. */
export function recordRoutes(app: FastifyInstance, parts: ConsoleParts, routeParts: RouteParts): void {
  const { ownForm, show, send, problem } = routeParts
  const { requests, publicUrl, registry } = parts
  app.get<OfRequest>('/sandbox/console/requests/:request_id', async (request, reply) => {
    const found = requests.find(request.params.request_id)
    if (!found) return send(reply, problem(404))
    return send(reply, await show('requests', request, { work: [requestSection(found, publicUrl())], side: [] }))
  })
  app.get<OfRecord>('/sandbox/console/records/:noun/:id', async (request, reply) => {
    // The page shows everything that earlier requests caused.
    await parts.worker.drain()
    const file = await readSandboxFile(parts.home)
    const found = file && identifier(request.params.id) && (await findRecord(parts, file, request.params))
    if (!found) return send(reply, problem(404))
    const done = queryText(request, 'done')
    const page = recordPage(await readRecord(parts, found), {
      publicUrl: publicUrl(),
      token: formToken(file),
      findRequest: requests.find,
      done: done === null ? undefined : requests.find(done),
      resourceOf: noun => registry.nouns.find(each => each.resource.name === noun)?.resource,
    })
    return send(reply, await show('', request, page))
  })
  app.post<OfAction>('/sandbox/console/records/:noun/:id/:action', async (request, reply) => {
    const form = await ownForm(request)
    const file = form && (await readSandboxFile(parts.home))
    if (!form || !file) return send(reply, problem(403))
    return send(reply, (await pressed(parts, file, request.params, form)) ?? problem(404))
  })
}

/** Performs the action of a button. Null if the record does not exist. */
async function pressed(
  parts: ConsoleParts,
  file: SandboxFile,
  { noun, id, action }: OfAction['Params'],
  form: URLSearchParams,
): Promise<PageResponse | null> {
  const found = identifier(id) && (await findRecord(parts, file, { noun, id }))
  const chosen = found && actionsOf(await readRecord(parts, found)).find(({ name }) => name === action)
  if (!found) return null
  const back = ownPath(form.get('back')) ?? recordHref(noun, id)
  // The record has changed since the page was shown; its page says how.
  if (!chosen) return { status: 303, location: back }
  const doing: Doing = chosen.doing(form)
  if ('clock' in doing) {
    const { from } = await parts.clock.moveTo(now => Math.max(doing.clock, now), parts.worker)
    return { status: 303, location: `${back}?since=${from}` }
  }
  const { path, ...call } = doing
  const { status, request_id, body } = await parts.callApi(file, { as: found.user, url: `/v2/${path}`, ...call })
  if (status >= 400) return { status: 303, location: requestHref(request_id) }
  const made: unknown = status === 201 && form.get('back') === null ? body?.[noun]?.id : null
  const to = typeof made === 'string' ? recordHref(noun, made) : back
  return { status: 303, location: `${to}?${new URLSearchParams({ done: request_id })}` }
}
