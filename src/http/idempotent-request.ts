import type { Caller } from '../definition/caller.ts'
import { locate, present } from '../engine/read.ts'
import { Refusal } from '../lib/problem.ts'
import type { Body } from './body.ts'
import { commandResponse } from './command-response.ts'
import { refusalResponse } from './error-response.ts'
import type { ApiParts } from './request.ts'
import { type HttpResponse, jsonResponse } from './response.ts'

/** Marks a response as the stored one. */
const HIT = { 'idempotency-hit': 'true' }

interface KeyedRequest {
  /** The Idempotency-Key. */
  key: string
  /** Method, path and query. */
  request: string
  /** The status of the response once a record is stored. */
  status: 200 | 201
  is_async: boolean
}

/** Runs a request at most once per key. Refusals are stored too: the same mistake gets the same response. */
export async function idempotentRequest(
  parts: ApiParts,
  caller: Caller,
  keyed: KeyedRequest,
  body: Body,
  run: (claim: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const joins = (noun: string): boolean => parts.engine.registry.get(noun).operations.rejoin !== undefined
  const claimed = await parts.idempotency.claim(caller, keyed.key, keyed.request, body, joins)
  if (claimed.kind === 'replay') return { ...claimed.response, headers: HIT }
  if (claimed.kind === 'run') return storing(parts, claimed.claim, () => run(claimed.claim))
  const recovered = await storing(parts, claimed.claim, () => recover(parts, caller, claimed, keyed))
  return { ...recovered, headers: { ...recovered.headers, ...HIT } }
}

/** These depend on the moment and not on the request: a conflict, too many requests, a gateway that stops. */
const TRANSIENT: readonly number[] = [409, 429, 503]

function isTransient({ status, headers }: Refusal): boolean {
  return TRANSIENT.includes(status) || 'retry-after' in headers
}

/** Stores the response for the next request with this key. A 202 is not final, so it is not stored. */
async function storing(parts: ApiParts, claim: string, work: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    const response = await work()
    if (response.status !== 202) await parts.idempotency.finish(claim, response)
    return response
  } catch (error) {
    if (!(error instanceof Refusal) || isTransient(error)) {
      await parts.idempotency.abandon(claim)
      throw error
    }
    const response = refusalResponse(error)
    await parts.idempotency.finish(claim, response)
    return response
  }
}

/** The first request stored its record before its process died: the response is that record. */
async function recover(
  parts: ApiParts,
  caller: Caller,
  { noun, record_id }: { noun: string; record_id: string },
  { status, is_async }: KeyedRequest,
): Promise<HttpResponse> {
  const { engine, store } = parts
  const { resource, operations } = engine.registry.get(noun)
  const row = await locate(engine, caller, resource, record_id)
  if (operations.rejoin) {
    const result = await operations.rejoin(row, { store, parts: engine.parts, is_async })
    return commandResponse(engine, resource, caller, result, undefined)
  }
  const record = await present(engine, caller, resource, row, undefined)
  return jsonResponse({ [resource.name]: record }, status)
}
