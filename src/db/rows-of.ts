/** Takes the values of a statement; returns `$1` for the first one. */
export interface Parameters {
  add(value: unknown): string
}

/** SQL: rows of a table that travel as JSON, so that a text is the same for any number of them. */
export function rowsOf(table: string, rows: readonly object[], params: Parameters): string {
  return `json_populate_recordset(null::${table}, ${params.add(JSON.stringify(rows))})`
}
