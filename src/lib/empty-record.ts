/**
 * Returns a record in which each of these names is null. A copy of it (`{ ...empty }`) is filled faster than one to
 * which the names are added one after another: objects that were parsed keep their properties in place, whatever
 * their number.
 */
export function emptyRecord(names: readonly string[]): Record<string, null> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map(name => [name, null]))))
}
