import { hasColumn } from '../src/definition/registry.ts'
import type { Resource } from '../src/definition/resource.ts'
import { COMMON_COLUMNS } from '../src/engine/columns.ts'

/** A column as a definition wants it, or as the database has it. */
export interface Column {
  name: string
  /** As `format_type` writes it. */
  type: string
  nullable: boolean
}

/**
 * The columns of a resource's table: the stored fields in order, then those that every table has and the definition
 * does not list.
 */
export function expectedColumns(resource: Resource): Column[] {
  const stored = Object.entries(resource.fields).filter(([name]) => hasColumn(resource, name))
  const fields = stored.map(([name, field]) => ({
    name,
    type: field.kind.column(field.limits),
    nullable: !field.always,
  }))
  const rest = COMMON_COLUMNS.filter(([name]) => !stored.some(([each]) => each === name))
  return [...fields, ...rest.map(([name, type, nullable]) => ({ name, type, nullable }))]
}

/** What differs between both, one line each; nothing when they agree. The order of columns does not count. */
export function differences(table: string, expected: readonly Column[], actual: readonly Column[]): string[] {
  if (actual.length === 0) return [`${table} is missing`]
  const faults = expected.flatMap(column => {
    const found = actual.find(each => each.name === column.name)
    if (!found) return [`${table}.${column.name} is missing, ${describe(column)}`]
    return describe(found) === describe(column)
      ? []
      : [`${table}.${column.name} is ${describe(found)}, defined ${describe(column)}`]
  })
  const unknown = actual.filter(column => !expected.some(each => each.name === column.name))
  return [...faults, ...unknown.map(column => `${table}.${column.name} is not defined`)]
}

function describe({ type, nullable }: Column): string {
  return nullable ? type : `${type} not null`
}
