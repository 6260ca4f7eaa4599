import { id, stamp } from '../../definition/field.ts'
import type { AnyField, Resource } from '../../definition/resource.ts'
import { shownNames } from '../../engine/serialize.ts'

/** Columns of every table that lists can be filtered and sorted by, also where an answer does not show them. */
const COMMON: Readonly<Record<string, AnyField>> = {
  id: id(),
  created_ts: stamp(),
  modified_ts: stamp(),
  created_user_id: id(),
  modified_user_id: id(),
}

/** Every name a list of this noun can be filtered and sorted by, with the field behind it. */
export function filterable(resource: Resource): Record<string, AnyField> {
  const columns: Record<string, AnyField> = {}
  for (const name of shownNames(resource)) {
    const { column = name, computed } = resource.derived[name] ?? {}
    if (computed) {
      columns[name] = computed.field
      continue
    }
    const field = resource.fields[column] ?? COMMON[column]
    // A computed field may share its name with one that is only read from bodies; there is no column behind that name.
    const isColumn = field?.options.reach === undefined || (column !== name && field.options.reach !== 'input')
    if (field && isColumn) columns[name] = field
  }
  for (const [name, field] of Object.entries(COMMON)) {
    if (!(name in columns) && !(name in resource.fields)) columns[name] = field
  }
  return columns
}
