import type { Caller } from '../definition/caller.ts'
import { locate, present } from '../engine/read.ts'
import { Refusal } from '../lib/problem.ts'
import type { ApiParts, Reply } from './api.ts'
import type { Body } from './body.ts'
import { errorAnswer } from './errors.ts'

/** Says that an answer is the stored one. */
const HIT = { 'idempotency-hit': 'true' }

/** What an Idempotency-Key is tied to. */
interface Once {
  key: string
  /** Method, path and query. */
  request: string
  /** The status of a record this request has stored. */
  status: 200 | 201
}

/** Runs a request at most once per key. Refusals are answers too: the same mistake gets the same answer. */
export async function once(
  parts: ApiParts,
  caller: Caller,
  { key, request, status }: Once,
  body: Body,
  run: (claim: string) => Promise<Reply>,
): Promise<Reply> {
  const claimed = await parts.idempotency.claim(caller, key, request, body)
  if (claimed.kind === 'replay') return { ...claimed.answer, headers: HIT }
  if (claimed.kind === 'recover') {
    const recovered = await recover(parts, caller, claimed.noun, claimed.record_id, status)
    await parts.idempotency.finish(claimed.claim, recovered)
    return { ...recovered, headers: HIT }
  }
  try {
    const reply = await run(claimed.claim)
    await parts.idempotency.finish(claimed.claim, reply)
    return reply
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 429) {
      await parts.idempotency.abandon(claimed.claim)
      throw error
    }
    const answer = errorAnswer(error, silent)
    await parts.idempotency.finish(claimed.claim, answer)
    return answer
  }
}

/** The request wrote its record and then its process died: the record is the answer. */
async function recover(
  parts: ApiParts,
  caller: Caller,
  noun: string,
  record_id: string,
  status: 200 | 201,
): Promise<Reply> {
  const { resource } = parts.engine.registry.get(noun)
  const row = await locate(parts.engine, caller, resource, record_id)
  const record = await present(parts.engine, caller, resource, row, undefined)
  return { status, body: JSON.stringify({ [resource.name]: record }) }
}

/** A refusal is never logged, so no log is needed to answer it. */
const silent = { error: () => undefined } as never
