import type { Row } from '../db/database.ts'
import { listMemoryOf, type Marks } from '../db/list-memory.ts'
import { WALKED, windowOf } from '../db/page-window.ts'
import { Params } from '../db/params.ts'
import { LATE_MS } from '../db/tallies.ts'
import type { Caller } from '../definition/caller.ts'
import type { Resource } from '../definition/resource.ts'
import type { ListAnswer, Query } from '../definition/show.ts'
import { firstIdAt } from '../lib/id.ts'
import { inSlices } from '../lib/in-slices.ts'
import { lastOf, type PageAsked, pageAsked, paginationOf } from '../lib/paging.ts'
import { columnsOf, hydrate } from './columns.ts'
import { type Engine, factFor } from './engine.ts'
import { expandNames } from './expand.ts'
import { CREDENTIALS, filtersOf } from './filter.ts'
import { show } from './read.ts'
import { ageOrder, isTallied, marksSql, pageSql, totalSql, type Wanted } from './select-page.ts'
import { serialize } from './serialize.ts'
import { sortAsked } from './sort.ts'

type Kept<T> = Wanted & { keep(row: Row): T }

interface Page<T> {
  rows: T[]
  total: number
  page: number
}

/**
 * The list engine: filters on any column, expands, sort, paging; the total and the page come from one statement.
 * `filters` are the parameters that filter, where they are not those of the query that the links echo. `write` says
 * what is kept of a record: that of a plain one as its row arrives, so a large page is never held as rows or records.
 */
export async function list<T = Record<string, unknown>>(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  query: Query,
  filters: Query = query,
  write = (record: Record<string, unknown>) => record as T,
): Promise<ListAnswer<T>> {
  const fact = factFor(engine, caller, resource)
  const asked = pageAsked(query)
  const names = expandNames(resource, lastOf(query, 'expand'))
  const sort = sortAsked(resource, lastOf(query, 'sort'), fact)
  const wanted = { caller, resource, filters: filtersOf(resource, filters, fact), sort }
  const isPlain = names.length === 0 && !engine.registry.get(resource.name).operations.show
  const embed = async ({ rows, ...page }: Page<Row>) => {
    const records = await show(engine, caller, resource, rows, names, Object.fromEntries(query))
    return { ...page, rows: await inSlices(records, write) }
  }
  const found = isPlain
    ? await read(engine, { ...wanted, keep: row => write(serialize(resource, row, fact)) }, asked)
    : await embed(await read(engine, { ...wanted, keep: row => row }, asked))

  const echoed = query.filter(([name]) => !CREDENTIALS.has(name))
  const pagination = paginationOf(`${engine.public_url}/v2/${resource.plural}`, echoed, found, asked.size)
  const attributes = Object.fromEntries(sort.map(part => [part.name, part.descending ? 'desc' : 'asc']))
  return { records: found.rows, meta: { pagination, sort: { attributes } } }
}

/** A page beyond the end shows the last page, so a reader never walks off the list. */
async function read<T>(engine: Engine, wanted: Kept<T>, asked: PageAsked): Promise<Page<T>> {
  const first = await readPage(engine, wanted, asked)
  if (first.rows.length > 0 || asked.page === 1) return first
  const params = new Params()
  const [row] = await engine.db.query<{ total: number }>(totalSql(wanted, params), params.values)
  const page = Math.max(1, Math.ceil((row?.total ?? 0) / asked.size))
  return readPage(engine, wanted, { ...asked, page })
}

async function readPage<T>(engine: Engine, wanted: Kept<T>, asked: PageAsked, walks = false): Promise<Page<T>> {
  const { page, size } = asked
  const { resource, caller, filters } = wanted
  const key = JSON.stringify([resource.table, caller.location_id, caller.zone, filters.text])
  const [params, before] = [new Params(), (page - 1) * size]
  const [by_age, memory] = [ageOrder(wanted), listMemoryOf(engine.db)]
  const known = memory.of(key) ?? null
  const window = windowOf({ before, size, known: walks && known ? { ...known, marks: null } : known, by_age }, params)
  const kept = window.by_total || isTallied(wanted) ? null : memory.keptTotal(key)
  const total = kept === null ? totalSql(wanted, params) : `select ${params.add(kept)}::bigint as total, 0 as moves`
  let counted = { total_count: 0, moves_count: 0 }
  const rows = await engine.db.query<T>(pageSql(wanted, total, window, params), params.values, {
    most: size,
    keep(row) {
      counted = row as typeof counted
      return wanted.keep(hydrate(columnsOf(resource), row))
    },
  })
  if (window.holds && !(rows.length > 0 && window.holds(counted.total_count, counted.moves_count)))
    return readPage(engine, wanted, asked, true)
  if (kept === null) memory.learn(key, counted.total_count)
  if (!window.holds && by_age && before > WALKED) void memory.mark(key, () => readMarks(engine, wanted))
  return { rows, total: counted.total_count, page }
}

async function readMarks({ db, clock }: Engine, wanted: Wanted): Promise<Marks> {
  const params = new Params()
  const [marks] = await db.query<Marks>(marksSql(wanted, firstIdAt(clock.now() - LATE_MS), params), params.values)
  return marks!
}
