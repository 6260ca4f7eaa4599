import type { Caller } from '../definition/caller.ts'
import { locate, present } from '../engine/read.ts'
import { Refusal } from '../lib/problem.ts'
import { answerReply } from './answer-reply.ts'
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
  is_async: boolean
}

/** Runs a request at most once per key. Refusals are answers too: the same mistake gets the same answer. */
export async function once(
  parts: ApiParts,
  caller: Caller,
  { key, request, status, is_async }: Once,
  body: Body,
  run: (claim: string) => Promise<Reply>,
): Promise<Reply> {
  const joins = (noun: string): boolean => parts.engine.registry.get(noun).operations.rejoin !== undefined
  const claimed = await parts.idempotency.claim(caller, key, request, body, joins)
  if (claimed.kind === 'replay') return { ...claimed.answer, headers: HIT }
  if (claimed.kind === 'recover') {
    const { noun, record_id } = claimed
    const recovered = await finished(parts, claimed.claim, () =>
      recover({ ...parts, is_async }, caller, noun, record_id, status),
    )
    return { ...recovered, headers: { ...recovered.headers, ...HIT } }
  }
  return finished(parts, claimed.claim, () => run(claimed.claim))
}

/** Said of the moment, not of the request: something is in its way just now, there are too many, the gateway stops. */
const PASSING: readonly number[] = [409, 429, 503]

function isPassing({ status, headers }: Refusal): boolean {
  return PASSING.includes(status) || 'retry-after' in headers
}

/** Keeps the answer for the next time; one that says that work goes on is none yet. */
async function finished(parts: ApiParts, claim: string, work: () => Promise<Reply>): Promise<Reply> {
  try {
    const reply = await work()
    if (reply.status !== 202) await parts.idempotency.finish(claim, reply)
    return reply
  } catch (error) {
    if (!(error instanceof Refusal) || isPassing(error)) {
      await parts.idempotency.abandon(claim)
      throw error
    }
    const answer = errorAnswer(error, silent)
    await parts.idempotency.finish(claim, answer)
    return answer
  }
}

/** The request wrote its record and then its process died: the record is the answer. */
async function recover(
  parts: ApiParts & Pick<Once, 'is_async'>,
  caller: Caller,
  noun: string,
  record_id: string,
  status: 200 | 201,
): Promise<Reply> {
  const { resource, operations } = parts.engine.registry.get(noun)
  const row = await locate(parts.engine, caller, resource, record_id)
  if (operations.rejoin)
    return answerReply(
      parts,
      resource,
      { caller },
      await operations.rejoin(row, { ...parts, parts: parts.engine.parts }),
      undefined,
    )
  const record = await present(parts.engine, caller, resource, row, undefined)
  return { status, body: JSON.stringify({ [resource.name]: record }) }
}

/** A refusal is never logged, so no log is needed to answer it. */
const silent = { error: () => undefined } as never
