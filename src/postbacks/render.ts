import { systemCaller } from '../definition/caller.ts'
import { columnsOf, hydrate, quoted } from '../engine/columns.ts'
import type { Engine } from '../engine/engine.ts'
import { show } from '../engine/show.ts'
import type { Render } from './prepare.ts'

/**
 * Records as callers see them, from rows that were kept as JSON when they were stored. The expands are those of now. The
 * links of the API are left out: whoever is told of a record has no part in it.
 */
export function renderer(engine: Engine): Render {
  return async (name, { root_id, location_id }, kept, expand) => {
    const { resource } = engine.registry.get(name)
    const columns = columnsOf(resource)
    const found = await engine.db.query(
      `select past.* from unnest($1::text[]) with ordinality as kept (row, place),
       lateral json_populate_record(null::${quoted(resource.table)}, kept.row::json) as past order by kept.place`,
      [kept],
    )
    const rows = found.map(row => hydrate<Record<string, unknown>>(columns, row))
    const known = expand.filter(name => Object.hasOwn(resource.expands, name))
    const caller = { ...systemCaller(root_id, 'worker'), location_id, sees_root: location_id === root_id }
    const records = await show(engine, caller, resource, rows, known, {})
    return records.map(record => withoutLinks(record, known))
  }
}

function withoutLinks({ _links: _, ...record }: Record<string, unknown>, expand: readonly string[]) {
  for (const name of expand) {
    const value = record[name]
    if (Array.isArray(value)) record[name] = value.map(unlinked)
    else if (value !== null && typeof value === 'object') record[name] = unlinked(value)
  }
  return record
}

function unlinked(value: unknown): unknown {
  const { _links: _, ...rest } = value as Record<string, unknown>
  return rest
}
