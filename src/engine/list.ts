import type { Caller } from '../definition/caller.ts'
import { placeColumn, type Resource } from '../definition/resource.ts'
import type { ListAnswer, Query } from '../definition/show.ts'
import { inSlices } from '../lib/in-slices.ts'
import { columnsOf, hydrate, quoted } from './columns.ts'
import { type Engine, factFor } from './engine.ts'
import { expandNames } from './expand.ts'
import { type Filters, filtersOf } from './filter.ts'
import { linksOf, type PageAsked, pageAsked } from './page.ts'
import { show } from './read.ts'
import { inScope, Params } from './scope.ts'
import { orderBy, sortAsked } from './sort.ts'

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
  const chosen = filtersOf(resource, filters, fact)
  const found = await read(engine, caller, resource, chosen, orderBy(sort), asked)
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
async function read(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  filters: Filters,
  order: string,
  asked: PageAsked,
): Promise<Page> {
  const first = await readPage(engine, caller, resource, filters, order, asked.page, asked.size)
  if (first.rows.length > 0 || asked.page === 1) return first
  const last = Math.max(1, Math.ceil((await readTotal(engine, caller, resource, filters)) / asked.size))
  return readPage(engine, caller, resource, filters, order, last, asked.size)
}

async function readPage(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  filters: Filters,
  order: string,
  page: number,
  size: number,
): Promise<Page> {
  const columns = columnsOf(resource)
  const params = new Params()
  const where = [inScope(resource, caller, params), ...filters.conditions(params)].join(' and ')
  const total = totalSql(resource, caller, filters, () => where, params)
  const limit = `limit ${params.add(size)} offset ${params.add((page - 1) * size)}`
  const text = `select *, (${total}) as total_count from ${columns.table} where ${where} ${order} ${limit}`
  const found = await engine.db.query<Record<string, unknown>>(text, params.values)
  const rows = await inSlices(found, row => hydrate<Record<string, unknown>>(columns, row))
  return { rows, total: Number(rows[0]?.total_count ?? 0), page }
}

async function readTotal(engine: Engine, caller: Caller, resource: Resource, filters: Filters): Promise<number> {
  const params = new Params()
  const where = () => [inScope(resource, caller, params), ...filters.conditions(params)].join(' and ')
  const text = `select (${totalSql(resource, caller, filters, where, params)}) as total_count`
  const [row] = await engine.db.query<{ total_count: number }>(text, params.values)
  return Number(row?.total_count ?? 0)
}

/**
 * How many records match. Counting a million rows takes fifty milliseconds, adding up at most 64 tallies takes none;
 * so a list without filters, or of one location, is answered from the tally that every write keeps. Anything else is
 * counted; only then is `where` written, because a statement must not bring parameters that it does not use.
 */
function totalSql(resource: Resource, caller: Caller, filters: Filters, where: () => string, params: Params): string {
  const place = filters.onlyPlace
  if (place === null) return `select count(*) from ${quoted(resource.table)} where ${where()}`

  const root = resource.scope === 'none' ? '' : caller.root_id
  const from = `select coalesce(sum(records), 0)::bigint from tally where noun = ${params.add(resource.table)} and root_id = ${params.add(root)}`
  const placed = place === undefined ? '' : ` and place = ${params.add(place)}`
  if (placeColumn(resource) === null || caller.sees_root) return from + placed
  return `${from}${placed} and place in (select descendant_id from location_tree where ancestor_id = ${params.add(caller.location_id)})`
}

const lastOf = (query: Query, name: string): string | undefined => query.findLast(([key]) => key === name)?.[1]
