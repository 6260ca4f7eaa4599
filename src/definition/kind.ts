/** The language for describing a resource. Never: I/O, HTTP words, a resource name. */

/** Bounds of a field, exactly as its table prints them: string lengths or digit counts. */
export interface Limits {
  min?: number | undefined
  max?: number | undefined
}

/** What reading one value from a body gives: the value, or why it does not fit (the field's label is put in front). */
export type Parsed<T> = { value: T } | { problem: string }

/** What a filter needs to turn one query parameter into SQL. */
export interface FilterScope {
  /** Adds a parameter and returns its placeholder. */
  param(value: unknown): string
  /** The moment and zone that time words refer to. */
  seconds: number
  zone: string
  /** `created_ts=custom` reads `created_ts_from` and `created_ts_to` from here. */
  companion(suffix: string): string | undefined
}

export type JsonSchema = Record<string, unknown>

/** A kind of field: everything the product does with one sort of value, in one record of functions. */
export interface Kind<T> {
  name: string
  /** This text, sent for an optional field of the kind, means null. */
  null_sent?: string
  /** What is written where the value is null; null itself unless said otherwise. */
  null_written?: string
  /** Holds texts that people write, and so perhaps a card number. */
  is_written?: true
  /** The PostgreSQL type of its column. */
  column(limits: Limits): string
  /** Reads a value a caller sent. */
  parse(value: unknown, limits: Limits): Parsed<T>
  /** Writes a stored value for a caller. */
  wire(value: T): unknown
  /** What a shown value is in a row of a file, where that is not its text. */
  cell?(shown: unknown): string
  /** From the driver's form to the row's, where they differ. */
  load?(value: unknown): T
  /** From the row's form to the driver's, where they differ. */
  store?(value: T): unknown
  /** A condition on the quoted column, or null when the text cannot be such a value. */
  filter(column: string, text: string, scope: FilterScope): string | null
  /** The same for `<name>_contains`, where an index serves it. */
  search?(column: string, text: string, scope: FilterScope): string | null
  schema(limits: Limits): JsonSchema
}

/** `a,b` in a filter means one of them; single values stay an equality, which indexes like best. */
export function matchAny(column: string, values: unknown[], type: string, scope: FilterScope): string {
  if (values.length === 1) return `${column} = ${scope.param(values[0])}`
  return `${column} = any(${scope.param(values)}::${type}[])`
}

type Read<T> = (part: string) => Parsed<T>

/** Reads every part of a comma list with the kind's own parser; null as soon as one does not fit. */
export function parseEach<T>(text: string, read: Read<T>): T[] | null {
  const values: T[] = []
  for (const part of text.split(',')) {
    const parsed = read(part.trim())
    if ('problem' in parsed) return null
    values.push(parsed.value)
  }
  return values
}

/** `a|b` in a filter means from a to b, another text what `matchAny` reads; null when a value does not fit. */
export function matchRange<T>(column: string, text: string, type: string, scope: FilterScope, read: Read<T>) {
  const range = rangeOf(text)
  const values = parseEach(range ? range.join(',') : text, read)
  if (!values) return null
  if (!range) return matchAny(column, values, type, scope)
  return `${column} between ${scope.param(values[0])} and ${scope.param(values[1])}`
}

/** The two ends of `a|b`, or null when the text is no range. */
function rangeOf(text: string): [string, string] | null {
  const ends = text.split('|')
  return ends.length === 2 ? [ends[0]!.trim(), ends[1]!.trim()] : null
}
