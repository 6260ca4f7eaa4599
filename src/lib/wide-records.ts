/** V8 copies an object of more names one by one: a hundred times as slow, and what comes out is slow as well. */
export const MOST_COPIED = 126

/**
 * Returns a record in which each of these names is null. A copy of it (`{ ...empty }`) is filled faster than one to
 * which the names are added one after another: objects that were parsed keep their properties in place.
 */
export function emptyRecord(names: readonly string[]): Record<string, null> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map(name => [name, null]))))
}

/** Returns a function that copies records of one kind without some of their names. */
export function copyWithout(
  left_out: readonly string[],
): (record: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  let empty: Record<string, null> | undefined
  let names: string[] = []
  return record => {
    if (!empty) {
      names = Object.keys(record).filter(name => !left_out.includes(name))
      empty = emptyRecord(names)
    }
    const copy: Record<string, unknown> = { ...empty }
    for (const name of names) if (record[name] !== null) copy[name] = record[name]
    return copy
  }
}

/** Returns what a record holds that is neither null nor undefined. */
export function withoutBlanks<T extends object>(record: T): Partial<T> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(record)) {
    const value = (record as Record<string, unknown>)[name]
    if (value !== null && value !== undefined) kept[name] = value
  }
  return kept as Partial<T>
}
