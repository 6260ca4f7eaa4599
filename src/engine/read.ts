import type { Caller } from '../definition/caller.ts'
import { placeColumn, type Resource, type Row } from '../definition/resource.ts'
import { invalidField, notFound } from '../lib/problem.ts'
import { columnsOf, hydrate, quoted } from './columns.ts'
import type { Engine } from './engine.ts'
import { expandNames } from './expand.ts'
import { inScope, Params } from './scope.ts'
import { show } from './show.ts'

/** Finds the record a path names, by id or by the caller's own id (`?api_id=1&location_id=`). 404 when it is not visible. */
export async function locate<R extends Resource>(
  engine: Engine,
  caller: Caller,
  resource: R,
  key: string,
  query: Record<string, string> = {},
): Promise<Row<R>> {
  const columns = columnsOf(resource)
  const params = new Params()
  const named =
    query.api_id === '1' || query.api_id === 'true'
      ? byApiId(resource, key, query, params)
      : byId(resource, key, params)
  const text = `select * from ${columns.table} where ${named} and ${inScope(resource, caller, params)}`
  const [row] = await engine.db.query(text, params.values)
  if (!row) throw notFound()
  return hydrate<Row<R>>(columns, row)
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

/** What the kind of the id does not read cannot be one, and is not worth a query. */
function byId(resource: Resource, key: string, params: Params): string {
  const { kind, limits } = resource.fields.id!
  const parsed = kind.parse(key, limits)
  if ('problem' in parsed) throw notFound()
  return `id = ${params.add(parsed.value)}`
}

function byApiId(resource: Resource, key: string, query: Record<string, string>, params: Params): string {
  if (!resource.api_id) throw notFound()
  if (!query.location_id) throw invalidField('location_id', 'Location Id cannot be blank.')
  if (key.includes('\u0000') || query.location_id.includes('\u0000')) throw notFound()
  const column = placeColumn(resource)
  const place = column === null ? '' : ` and ${quoted(column)} = ${params.add(query.location_id)}`
  return `${quoted(resource.api_id)} = ${params.add(key)}${place}`
}
