import { BYTE_ORDER_MARK, csvCell, csvQuoted, csvText } from '../lib/csv.ts'
import { invalidField } from '../lib/problem.ts'

export type Cell = string | number | null
export type FileRow = string | Cell[]

/** A file format of lists. */
export interface FileFormat {
  extension: 'csv' | 'tsv' | 'xlsx'
  content_type: string
  /**
   * Returns a cell with this text, as it stands in a row. `is_text`: it is no number, amount or date, even if it looks
   * like one.
   */
  cell(text: string, is_text: boolean): Cell
  /** Stands between the cells of a line; null where a row is no line. */
  separator: string | null
  /** Returns a row of these cells, as a file holds it: a line is made at once, so that its cells need not be kept. */
  row(cells: Cell[]): FileRow
  /** Yields a file with these rows, the first of which is the header. */
  file(chunks: AsyncGenerator<FileRow[]>): AsyncGenerator<string | Uint8Array>
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  /** RFC 4180, for people: spreadsheets read it as UTF-8 and keep texts as they are. */
  csv: {
    extension: 'csv',
    content_type: 'text/csv; charset=utf-8; header=present',
    cell: (text, is_text) => csvQuoted(is_text ? csvText(text) : csvCell(text)),
    separator: ',',
    row: cells => `${cells.join(',')}\r\n`,
    file: chunks => linesOf(chunks, BYTE_ORDER_MARK),
  },
  /** One line for each row: tabs, line breaks and backslashes of a value are written as \t, \n, \r and \\. */
  tsv: {
    extension: 'tsv',
    content_type: 'text/tab-separated-values; charset=utf-8',
    cell: text => escaped(csvCell(text)),
    separator: '\t',
    row: cells => `${cells.join('\t')}\n`,
    file: linesOf,
  },
  xlsx: {
    extension: 'xlsx',
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    cell: (text, is_text) => (is_text || !NUMBER.test(text) ? workbookText(text) || null : Number(text)),
    separator: null,
    row: cells => cells.slice(),
    file: workbookOf,
  },
}

const NUMBER = /^-?\d{1,15}(\.\d+)?$/
/** Excel's limit. */
const LONGEST_CELL = 32_767

/**
 * Returns a text as a workbook can hold it: without characters that XML excludes, and no longer than a cell. Workbooks
 * write some characters as `_x000D_`, so the first `_` of a text that looks like that is written as `_x005F_`.
 */
function workbookText(text: string): string {
  return text
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .slice(0, LONGEST_CELL)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
}

async function* linesOf(chunks: AsyncGenerator<FileRow[]>, begin = ''): AsyncGenerator<string> {
  let before = begin
  for await (const lines of chunks) {
    yield before + lines.join('')
    before = ''
  }
}

/** Writes rows as they arrive and holds none of them. The writer is loaded when the first workbook is asked for. */
async function* workbookOf(chunks: AsyncGenerator<FileRow[]>): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(rowsOf(chunks), { name: 'Records', freezePane: { rows: 1 }, zip64: true })
}

async function* rowsOf(chunks: AsyncGenerator<FileRow[]>): AsyncGenerator<Cell[]> {
  for await (const rows of chunks) yield* rows as Cell[][]
}

export const FORMATS_OF_FILES: readonly FileFormat[] = Object.values(FORMATS)

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
