import { systemCaller } from '../definition/caller.ts'
import type { Resource } from '../definition/resource.ts'
import { columnsOf, hydrate, quoted } from './columns.ts'
import type { Engine } from './engine.ts'
import type { Params } from './scope.ts'
import { show } from './show.ts'

/** A record as a write leaves it, for whoever has to tell somebody outside of it. */
export interface Tidings {
  resource: Resource
  record: Record<string, unknown>
  event_id: string
  verb: string
  gone: boolean
  seconds: number
  params: Params
}

/** Who outside is told of writes. What is to be told is stored by the very statement that stores the record. */
export interface Outbox {
  /**
   * A statement for the `with` list of the write, `insert … select … from stored … returning 1`, or null for what nobody
   * can ask to be told. `stored` is the row as it was stored.
   */
  clause(tidings: Tidings): string | null
  /** Called after the commit of a write by which somebody is to be told. */
  wake(): void
}

type Rows = Record<string, unknown>[]

/**
 * Records as callers see them, from rows that were kept as JSON when they were stored. The expands are those of now. The
 * links of the API are left out: whoever is told of a record has no part in it.
 */
export async function recalled(
  engine: Engine,
  resource: Resource,
  root_id: string,
  kept: readonly string[],
  expand: readonly string[],
): Promise<Rows> {
  const columns = columnsOf(resource)
  const found = await engine.db.query(
    `select past.* from unnest($1::text[]) with ordinality as kept (row, place),
       lateral json_populate_record(null::${quoted(resource.table)}, kept.row::json) as past order by kept.place`,
    [kept],
  )
  const rows = found.map(row => hydrate<Record<string, unknown>>(columns, row))
  const known = expand.filter(name => Object.hasOwn(resource.expands, name))
  const records = await show(engine, systemCaller(root_id, 'worker'), resource, rows, known, {})
  return records.map(record => withoutLinks(record, known))
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
