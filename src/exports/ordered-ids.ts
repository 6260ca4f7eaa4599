import { Params } from '../db/params.ts'
import { textSpool } from '../db/text-spool.ts'
import type { Caller } from '../definition/caller.ts'
import type { Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import { columnsOf } from '../engine/columns.ts'
import { type Engine, factFor } from '../engine/engine.ts'
import { filtersOf } from '../engine/filter.ts'
import { inScope } from '../engine/scope.ts'
import { orderBy, sortAsked } from '../engine/sort.ts'

/** Ids that PostgreSQL sends in one text. */
const SEGMENT = 5_000

/**
 * Yields the ids of the records of a list in order, so many at once. One statement reads and sorts them all, and they
 * wait outside of the database: its snapshot and its connection end before a reader gets the first row, so a slow
 * reader never holds back vacuum. Throws for invalid filters and sorts.
 */
export async function* orderedIds(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  { query, filters }: { query: Query; filters: Query },
  most: number,
): AsyncGenerator<string[]> {
  const fact = factFor(engine, caller, resource)
  const chosen = filtersOf(resource, filters, fact)
  const order = orderBy(sortAsked(resource, query.findLast(([name]) => name === 'sort')?.[1], fact))
  const params = new Params()
  const where = [inScope(resource, caller, params), ...chosen.conditions(params)].join(' and ')
  const listed = `select id, row_number() over (${order}) - 1 as place from ${columnsOf(resource).table} where ${where}`
  const segment = `place / ${SEGMENT}`
  const spool = textSpool()
  try {
    await engine.db.query<void>(
      `select string_agg(id::text, ',' order by place) as ids from (${listed}) as listed
        group by ${segment} order by ${segment}`,
      params.values,
      { keep: ({ ids }) => spool.add(ids as string), most: Number.POSITIVE_INFINITY },
    )
    for (const text of spool.texts()) {
      const ids = text.split(',')
      for (let at = 0; at < ids.length; at += most) yield ids.slice(at, at + most)
    }
  } finally {
    spool.close()
  }
}
