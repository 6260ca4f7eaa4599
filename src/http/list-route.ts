import type { FastifyReply } from 'fastify'
import pLimit from 'p-limit'
import { away, inTurn, onLane } from '../db/lanes.ts'
import type { Caller } from '../definition/caller.ts'
import type { Noun } from '../definition/noun.ts'
import type { ListAct, Query } from '../definition/show.ts'
import { expandNames } from '../engine/expand.ts'
import { list } from '../engine/list.ts'
import { exportList } from '../exports/export-list.ts'
import { type FileFormat, requestedFormat } from '../exports/formats.ts'
import { localTimes } from '../exports/local-times.ts'
import { inSlices } from '../lib/in-slices.ts'
import { zoned } from '../lib/local-date.ts'
import { lastOf, pageAsked } from '../lib/paging.ts'
import { invalidField } from '../lib/problem.ts'
import { withColumnHints } from './hints.ts'
import { filterable } from './openapi/filters.ts'
import { type ApiParts, credentialsOf, type Handler, queryOf } from './request.ts'
import { type HttpResponse, jsonInPieces, send, streamOf } from './response.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** `GET` on a collection: a page as JSON, or with `_format` the whole list as a file. */
export function listRoute(parts: ApiParts, noun: Noun, { buildPage, unread }: ListRooms): Handler {
  const { resource, operations } = noun
  return async (request, reply) => {
    const query = queryOf(request)
    const caller = await parts.identify(credentialsOf(request, query))
    parts.engine.permit(caller, resource.name, 'list')
    const format = requestedFormat(lastOf(query, '_format'))
    await parts.accessed(caller, resource.name, format ? 'exported' : 'read', '')
    if (format) {
      await away(() => unread.place(caller.root_id, FILE_BYTES, reply.raw))
      return onLane('lists', () => sendFile(parts, caller, noun, query, format, reply))
    }
    const expands = expandNames(resource, lastOf(query, 'expand'))
    const write = writer(expands)
    const proceed = (shown: Query, filters: Query) => list(parts.engine, caller, resource, shown, filters, write)
    const act = { actor: { caller }, query, store: parts.store, proceed }
    const build = async () => {
      const listed = operations.list ? operations.list.run(act) : proceed(query, query)
      const { records, meta } = await listed.catch((error: unknown) => {
        throw withColumnHints(error, Object.keys(filterable(resource)))
      })
      return jsonPage(resource.plural, records, meta)
    }
    const records = pageAsked(query).size * (1 + expands.length)
    const answer = async () => {
      const place = await unread.place(caller.root_id, records * RECORD_BYTES, reply.raw)
      const page = await onLane('lists', () => buildPage(records, build))
      place.takes(page.bytes)
      return page
    }
    return send(reply, (await (records <= SMALL ? answer() : away(answer))).response)
  }
}

/** Returns what writes a record as JSON. Many records of a page embed the same one, whose JSON is made once. */
function writer(expands: readonly string[]): (record: Record<string, unknown>) => string {
  if (expands.length === 0) return record => JSON.stringify(record)
  const embedded = new Map<unknown, string>()
  // What is undefined has no place in JSON.
  const none = Object.fromEntries(expands.map(name => [name, undefined]))
  return record => {
    let text = JSON.stringify({ ...record, ...none }).slice(0, -1)
    for (const name of expands) {
      const value = record[name]
      if (value === undefined) continue
      const known = embedded.get(value) ?? JSON.stringify(value)
      embedded.set(value, known)
      text += `,"${name}":${known}`
    }
    return `${text}}`
  }
}

/** Returns the response of a page of records that are JSON already, and what it takes. */
export async function jsonPage(
  plural: string,
  records: string[],
  meta: unknown,
): Promise<{ response: HttpResponse; bytes: number }> {
  const [head, tail] = [`{"${plural}":[`, `],"meta":${JSON.stringify(meta)}}`]
  if (records.length <= SMALL) {
    const body = `${head}${records.join(',')}${tail}`
    return { response: { status: 200, body }, bytes: body.length }
  }
  const sizes = await inSlices(records, record => Buffer.byteLength(record) + ','.length)
  const bytes = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(head + tail) - ','.length)
  return { response: jsonInPieces(piecesOf(head, records, tail), bytes), bytes }
}

/** Takes the records that have left out of the list: the connection holds the response until its next request. */
function* piecesOf(head: string, records: string[], tail: string): Generator<string> {
  for (let before = head; records.length > 0; before = ',') yield before + records.splice(0, PIECE).join(',')
  yield tail
}

/** What all lists of a process share. */
export interface ListRooms {
  buildPage: BuildPage
  unread: UnreadAnswers
}

/** Records that leave together. */
const PIECE = 25
/** Bytes of a record of a wide noun as JSON. */
const RECORD_BYTES = 4_096
/** What a file takes while it is written: two chunks of records, and the ids of those to come. */
const FILE_BYTES = 4 * 1024 * 1024

/** Records on a page, embedded ones included, up to which it is a request like any other. */
const SMALL = 100
/** Large pages that one process builds at the same time. */
const CONCURRENCY = 2

/**
 * Runs `build`. Large pages wait for their turn among those of their merchant, so that it leaves the machine to others
 * in between, and then in order, so that many at once do not use up the memory of the process.
 */
export type BuildPage = <T>(records: number, build: () => Promise<T>) => Promise<T>

export function largePages(): BuildPage {
  const limit = pLimit(CONCURRENCY)
  return (records, build) => (records <= SMALL ? build() : inTurn(() => limit(build)))
}

/**
 * Sends a whole list as a file to save. Faults of the request are found before it begins. A failure afterwards breaks
 * the connection, so that an incomplete file never looks complete.
 */
async function sendFile(
  { engine, store }: ApiParts,
  caller: Caller,
  noun: Noun,
  query: Query,
  format: FileFormat,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (query.some(([name]) => name === 'expand')) throw invalidField('expand', 'A file has no place for expands.')
  const { resource, operations } = noun
  const act = { actor: { caller }, query: localTimes(resource, query, caller.zone), store }
  const pieces = exportList(engine, caller, noun, await filtersOf(operations.list?.run, act), format)
  const first = await away(() => inTurn(() => pieces.next()))
  const at = zoned(engine.clock.seconds(), caller.zone).toPlainDateTime().toString({ smallestUnit: 'second' })
  const name = `${resource.plural}-${at.replaceAll(/[-:]/g, '')}.${format.extension}`
  reply.headers({
    'content-type': format.content_type,
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  return reply.send(streamOf(pieces, first))
}

/** Returns the query and filters with which a resource's own list would have called the engine. */
async function filtersOf(
  run: ((act: ListAct<unknown>) => Promise<unknown>) | undefined,
  act: Omit<ListAct<unknown>, 'proceed'>,
): Promise<{ query: Query; filters: Query }> {
  let passed = { query: act.query, filters: act.query }
  await run?.({
    ...act,
    proceed: async (query, filters) => {
      passed = { query, filters }
      return { records: [], meta: {} }
    },
  })
  return passed
}
