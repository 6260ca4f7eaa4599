/** A body built from bracketed names. */
export type FormBody = Record<string, unknown>

const MOST_PARTS = 8

/**
 * Stores a value where a bracketed name points: `quickinvoice[item_list][Garden]` → body.quickinvoice.item_list.Garden.
 * `[]` appends, and a container whose names are all 0, 1, 2, … becomes a list in `withLists`.
 */
export function placeFormValue(body: FormBody, name: string, value: unknown): void {
  const parts = namePartsOf(name)
  let container = body
  for (const part of parts.slice(0, -1)) {
    const next = Object.hasOwn(container, part) ? container[part] : undefined
    if (typeof next === 'object' && next !== null) {
      container = next as FormBody
      continue
    }
    const made: FormBody = Object.create(null)
    container[part === '' ? String(Object.keys(container).length) : part] = made
    container = made
  }
  const last = parts.at(-1)!
  container[last === '' ? String(Object.keys(container).length) : last] = value
}

/** Turns containers numbered 0, 1, 2, … into lists, in that order; everything else stays a map. */
export function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d{1,4}$/.test(key))
  if (!isList) return Object.fromEntries(entries)
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner)
}

/** `a[b][]` → a, b, ''. A name without well-formed brackets is one plain name. */
export function namePartsOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 1 || !/^(\[[^[\]]*\])+$/.test(name.slice(open))) return [name]
  const inner = name.slice(open + 1, -1).split('][')
  return [name.slice(0, open), ...inner].slice(0, MOST_PARTS)
}
