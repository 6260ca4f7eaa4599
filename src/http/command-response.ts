import type { Caller } from '../definition/caller.ts'
import type { Answer, OtherRecord } from '../definition/command.ts'
import type { Resource } from '../definition/resource.ts'
import type { Engine } from '../engine/engine.ts'
import { present } from '../engine/read.ts'
import { type HttpResponse, jsonResponse, rawResponse } from './response.ts'

/** Returns the response to a command from its result. */
export async function commandResponse(
  engine: Engine,
  resource: Resource,
  caller: Caller,
  result: Answer<Resource>,
  expand: string | undefined,
): Promise<HttpResponse> {
  if ('raw' in result) return rawResponse(result)
  if ('record' in result) return otherRecordResponse(engine, caller, result, expand)
  if ('body' in result) return { ...jsonResponse(result.body, result.status), secret: result.secret ?? false }
  if (!('row' in result)) return { status: 204, body: '' }
  const names = [...(result.expand ?? []), ...(expand ? [expand] : [])].join(',')
  const record = await present(engine, caller, resource, result.row, names || undefined)
  return jsonResponse({ [resource.name]: record }, result.status)
}

/**
 * A record of another resource than the path's. With 202 its address is in the Location header, and the client polls
 * it.
 */
async function otherRecordResponse(
  engine: Engine,
  caller: Caller,
  { record: { noun, row }, status }: OtherRecord,
  expand: string | undefined,
): Promise<HttpResponse> {
  const { resource } = engine.registry.get(noun)
  const record = await present(engine, caller, resource, row, status === 202 ? undefined : expand)
  const { href } = (record._links as { self: { href: string } }).self
  const headers = status === 202 ? { location: href, 'preference-applied': 'respond-async' } : undefined
  return jsonResponse({ [resource.name]: record }, status, headers)
}
