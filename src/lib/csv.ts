/** Returns a row of comma-separated values (RFC 4180): cells with a comma, a quote or a line break are quoted. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvQuoted).join(',')}\r\n`
}

/** Returns a cell as it stands in a row. */
export function csvQuoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tells a spreadsheet that a file is UTF-8; without it, it reads the bytes in the code page of the machine. */
export const BYTE_ORDER_MARK = '\ufeff'

/** What spreadsheets run, also behind blanks and characters that are not seen, and in the full-width forms of signs. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Returns a value as the text of a cell. A text that a spreadsheet would run as a formula gets a leading apostrophe;
 * numbers stay numbers.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** Texts of digits and signs that a spreadsheet shows as they are. */
const KEPT = /^(?:(?:0|[1-9]\d{0,10})(?:\.\d{0,6}[1-9])?|\d{1,3}(?:\.\d{1,3}){3})$/
const LIKE_NUMBER = /^[\s\d.,$(][\s\d.,:/%eE+()$-]*$/
const LIKE_DATE = /^(?:\d{1,4}[ -]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[ -]?\d{0,4}$/i
const LIKE_FLAG = /^(?:true|false)$/i

/**
 * Returns a text as the text of a cell, with a leading apostrophe where a spreadsheet would make another value of it:
 * 00123 becomes 123, a number of twelve digits is rounded, 3-4 becomes a date.
 */
export function csvText(text: string): string {
  if (text.length > LONGEST_CHANGED || !/\d|^[tf]/i.test(text)) return csvCell(text)
  const is_changed = (LIKE_NUMBER.test(text) && /\d/.test(text)) || LIKE_DATE.test(text) || LIKE_FLAG.test(text)
  return is_changed && !KEPT.test(text) ? `'${text}` : csvCell(text)
}

/** Longer texts are no numbers or dates to a spreadsheet. */
const LONGEST_CHANGED = 255

/** Parses rows. Throws where a quote is not closed or not allowed. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y
  let row: string[] = []
  let open = false
  if (text.startsWith(BYTE_ORDER_MARK)) cell.lastIndex = 1
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
