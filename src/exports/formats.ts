import { csvCell, csvRow } from '../lib/csv.ts'
import { invalidField } from '../lib/problem.ts'

/** A kind of file that a list can be had as. */
export interface FileFormat {
  extension: 'csv' | 'tsv'
  content_type: string
  /** What a value looks like in it. */
  cell(text: string): string
  row(cells: readonly string[]): string
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  /** RFC 4180; texts that a spreadsheet would run are kept texts. */
  csv: { extension: 'csv', content_type: 'text/csv; charset=utf-8; header=present', cell: csvCell, row: csvRow },
  /** One line for each row, whatever a value holds: tabs, line breaks and backslashes are written as \t, \n, \r and \\. */
  tsv: {
    extension: 'tsv',
    content_type: 'text/tab-separated-values; charset=utf-8',
    cell: csvCell,
    row: cells => `${cells.map(escaped).join('\t')}\n`,
  },
}

export const FORMAT_NAMES = ['json', ...Object.keys(FORMATS)]

/** What `_format` asks for; null for JSON, the usual answer. A 422 for anything else. */
export function formatAsked(name: string | undefined): FileFormat | null {
  if (name === undefined || name === '' || name === 'json') return null
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (!format) throw invalidField('_format', `_format must be one of ${FORMAT_NAMES.join(', ')}.`)
  return format
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

function escaped(text: string): string {
  return text.replaceAll(/[\t\n\r\\]/g, character => ESCAPES[character]!)
}
