import { Params } from '../db/params.ts'
import type { Caller } from '../definition/caller.ts'
import type { Noun } from '../definition/noun.ts'
import type { Resource } from '../definition/resource.ts'
import type { Query } from '../definition/show.ts'
import { columnsOf, hydrate } from '../engine/columns.ts'
import { type Engine, factFor } from '../engine/engine.ts'
import { show } from '../engine/read.ts'
import { inScope } from '../engine/scope.ts'
import { shownNames } from '../engine/serialize.ts'
import { inSlices } from '../lib/in-slices.ts'
import type { FileFormat, FileRow } from './formats.ts'
import { orderedIds } from './ordered-ids.ts'
import { columnsRead, rowText, rowWriter, shownCells } from './row-cells.ts'

/** Records read by one statement. Memory holds about this many at once. */
const CHUNK = 500

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
  asked: { query: Query; filters: Query },
  format: FileFormat,
): AsyncGenerator<FileRow[]> {
  const { resource } = noun
  const read = readerOf(engine, caller, noun, asked.query, format)
  const header = shownNames(resource).map(name => format.cell(name.replaceAll('_', ' '), true))
  let above = [format.row(header)]
  for await (const ids of orderedIds(engine, caller, resource, asked, CHUNK)) {
    const rows = await read(ids)
    if (rows.length === 0) continue
    yield [...above, ...rows]
    above = []
  }
  if (above.length > 0) yield above
}

/**
 * Returns what reads the rows of these records. A record that is shown as its definition says is read as one text, of
 * which only the cells are made; others go the way of a list.
 */
function readerOf(engine: Engine, caller: Caller, noun: Noun, query: Query, format: FileFormat) {
  const { resource, operations } = noun
  const select = <T>(what: string, ids: readonly string[]): Promise<T[]> => {
    const params = new Params()
    return engine.db.query<T>(byIds(resource, caller, what, ids, params), params.values)
  }
  if (operations.show) {
    const columns = columnsOf(resource)
    const write = shownCells(resource, format)
    return async (ids: readonly string[]): Promise<FileRow[]> => {
      const rows = await select<Record<string, unknown>>('found.*', ids)
      const hydrated = rows.map(row => hydrate<Record<string, unknown>>(columns, row))
      return (await show(engine, caller, resource, hydrated, [], Object.fromEntries(query))).map(write)
    }
  }
  const fact = factFor(engine, caller, resource)
  const columns = columnsRead(resource, fact)
  const text = rowText(columns, 'found')
  const write = rowWriter(noun, columns, format, fact)
  return async (ids: readonly string[]): Promise<FileRow[]> => {
    const rows = await select<{ text: string }>(`${text} as text`, ids)
    return (await inSlices(rows, row => write(row.text))).flat()
  }
}

/**
 * SQL: what is selected of the records with these ids, in their order. The lateral join reads one row by key for each
 * id. Without it, PostgreSQL scans a table without statistics for every chunk.
 */
function byIds(resource: Resource, caller: Caller, what: string, ids: readonly string[], params: Params): string {
  const { kind, limits } = resource.fields.id!
  const { table } = columnsOf(resource)
  return `select ${what} from unnest(${params.add(ids)}::${kind.column(limits)}[]) with ordinality as wanted (id, place),
    lateral (select * from ${table} where id = wanted.id and ${inScope(resource, caller, params)} offset 0) as found
    order by wanted.place`
}
