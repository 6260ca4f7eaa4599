import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../definition/caller.ts'
import { locate } from '../engine/read.ts'
import { Refusal } from '../lib/problem.ts'
import type { Body } from './body.ts'
import { commandResponse } from './command-response.ts'
import { refusalResponse } from './error-response.ts'
import { explainedBody } from './errors/explain.ts'
import type { ApiParts } from './request.ts'
import type { HttpResponse } from './response.ts'

/** Marks a response as the stored one. */
const HIT = { 'idempotency-hit': 'true' }

interface KeyedRequest {
  /** The Idempotency-Key. */
  key: string
  /** Method, path and query. */
  request: string
  /** The resource whose record the response shows. */
  noun: string
  /** The status of the response once a record is stored. */
  status: 200 | 201
  is_async: boolean
  expand: string | undefined
  /** It goes on after its response for who does not wait: a request at a terminal, which another one joins. */
  is_joined: boolean
}

type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Runs a request at most once per key. Refusals are stored too: the same mistake gets the same response. The outcome
 * of a payment may take long to be known: until then no response is stored, and a repeated request waits for it.
 */
export async function idempotentRequest(
  parts: ApiParts,
  caller: Caller,
  keyed: KeyedRequest,
  body: Body,
  run: (claim: string) => Promise<HttpResponse>,
  log: Log,
): Promise<HttpResponse> {
  const joins = (noun: string): boolean => canJoin(parts, keyed, noun)
  const claim = () => parts.idempotency.claim(caller, keyed.key, keyed.request, body, joins)
  const claimed = await (keyed.is_joined ? onceBegun(claim) : claim())
  if (claimed.kind === 'replay') return { ...claimed.response, headers: HIT }
  // What is embedded may be a credential, which is never stored in clear.
  const sealed = async (made: Promise<HttpResponse>) => (keyed.expand ? { ...(await made), secret: true } : made)
  if (claimed.kind === 'run') return storing(parts, caller, claimed.claim, () => sealed(run(claimed.claim)), log)
  const recovered = await storing(
    parts,
    caller,
    claimed.claim,
    () => sealed(recover(parts, caller, claimed, keyed)),
    log,
  )
  return { ...recovered, headers: { ...recovered.headers, ...HIT } }
}

/** How often, and after how long each time, a repeated request looks whether the first has begun its run. */
const LOOKS = 80
const LOOK_MS = 25

/** A request is stored as a run within milliseconds; until then its key belongs to nothing that could be joined. */
async function onceBegun<T>(claim: () => Promise<T>): Promise<T> {
  for (let look = 1; ; look += 1) {
    try {
      return await claim()
    } catch (error) {
      if (look === LOOKS || !(error instanceof Refusal) || error.status !== 409) throw error
      await pause(LOOK_MS)
    }
  }
}

/**
 * Whether the response to a request can be made of the record it has stored: one that it shows, or one that only other
 * endpoints begin. A request may store records of other resources on its way.
 */
function canJoin({ engine }: ApiParts, keyed: KeyedRequest, noun: string): boolean {
  const { resource, operations } = engine.registry.get(noun)
  return operations.rejoin !== undefined && (noun === keyed.noun || !resource.verbs.includes('create'))
}

/** These depend on the moment and not on the request: a conflict, too many requests, a gateway that stops. */
const TRANSIENT: readonly number[] = [409, 429, 503]

function isTransient(error: unknown): boolean {
  return !(error instanceof Refusal) || TRANSIENT.includes(error.status) || 'retry-after' in error.headers
}

/** Stores the response for the next request with this key. One that is not final is not stored: a 202, an open one. */
async function storing(
  { idempotency, engine }: ApiParts,
  { request_id = '' }: Caller,
  claim: string,
  work: () => Promise<HttpResponse>,
  log: Log,
): Promise<HttpResponse> {
  // The response is true whether it is stored or not; where it is not, a repeated request finds the record.
  const tried = (store: Promise<void>): Promise<void> =>
    store.catch(({ message }: Error) => log.error({ message }, 'a response was not stored for its Idempotency-Key'))
  try {
    const response = await work()
    if (response.status !== 202 && !response.open) await tried(idempotency.finish(claim, response))
    return response
  } catch (error) {
    if (isTransient(error)) {
      await tried(idempotency.abandon(claim))
      throw error
    }
    const refused = refusalResponse(error as Refusal)
    const { status } = refused
    const body = explainedBody(refused.body, { status, request_id, public_url: engine.public_url })
    const response = { ...refused, body }
    await tried(idempotency.finish(claim, response))
    return response
  }
}

/**
 * The first request stored its record: the response is that record, once what became of it is known. Throws a 409 that
 * says when to ask again where that takes too long.
 */
async function recover(
  parts: ApiParts,
  caller: Caller,
  { noun, record_id }: { noun: string; record_id: string },
  keyed: KeyedRequest,
): Promise<HttpResponse> {
  const { engine, store } = parts
  const { resource, operations } = engine.registry.get(noun)
  const row = await locate(engine, caller, resource, record_id)
  const result =
    operations.rejoin && canJoin(parts, keyed, noun)
      ? await operations.rejoin(row, { store, parts: engine.parts, is_async: keyed.is_async })
      : { row }
  const response = await commandResponse(engine, resource, caller, result, keyed.expand)
  if (response.open) throw stillOpen(response.open)
  return result && 'row' in result ? { ...response, status: keyed.status } : response
}

const ASK_AGAIN_SECONDS = 5

function stillOpen(location: string): Refusal {
  const text = `The outcome of ${location} is not known yet; send the request again later.`
  return new Refusal(409, text, null, { 'retry-after': String(ASK_AGAIN_SECONDS), location })
}
