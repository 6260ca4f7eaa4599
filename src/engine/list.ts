import { type KnownList, listMemoryOf, type Marks } from '../db/list-memory.ts'
import { WALKED, windowOf } from '../db/page-window.ts'
import { Params } from '../db/params.ts'
import { LATE_MS } from '../db/tallies.ts'
import type { Caller } from '../definition/caller.ts'
import type { Resource } from '../definition/resource.ts'
import type { ListAnswer, Query } from '../definition/show.ts'
import { firstIdAt } from '../lib/id.ts'
import { inSlices } from '../lib/in-slices.ts'
import { linksOf, type PageAsked, pageAsked } from '../lib/paging.ts'
import { columnsOf, hydrate } from './columns.ts'
import { type Engine, factFor } from './engine.ts'
import { expandNames } from './expand.ts'
import { CREDENTIALS, filtersOf } from './filter.ts'
import { show } from './read.ts'
import { ageOrder, isTallied, marksSql, pageSql, totalSql, type Wanted } from './select-page.ts'
import { sortAsked } from './sort.ts'

interface Page {
  rows: Record<string, unknown>[]
  total: number
  page: number
}

/**
 * The list engine: filters on any column, expands, sort, paging; the total and the page come from one statement.
 * `filters` are the parameters that filter, where they are not those of the query that the links echo.
 */
export async function list(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  query: Query,
  filters: Query = query,
): Promise<ListAnswer> {
  const fact = factFor(engine, caller, resource)
  const asked = pageAsked(query)
  const names = expandNames(resource, lastOf(query, 'expand'))
  const sort = sortAsked(resource, lastOf(query, 'sort'), fact)
  const wanted = { caller, resource, filters: filtersOf(resource, filters, fact), sort }
  const found = await read(engine, wanted, asked)
  const records = await show(engine, caller, resource, found.rows, names, Object.fromEntries(query))

  const pageCount = Math.ceil(found.total / asked.size)
  const echoed = query.filter(([name]) => !CREDENTIALS.has(name))
  const pagination = {
    links: linksOf(`${engine.public_url}/v2/${resource.plural}`, echoed, found.page, pageCount),
    totalCount: found.total,
    pageCount,
    currentPage: found.page,
    perPage: asked.size,
  }
  const attributes = Object.fromEntries(sort.map(part => [part.name, part.descending ? 'desc' : 'asc']))
  return { records, meta: { pagination, sort: { attributes } } }
}

/** A page beyond the end shows the last page, so a reader never walks off the list. */
async function read(engine: Engine, wanted: Wanted, asked: PageAsked): Promise<Page> {
  const { resource, caller, filters } = wanted
  const key = JSON.stringify([resource.table, caller.location_id, caller.zone, filters.text])
  const known = listMemoryOf(engine.db).of(key) ?? null
  const first = await readPage(engine, wanted, key, known, asked)
  if (first.rows.length > 0 || asked.page === 1) return first
  const params = new Params()
  const [row] = await engine.db.query<{ total: number }>(totalSql(wanted, params), params.values)
  const page = Math.max(1, Math.ceil((row?.total ?? 0) / asked.size))
  return readPage(engine, wanted, key, known, { ...asked, page })
}

async function readPage(
  engine: Engine,
  wanted: Wanted,
  key: string,
  known: KnownList | null,
  { page, size }: PageAsked,
): Promise<Page> {
  const [params, before] = [new Params(), (page - 1) * size]
  const [by_age, memory] = [ageOrder(wanted), listMemoryOf(engine.db)]
  const window = windowOf({ before, size, known, by_age }, params)
  const kept = window.by_total || isTallied(wanted) ? null : memory.keptTotal(key)
  const total = kept === null ? totalSql(wanted, params) : `select ${params.add(kept)}::bigint as total, 0 as moves`
  const found = await engine.db.query<{ total_count: number; moves_count: number }>(
    pageSql(wanted, total, window, params),
    params.values,
  )
  const { total_count = 0, moves_count = 0 } = found[0] ?? {}
  if (window.holds && !(found.length > 0 && window.holds(total_count, moves_count)))
    return readPage(engine, wanted, key, { ...known!, marks: null }, { page, size })
  if (kept === null) memory.learn(key, total_count)
  if (!window.holds && by_age && before > WALKED) void memory.mark(key, () => readMarks(engine, wanted))
  const rows = await inSlices(found, row => hydrate<Record<string, unknown>>(columnsOf(wanted.resource), row))
  return { rows, total: total_count, page }
}

async function readMarks({ db, clock }: Engine, wanted: Wanted): Promise<Marks> {
  const params = new Params()
  const [marks] = await db.query<Marks>(marksSql(wanted, firstIdAt(clock.now() - LATE_MS), params), params.values)
  return marks!
}

const lastOf = (query: Query, name: string): string | undefined => query.findLast(([key]) => key === name)?.[1]
