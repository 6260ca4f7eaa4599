/** A row of comma-separated values as RFC 4180 has it: a cell with a comma, a quote or a line break is quoted. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A value as the text of a cell. Spreadsheets run what begins with one of = + - @ (also behind a tab or a line break) as a formula, so such a
 * text gets an apostrophe in front; numbers stay numbers.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  return /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

/** Reads rows that `csvRow` or anybody else wrote. Throws where a quote is not closed or stands where none may. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  let row: string[] = []
  let open = false
  while (cell.lastIndex < text.length || open) {
    const from = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`no comma-separated values at character ${from}`)
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    open = found[3] === ','
    if (open) continue
    rows.push(row)
    row = []
  }
  return rows
}
