import { hasColumn } from '../definition/registry.ts'
import type { AnyField, Resource } from '../definition/resource.ts'
import { remembered } from '../lib/remembered.ts'
import { emptyRecord } from '../lib/wide-records.ts'

/** A table's columns in a fixed order, with how each travels between row and driver. */
export interface Columns {
  table: string
  names: readonly string[]
  listed: string
  empty: Readonly<Record<string, null>>
  json: ReadonlySet<string>
  fields: Readonly<Record<string, AnyField>>
  /** Fields whose driver form differs from the row's. */
  loaded: readonly [string, (value: unknown) => unknown][]
}

/** Columns every table has (house rule), shown or not. */
export const COMMON_COLUMNS = [
  ['id', 'character varying(36)', false],
  ['root_id', 'character varying(36)', false],
  ['created_ts', 'bigint', false],
  ['modified_ts', 'bigint', false],
  ['created_user_id', 'character varying(36)', true],
  ['modified_user_id', 'character varying(36)', true],
  ['deleted_ts', 'bigint', true],
] as const

export const columnsOf = remembered((resource: Resource): Columns => {
  const stored = Object.entries(resource.fields).filter(([name]) => hasColumn(resource, name))
  const common = COMMON_COLUMNS.map(([name]) => name).filter(name => !(name in resource.fields))
  const loaded = stored.flatMap(([name, field]) => (field.kind.load ? [[name, field.kind.load] as const] : []))
  const names = [...stored.map(([name]) => name), ...common]
  return {
    table: quoted(resource.table),
    names,
    listed: names.map(quoted).join(', '),
    empty: emptyRecord(names),
    fields: Object.fromEntries(stored),
    json: new Set(stored.flatMap(([name, field]) => (field.kind.column({}) === 'json' ? [name] : []))),
    loaded: loaded as unknown as Columns['loaded'],
  }
})

/** From the driver's form to the row's. */
export function hydrate<T>(columns: Columns, row: Record<string, unknown>): T {
  for (const [name, load] of columns.loaded) {
    const value = row[name]
    if (value !== null && value !== undefined) row[name] = load(value)
  }
  return row as T
}

/** From the row's form to the driver's. */
export function stored(columns: Columns, name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const store = columns.fields[name]?.kind.store
  return store ? store(value) : value
}

/** Column and table names come from definitions only; quoting keeps words like "order" and "user" usable. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
