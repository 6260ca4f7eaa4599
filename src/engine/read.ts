import type { Queryable } from '../db/database.ts'
import { Params } from '../db/params.ts'
import { rowById } from '../db/row-by-id.ts'
import type { VersionedCacheView } from '../db/versioned-cache.ts'
import { atRoot, type Caller } from '../definition/caller.ts'
import { placeColumn, type Resource, type Row, type Verb } from '../definition/resource.ts'
import type { Reader, Where } from '../definition/rules.ts'
import { inSlices } from '../lib/in-slices.ts'
import { invalidField, notFound, notValid } from '../lib/problem.ts'
import { columnsOf, hydrate, quoted, stored } from './columns.ts'
import { type Engine, factFor, isPermitted } from './engine.ts'
import { expandInto, expandNames } from './expand.ts'
import { inScope } from './scope.ts'
import { serialize } from './serialize.ts'

/**
 * Finds the record a path names, by id or by the caller's own id (`?api_id=1&location_id=`). 404 when it is not
 * visible. Who only reads finds archived ones too: looked for second, since records go there and never come back.
 */
export async function locate<R extends Resource>(
  engine: Engine,
  caller: Caller,
  resource: R,
  key: string,
  query: Record<string, string> = {},
  only_reads = false,
): Promise<Row<R>> {
  const params = new Params()
  const visible = inScope(resource, caller, params)
  const id = query.api_id === '1' || query.api_id === 'true' ? null : idOf(resource, key, query)
  const named = id === null ? `${byApiId(resource, key, query, params)} order by id desc limit 1` : ''
  const read = async (table: string) =>
    id === null
      ? (await engine.db.query(`select * from ${table} where ${visible} and ${named}`, params.values))[0]
      : rowById(engine.db, { table, visible, values: params.values, id })
  const { archive } = engine.registry.get(resource.name).operations
  const row = (await read(quoted(resource.table))) ?? (only_reads && archive ? await read(archive) : undefined)
  if (!row) throw notFound()
  return hydrate<Row<R>>(columnsOf(resource), row)
}

/** One record as the caller sees it, with what was asked to be embedded. */
export async function present(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  row: object,
  expand: string | undefined,
  query: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const names = expandNames(resource, expand)
  const [record] = await show(engine, caller, resource, [row as Record<string, unknown>], names, query)
  return record!
}

/** What the kind of the id does not read is with a location the caller's own id (null), as in old links. */
function idOf(resource: Resource, key: string, query: Record<string, string>): string | null {
  const { kind, limits } = resource.fields.id!
  const parsed = kind.parse(key, limits)
  if (!('problem' in parsed)) return parsed.value as string
  if (query.location_id) return null
  throw notFound()
}

function byApiId(resource: Resource, key: string, query: Record<string, string>, params: Params): string {
  if (!resource.api_id) throw notFound()
  if (!query.location_id) throw invalidField('location_id', 'Location Id cannot be blank.')
  if (key.includes('\u0000') || query.location_id.includes('\u0000')) throw notFound()
  const column = placeColumn(resource)
  const place = column === null ? '' : ` and ${quoted(column)} = ${params.add(query.location_id)}`
  return `${quoted(resource.api_id)} = ${params.add(key)}${place}`
}

type Rows = Record<string, unknown>[]

/**
 * Records as the caller sees them, in the order of the rows, with these expands embedded; in the noun's own way where
 * it has one.
 */
export async function show(
  engine: Engine,
  caller: Caller,
  resource: Resource,
  rows: Rows,
  expand: readonly string[],
  query: Record<string, string>,
): Promise<Rows> {
  const fact = factFor(engine, caller, resource)
  const proceed = async (names: readonly string[]): Promise<Rows> => {
    const records = await inSlices(rows, row => serialize(resource, row, fact))
    if (names.length > 0) {
      const embed = (target: Resource, related: Rows) => show(engine, caller, target, related, [], {})
      await expandInto(engine, caller, resource, rows, records, names, fact, embed)
    }
    return records
  }
  const own = engine.registry.get(resource.name).operations.show
  if (!own) return proceed(expand)
  const may = (verb: Verb | 'keys'): boolean => isPermitted(engine, caller, resource.name, verb)
  return own({ caller, rows, expand, query, fact, parts: engine.parts, may, proceed })
}

/**
 * Reads for rules, commands and payments, always inside the caller's scope. `seen` is called for every record that is
 * found.
 */
export function scopedReader(
  queryable: Queryable,
  caller: Caller,
  view?: VersionedCacheView,
  seen?: (resource: Resource, id: unknown) => void,
): Reader {
  const select = async <R extends Resource>(resource: R, where: Where, limit: number): Promise<Row<R>[]> => {
    // No stored text holds a NUL; asking PostgreSQL for one is an error.
    if (Object.values(where).some(value => typeof value === 'string' && value.includes('\u0000'))) return []
    const columns = columnsOf(resource)
    const params = new Params()
    const scope = inScope(resource, caller, params)
    const conditions = Object.entries(where).map(([name, value]) => condition(resource, name, value, params))
    const text = `select * from ${columns.table} where ${[scope, ...conditions].join(' and ')} order by id desc limit ${limit}`
    const read = () => queryable.query(text, params.values)
    const rows = view && resource.cached ? await view.rows(`${text} ${params.values.join(' ')}`, read) : await read()
    if (seen) for (const { id } of rows) seen(resource, id)
    return rows.map(row => hydrate<Row<R>>(columns, row))
  }
  const find: Reader['find'] = async (resource, where) => (await select(resource, where, 1))[0] ?? null

  return {
    find,
    maybe: async (resource, id) => (id ? find(resource, { id }) : null),
    all: (resource, where, limit = 1000) => select(resource, where, limit),
    async one(resource, id, field) {
      const row = await find(resource, { id })
      if (!row) throw notValid(field)
      return row
    },
    exists: async (resource, where) => (await find(resource, where)) !== null,
    asRoot: () => scopedReader(queryable, atRoot(caller), view),
  }
}

function condition(resource: Resource, name: string, value: Where[string], params: Params): string {
  if (value === null) return `${quoted(name)} is null`
  if (Array.isArray(value)) return `${quoted(name)} = any(${params.add(value)})`
  return `${quoted(name)} = ${params.add(stored(columnsOf(resource), name, value))}`
}
