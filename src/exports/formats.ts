import { csvCell, csvRow } from '../lib/csv.ts'
import { invalidField } from '../lib/problem.ts'

/** A file format of lists. */
export interface FileFormat {
  extension: 'csv' | 'tsv'
  content_type: string
  cell(text: string): string
  row(cells: readonly string[]): string
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  /** RFC 4180. Texts that a spreadsheet would run as formulas stay texts. */
  csv: { extension: 'csv', content_type: 'text/csv; charset=utf-8; header=present', cell: csvCell, row: csvRow },
  /** One line for each row: tabs, line breaks and backslashes of a value are written as \t, \n, \r and \\. */
  tsv: {
    extension: 'tsv',
    content_type: 'text/tab-separated-values; charset=utf-8',
    cell: csvCell,
    row: cells => `${cells.map(escaped).join('\t')}\n`,
  },
}

export const FORMAT_NAMES = ['json', ...Object.keys(FORMATS)]

/** Returns the format of the parameter `_format`, or null for JSON, the default. Throws 422 for an unknown one. */
export function requestedFormat(name: string | undefined): FileFormat | null {
  if (name === undefined || name === '' || name === 'json') return null
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (!format) throw invalidField('_format', `_format must be one of ${FORMAT_NAMES.join(', ')}.`)
  return format
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

function escaped(text: string): string {
  return text.replaceAll(/[\t\n\r\\]/g, character => ESCAPES[character]!)
}
