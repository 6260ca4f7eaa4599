import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Caller } from '../definition/caller.ts'
import type { Noun } from '../definition/noun.ts'
import type { ListAct, Query } from '../definition/show.ts'
import { exportList } from '../exports/export-list.ts'
import type { FileFormat } from '../exports/formats.ts'
import { localTimes } from '../exports/local-times.ts'
import { zoned } from '../lib/local-date.ts'
import { invalidField } from '../lib/problem.ts'
import type { ApiParts } from './api.ts'

/**
 * A whole list as a file to save. What is wrong with the request is told before it begins; what fails afterwards breaks the connection off,
 * so that half a file never looks like a whole one.
 */
export async function fileReply(
  { engine, store }: Pick<ApiParts, 'engine' | 'store'>,
  caller: Caller,
  noun: Noun,
  query: Query,
  format: FileFormat,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (query.some(([name]) => name === 'expand')) throw invalidField('expand', 'A file has no place for expands.')
  const { resource, operations } = noun
  const asked = await meant(operations.list?.run, {
    actor: { caller },
    query: localTimes(resource, query, caller.zone),
    store,
  })
  const pieces = exportList(engine, caller, noun, asked, format)
  const first = await pieces.next()
  const at = zoned(engine.clock.seconds(), caller.zone).toPlainDateTime().toString({ smallestUnit: 'second' })
  const name = `${resource.plural}-${at.replaceAll(/[-:]/g, '')}.${format.extension}`
  reply.headers({
    'content-type': format.content_type,
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  return reply.send(Readable.from(whole(first, pieces), { objectMode: false }))
}

async function* whole(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  if (first.done) return
  yield Buffer.from(first.value)
  for await (const piece of rest) yield Buffer.from(piece)
}

/** What a list that understands more than columns would have asked the engine for. */
async function meant(
  run: ((act: ListAct) => Promise<unknown>) | undefined,
  act: Omit<ListAct, 'proceed'>,
): Promise<{ query: Query; filters: Query }> {
  let asked = { query: act.query, filters: act.query }
  await run?.({
    ...act,
    proceed: async (query, filters) => {
      asked = { query, filters }
      return { records: [], meta: {} }
    },
  })
  return asked
}
