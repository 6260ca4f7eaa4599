import { Params } from '../db/params.ts'
import type { Caller } from '../definition/caller.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import { columnsOf, hydrate, quoted } from '../engine/columns.ts'
import { type Engine, factFor } from '../engine/engine.ts'
import { filtersOf } from '../engine/filter.ts'
import { show } from '../engine/read.ts'
import { inScope } from '../engine/scope.ts'
import { shownNames } from '../engine/serialize.ts'
import { type SortPart, sortAsked } from '../engine/sort.ts'
import type { Cell, FileFormat } from './formats.ts'

type Rows = Record<string, unknown>[]

/** Records read by one statement. Memory holds about this many at once. */
const CHUNK = 500
/** Ids that are sorted at once. */
const SEGMENT = 50_000

/**
 * Yields a file in chunks: a header of field names with spaces for underscores, then a row for each record that the
 * caller may see and that matches the filters. No statement and no transaction is open between two chunks, so a slow
 * reader holds nothing but a chunk. A record that is written meanwhile is in the file or not; every other record is
 * there once, in the state at which it was read. Throws for invalid filters and sorts before anything is written.
 */
export function exportList(
  engine: Engine,
  caller: Caller,
  noun: Noun,
  asked: { query: Query; filters: Query },
  format: FileFormat,
): AsyncGenerator<string | Uint8Array> {
  return format.file(rowsOfFile(engine, caller, noun, asked, format))
}

async function* rowsOfFile(
  engine: Engine,
  caller: Caller,
  noun: Noun,
  { query, filters }: { query: Query; filters: Query },
  format: FileFormat,
): AsyncGenerator<Cell[][]> {
  const { resource, operations } = noun
  const names = shownNames(resource)
  const write = writerOf(resource, names, format)
  const rowsOf = operations.fileRows ?? (record => [record])
  let above = [names.map(name => format.cell(name.replaceAll('_', ' '), true))]
  for await (const rows of chunksOf(engine, caller, resource, query, filters)) {
    const records = await show(engine, caller, resource, rows, [], Object.fromEntries(query))
    yield [...above, ...records.flatMap(rowsOf).map(write)]
    above = []
  }
  if (above.length > 0) yield above
}

/** Yields the records in chunks. Each statement reads them by their ids, in the order of the ids. */
async function* chunksOf(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  query: Query,
  filters: Query,
): AsyncGenerator<Rows> {
  const columns = columnsOf(resource)
  const { kind, limits } = resource.fields.id!
  const type = kind.column(limits)
  for await (const ids of idsOf(engine, caller, resource, query, filters)) {
    const params = new Params()
    // The lateral join reads one row by key for each id. Without it, PostgreSQL scans a table without statistics for
    // every chunk.
    const text = `select found.* from unnest(${params.add(ids)}::${type}[]) with ordinality as wanted (id, place),
      lateral (select * from ${columns.table} where id = wanted.id and ${inScope(resource, caller, params)} offset 0) as found
      order by wanted.place`
    const rows = await engine.db.query<Record<string, unknown>>(text, params.values)
    if (rows.length > 0) yield rows.map(row => hydrate<Record<string, unknown>>(columns, row))
  }
}

/**
 * Yields the ids of the records, in order. They are read a segment at a time, because every statement sorts all of
 * them; a segment is one text, which is small.
 */
async function* idsOf(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  query: Query,
  filters: Query,
): AsyncGenerator<string[]> {
  const fact = factFor(engine, caller, resource)
  const chosen = filtersOf(resource, filters, fact)
  const keyset = keysetOf(sortAsked(resource, query.findLast(([name]) => name === 'sort')?.[1], fact))
  for (let last: Record<string, unknown> | undefined; ; ) {
    const params = new Params()
    const where = [inScope(resource, caller, params), ...chosen.conditions(params), ...keyset.after(last, params)]
    const [segment] = await engine.db.query<Record<string, unknown> & { ids: string; records: number }>(
      `with segment as (
         select id, ${keyset.columns}, row_number() over (${keyset.order}) as place
           from ${columnsOf(resource).table} where ${where.join(' and ')} ${keyset.order} limit ${SEGMENT})
       select last.*, (select string_agg(id::text, ',' order by place) from segment) as ids, place::int as records
         from segment as last order by place desc limit 1`,
      params.values,
    )
    if (!segment) return
    yield* chunksOfIds(segment.ids)
    if (segment.records < SEGMENT) return
    last = segment
  }
}

/** Splits ids that are joined by commas into chunks. Ids contain no comma. */
function* chunksOfIds(ids: string): Generator<string[]> {
  const length = ids.indexOf(',') + 1 || ids.length + 1
  for (let at = 0; at < ids.length; ) {
    // All ids are about as long as the first; the rest belongs to the next chunk.
    const end = ids.indexOf(',', at + length * CHUNK - 2)
    const to = end < 0 ? ids.length : end
    yield ids.slice(at, to).split(',')
    at = to + 1
  }
}

/**
 * Values are written as in JSON, but amounts with two decimals, objects and lists as JSON text, and null as an empty
 * cell. Texts that people or software write are texts; ids, codes, numbers and dates are left as they are.
 */
function writerOf(resource: Resource, names: readonly string[], format: FileFormat) {
  const kinds = names.map(name => resource.fields[name]?.kind)
  const cellOf = (value: unknown, index: number): Cell => {
    if (value === null || value === undefined) return format.cell('', true)
    if (typeof value === 'object') return format.cell(JSON.stringify(value), true)
    const kind = kinds[index]
    const is_text = typeof value === 'string' && (kind === undefined || kind.is_written === true)
    return format.cell(kind?.cell?.(value) ?? String(value), is_text)
  }
  return (record: Record<string, unknown>): Cell[] => names.map((name, index) => cellOf(record[name], index))
}

/**
 * Keyset pagination: each segment of a list begins after the last row of the one before, by the values it is sorted by.
 */
interface Keyset {
  /** Additional columns of the statement: the value and type of each part of the order, as text. */
  columns: string
  order: string
  /** The conditions for rows after this row of the statement; none for the first segment. */
  after(row: Record<string, unknown> | undefined, params: Params): string[]
}

interface Part {
  sql: string
  descending: boolean
  /** The id is never null, so its index can be used without a condition for null. */
  is_id: boolean
}

/**
 * As in lists, the id decides between equal rows, and columns after it have no effect. Null sorts last descending and
 * first ascending.
 */
function keysetOf(sort: readonly SortPart[]): Keyset {
  const parts: Part[] = sort.map(({ sql, descending, column }) => ({ sql, descending, is_id: column === 'id' }))
  const end = parts.findIndex(({ is_id }) => is_id)
  if (end >= 0) parts.length = end + 1
  else parts.push({ sql: 'id', descending: sort[0]?.descending ?? false, is_id: true })
  return {
    columns: parts
      .map(({ sql }, index) => `(${sql})::text as ${value(index)}, pg_typeof(${sql})::text as ${type(index)}`)
      .join(', '),
    order: `order by ${parts.map(orderOf).join(', ')}`,
    after(row, params) {
      if (!row) return []
      const values = parts.map((_part, index) => {
        const text = row[KEY + index] as string | null
        // Values are read and sent back as text, because a driver does not convert dates, arrays and large numbers
        // exactly.
        return text === null ? null : `${params.add(text)}::text::${row[`${KEY}${index}_type`]}`
      })
      const alternatives = parts.map((part, index) =>
        [...parts.slice(0, index).map((each, place) => same(each, values[place]!)), beyond(part, values[index]!)].join(
          ' and ',
        ),
      )
      return [`(${alternatives.map(each => `(${each})`).join(' or ')})`]
    },
  }
}

/** No column of a resource has this name. */
const KEY = '__key'
const value = (index: number): string => quoted(KEY + index)
const type = (index: number): string => quoted(`${KEY}${index}_type`)

function orderOf({ sql, descending, is_id }: Part): string {
  if (is_id) return `${sql} ${descending ? 'desc' : 'asc'}`
  return `${sql} ${descending ? 'desc nulls last' : 'asc nulls first'}`
}

function same({ sql }: Part, last: string | null): string {
  return last === null ? `${sql} is null` : `${sql} = ${last}`
}

function beyond({ sql, descending, is_id }: Part, last: string | null): string {
  if (last === null) return descending ? 'false' : `${sql} is not null`
  if (!descending) return `${sql} > ${last}`
  return is_id ? `${sql} < ${last}` : `(${sql} < ${last} or ${sql} is null)`
}
