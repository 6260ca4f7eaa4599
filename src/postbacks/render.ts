import { systemCaller } from '../definition/caller.ts'
import { columnsOf, hydrate, quoted } from '../engine/columns.ts'
import type { Engine } from '../engine/engine.ts'
import { show } from '../engine/show.ts'
import type { Render } from './prepare.ts'

/**
 * Renders rows that were stored as JSON at the time of their event; expands show the present state. The links of the
 * API are left out, because a receiver has no access to it.
 */
export function renderer(engine: Engine): Render {
  return async (name, { root_id, location_id }, stored, expand) => {
    const { resource } = engine.registry.get(name)
    const columns = columnsOf(resource)
    const found = await engine.db.query(
      `select past.* from unnest($1::text[]) with ordinality as stored (row, place),
       lateral json_populate_record(null::${quoted(resource.table)}, stored.row::json) as past order by stored.place`,
      [stored],
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
