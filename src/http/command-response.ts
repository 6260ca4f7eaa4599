import type { Caller } from '../definition/caller.ts'
import type { CommandResult, OtherRecord } from '../definition/command.ts'
import type { Resource } from '../definition/resource.ts'
import type { Engine } from '../engine/engine.ts'
import { present } from '../engine/read.ts'
import { Refusal, Unavailable } from '../lib/problem.ts'
import { fileResponse, type HttpResponse, jsonResponse } from './response.ts'

/** Returns the response to a command from its result; `shown`: how a record is, if its request has not stored it. */
export async function commandResponse(
  engine: Engine,
  resource: Resource,
  caller: Caller,
  result: CommandResult<Resource>,
  expand: string | undefined,
  shown: typeof presentStored = presentStored,
): Promise<HttpResponse> {
  if (result === null) return { status: 204, body: '' }
  if ('content' in result) return fileResponse(result)
  if ('record' in result) return otherRecordResponse(engine, caller, result, expand)
  if ('body' in result) return { ...jsonResponse(result.body, statusOf(result)), secret: result.secret ?? false }
  const names = [...(result.expand ?? []), ...(expand ? [expand] : [])].join(',')
  const record = await shown(engine, caller, resource, result.row, names || undefined)
  return {
    ...jsonResponse({ [resource.name]: record }, statusOf(result)),
    ...openness(engine, resource, result.row, record),
  }
}

/** Says of a response that it is not final, where the outcome of what it shows is not known yet. */
export function openness(
  { registry }: Engine,
  { name }: Resource,
  row: object,
  record: Record<string, unknown>,
): Pick<HttpResponse, 'open'> {
  return registry.get(name).operations.isOpen?.(row) ? { open: hrefOf(record) } : {}
}

function hrefOf({ _links }: Record<string, unknown>): string {
  return (_links as { self: { href: string } }).self.href
}

/**
 * Returns a record that a request has stored. Where what is embedded in it cannot be read at this moment, or is too
 * much, it is left out: a caller who got an error would send the request again.
 */
export async function presentStored(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  row: object,
  expand: string | undefined,
): Promise<Record<string, unknown>> {
  try {
    return await present(engine, caller, resource, row, expand)
  } catch (error) {
    if (!expand || !(error instanceof Unavailable || error instanceof Refusal)) throw error
    return present(engine, caller, resource, row, undefined)
  }
}

/**
 * A record of another resource than the path's. With 202 its address is in the Location header, and the client polls
 * it.
 */
async function otherRecordResponse(
  engine: Engine,
  caller: Caller,
  { record: { noun, row }, state }: OtherRecord,
  expand: string | undefined,
): Promise<HttpResponse> {
  const { resource } = engine.registry.get(noun)
  const record = await presentStored(engine, caller, resource, row, state === 'pending' ? undefined : expand)
  const headers = state === 'pending' ? { location: hrefOf(record), 'preference-applied': 'respond-async' } : undefined
  const response = jsonResponse({ [resource.name]: record }, statusOf({ state }), headers)
  return { ...response, ...openness(engine, resource, row, record) }
}

function statusOf({ state }: { state?: 'created' | 'pending' | undefined }): 200 | 201 | 202 {
  if (state === 'created') return 201
  return state === 'pending' ? 202 : 200
}
