import type { Resource, Settable } from '../definition/resource.ts'

/** Returns the start values of a definition, as a record made by the API gets them. */
export function startValues<R extends Resource>(resource: R): Settable<R> {
  const starts = Object.entries(resource.fields).filter(
    ([, { options }]) => options.reach !== 'input' && options.fallback !== undefined,
  )
  return Object.fromEntries(starts.map(([name, { options }]) => [name, options.fallback])) as Settable<R>
}
