/** Returns a row of comma-separated values (RFC 4180): cells with a comma, a quote or a line break are quoted. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns a value as the text of a cell. Spreadsheets run a text that begins with = + - or @ (also after a tab or a
 * line break) as a formula, so it gets a leading apostrophe; numbers stay numbers.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  return /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

/** Parses rows. Throws where a quote is not closed or not allowed. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y
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
