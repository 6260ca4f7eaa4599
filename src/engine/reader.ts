import type { Queryable } from '../db/database.ts'
import type { Caller } from '../definition/caller.ts'
import type { Resource, Row } from '../definition/resource.ts'
import type { Reader, Where } from '../definition/rules.ts'
import { notValid } from '../lib/problem.ts'
import { columnsOf, hydrate, quoted, stored } from './columns.ts'
import { inScope, Params } from './scope.ts'
import type { VersionedCacheView } from './versioned-cache.ts'

/** Reads for rules, commands and payments, always inside the caller's scope. `seen` is called for every record that is found. */
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
  const maybe: Reader['maybe'] = async (resource, id) => (id ? find(resource, { id }) : null)

  return {
    find,
    maybe,
    all: (resource, where, limit = 1000) => select(resource, where, limit),
    async one(resource, id, field) {
      const row = await find(resource, { id })
      if (!row) throw notValid(field)
      return row
    },
    async exists(resource, where) {
      return (await find(resource, where)) !== null
    },
    asRoot: () => scopedReader(queryable, { ...caller, location_id: caller.root_id, sees_root: true }, view),
  }
}

function condition(resource: Resource, name: string, value: Where[string], params: Params): string {
  if (value === null) return `${quoted(name)} is null`
  if (Array.isArray(value)) return `${quoted(name)} = any(${params.add(value)})`
  return `${quoted(name)} = ${params.add(stored(columnsOf(resource), name, value))}`
}
