/** Lists as files: every record that a list would show, in its order, written chunk by chunk. Never: a noun's name, HTTP. */
import type { Caller } from '../definition/caller.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import { columnsOf, hydrate } from '../engine/columns.ts'
import type { Engine } from '../engine/engine.ts'
import { factFor } from '../engine/fact-for.ts'
import { filtersOf } from '../engine/filter.ts'
import { inScope, Params } from '../engine/scope.ts'
import { shownNames } from '../engine/serialize.ts'
import { show } from '../engine/show.ts'
import { sortAsked } from '../engine/sort.ts'
import type { FileFormat } from './formats.ts'
import { keysetOf } from './keyset.ts'

type Rows = Record<string, unknown>[]

/** Records of one statement. So many are in memory at once, however many there are. */
const CHUNK = 500

/**
 * The text of a file, piece by piece: a header of field names with spaces for underscores, then a row for each record the caller may see
 * that fits the filters. No statement and no transaction is open between two pieces, so that a slow reader holds nothing but a piece. Rows
 * that are written meanwhile are in the file or not; none of the others is missing or there twice, unless what it is sorted by was changed.
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

async function* chunksOf(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  query: Query,
  filters: Query,
): AsyncGenerator<Rows> {
  const fact = factFor(engine, caller)
  const columns = columnsOf(resource)
  const chosen = filtersOf(resource, filters, fact)
  const keyset = keysetOf(sortAsked(resource, query.findLast(([name]) => name === 'sort')?.[1], fact))
  for (let last: Record<string, unknown> | undefined; ; ) {
    const params = new Params()
    const where = [inScope(resource, caller, params), ...chosen.conditions(params), ...keyset.after(last, params)]
    const text = `select *, ${keyset.columns} from ${columns.table} where ${where.join(' and ')} ${keyset.order} limit ${CHUNK}`
    const rows = await engine.db.query<Record<string, unknown>>(text, params.values)
    if (rows.length > 0) yield rows.map(row => hydrate<Record<string, unknown>>(columns, { ...row }))
    if (rows.length < CHUNK) return
    last = rows.at(-1)
  }
}

/** Flags and numbers as in JSON, amounts with two decimals, what has parts as JSON, null as nothing. */
function writerOf(resource: Resource, names: readonly string[], format: FileFormat) {
  const is_money = names.map(name => resource.fields[name]?.kind.name === 'money')
  const textOf = (value: unknown, money: boolean): string => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'object') return JSON.stringify(value)
    return money && typeof value === 'number' ? value.toFixed(2) : String(value)
  }
  return (record: Record<string, unknown>): string =>
    format.row(names.map((name, index) => format.cell(textOf(record[name], is_money[index]!))))
}
