/** Rows of comma-separated values as RFC 4180 has them: a cell with a comma, a quote or a line break is quoted. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Reads rows that `csvRow` or anybody else wrote. Throws where a quote is not closed or stands where none may. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  let row: string[] = []
  while (cell.lastIndex < text.length) {
    const from = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`no comma-separated values at character ${from}`)
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') {
      // A comma at the very end is followed by one more cell, an empty one.
      if (cell.lastIndex === text.length) row.push('')
      else continue
    }
    rows.push(row)
    row = []
  }
  return rows
}
