/** Lists as files: every record that a list would show, in its order, written chunk by chunk. Never: a noun's name, HTTP. */
import type { Caller } from '../definition/caller.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import { columnsOf, hydrate } from '../engine/columns.ts'
import { type Engine, factFor } from '../engine/engine.ts'
import { filtersOf } from '../engine/filter.ts'
import { inScope, Params } from '../engine/scope.ts'
import { shownNames } from '../engine/serialize.ts'
import { show } from '../engine/show.ts'
import { sortAsked } from '../engine/sort.ts'
import type { FileFormat } from './formats.ts'
import { keysetOf } from './keyset.ts'

type Rows = Record<string, unknown>[]

/** Records of one statement. About so many are in memory at once, however many there are. */
const CHUNK = 500
/** Ids that are put in order at once. */
const SEGMENT = 50_000

/**
 * The text of a file, piece by piece: a header of field names with spaces for underscores, then a row for each record the caller may see
 * that fits the filters. No statement and no transaction is open between two pieces, so that a slow reader holds nothing but a piece. Rows
 * that are written meanwhile are in the file or not; each of the others is there once, as it is when it is read.
 * Throws for filters and sorts that do not fit before anything is written.
 */
export async function* exportList(
  engine: Engine,
  caller: Caller,
  noun: Noun,
  { query, filters }: { query: Query; filters: Query },
  format: FileFormat,
): AsyncGenerator<string> {
  const { resource, operations } = noun
  const names = shownNames(resource)
  const write = writerOf(resource, names, format)
  const rowsOf = operations.fileRows ?? (record => [record])
  let text = format.row(names.map(name => format.cell(name.replaceAll('_', ' '))))
  for await (const rows of chunksOf(engine, caller, resource, query, filters)) {
    const records = await show(engine, caller, resource, rows, [], Object.fromEntries(query))
    yield text + records.flatMap(rowsOf).map(write).join('')
    text = ''
  }
  if (text !== '') yield text
}

/** The records, so many at a time; each statement reads them by their ids, in the order that was found. */
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
    // One look by its key for each id: a whole table that was filled a moment ago must not be gone through for every piece.
    const text = `select found.* from unnest(${params.add(ids)}::${type}[]) with ordinality as asked (id, place),
      lateral (select * from ${columns.table} where id = asked.id and ${inScope(resource, caller, params)} offset 0) as found
      order by asked.place`
    const rows = await engine.db.query<Record<string, unknown>>(text, params.values)
    if (rows.length > 0) yield rows.map(row => hydrate<Record<string, unknown>>(columns, row))
  }
}

/**
 * The ids of the records, in order. They are looked for a segment at a time, because every look has to put all of them in order; a segment is
 * one text, which is small.
 */
async function* idsOf(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  query: Query,
  filters: Query,
): AsyncGenerator<string[]> {
  const fact = factFor(engine, caller)
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
    yield* parted(segment.ids)
    if (segment.records < SEGMENT) return
    last = segment
  }
}

/** Ids have no commas. */
function* parted(ids: string): Generator<string[]> {
  const length = ids.indexOf(',') + 1 || ids.length + 1
  for (let at = 0; at < ids.length; ) {
    // All are about as long as the first; what is cut off belongs to the next part.
    const end = ids.indexOf(',', at + length * CHUNK - 2)
    const to = end < 0 ? ids.length : end
    yield ids.slice(at, to).split(',')
    at = to + 1
  }
}

/** Values as in JSON, but amounts always with two decimals, what has parts as JSON, null as nothing. */
function writerOf(resource: Resource, names: readonly string[], format: FileFormat) {
  const kinds = names.map(name => resource.fields[name]?.kind)
  const textOf = (value: unknown, index: number): string => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'object') return JSON.stringify(value)
    return kinds[index]?.cell?.(value) ?? String(value)
  }
  return (record: Record<string, unknown>): string =>
    format.row(names.map((name, index) => format.cell(textOf(record[name], index))))
}
