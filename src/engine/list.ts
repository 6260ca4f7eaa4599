import type { Caller } from '../definition/caller.ts'
import type { Resource } from '../definition/resource.ts'
import type { ListAnswer, Query } from '../definition/show.ts'
import { inSlices } from '../lib/in-slices.ts'
import { columnsOf, hydrate } from './columns.ts'
import { type Engine, factFor } from './engine.ts'
import { expandNames } from './expand.ts'
import { filtersOf } from './filter.ts'
import { linksOf, type PageAsked, pageAsked } from './page.ts'
import { show } from './read.ts'
import { Params } from './scope.ts'
import { pageSql, totalSql, type Wanted } from './select-page.ts'
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
  const pagination = {
    links: linksOf(`${engine.public_url}/v2/${resource.plural}`, query, found.page, pageCount),
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
  const first = await readPage(engine, wanted, asked.page, asked.size)
  if (first.rows.length > 0 || asked.page === 1) return first
  const params = new Params()
  const [row] = await engine.db.query<{ total: number }>(`select (${totalSql(wanted, params)}) as total`, params.values)
  return readPage(engine, wanted, Math.max(1, Math.ceil((row?.total ?? 0) / asked.size)), asked.size)
}

async function readPage(engine: Engine, wanted: Wanted, page: number, size: number): Promise<Page> {
  const params = new Params()
  const [total, limit] = [totalSql(wanted, params), `${params.add(size)}::bigint`]
  const offset = page === 1 ? null : `${params.add((page - 1) * size)}::bigint`
  const found = await engine.db.query<Record<string, unknown>>(
    pageSql(wanted, total, limit, offset, params),
    params.values,
  )
  const columns = columnsOf(wanted.resource)
  const rows = await inSlices(found, row => hydrate<Record<string, unknown>>(columns, row))
  return { rows, total: Number(rows[0]?.total_count ?? 0), page }
}

const lastOf = (query: Query, name: string): string | undefined => query.findLast(([key]) => key === name)?.[1]
