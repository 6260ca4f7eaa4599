import type { Resource } from '../definition/resource.ts'

/** What was read from a body, without the fields that are read but never stored. */
export function storable(resource: Resource, values: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name]) => resource.fields[name]?.options.reach !== 'input')
  return Object.fromEntries(kept)
}

/** The start values of columns that nobody may send. */
export function startValues(resource: Resource): Record<string, unknown> {
  const unsent = Object.entries(resource.fields).filter(
    ([, field]) => field.options.fallback !== undefined && field.options.reach !== 'input' && !field.mark.includes('P'),
  )
  return Object.fromEntries(unsent.map(([name, field]) => [name, field.options.fallback]))
}
