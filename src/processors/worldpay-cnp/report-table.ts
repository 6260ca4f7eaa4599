import { parseCsv } from '../../lib/csv.ts'
import { UnreadableFile } from '../../ports/incoming-files.ts'

/** A column by the headings it has had: the service was named Litle, then Vantiv, then Worldpay. */
export type Column = readonly [string, ...string[]]

export const PAYMENT_ID: Column = ['Worldpay Payment ID', 'Vantiv Payment ID', 'Litle Payment ID']

/** One line of a report, read by the headings of its columns. Every reader throws an `UnreadableFile`. */
export interface Line {
  /** Returns a cell; null where it is empty, or the report has no such column. */
  text(column: Column): string | null
  /** Returns a cell that cannot be empty. */
  given(column: Column): string
  /** Returns an amount with at most two decimal places in minor units. */
  amount(column: Column): bigint
  /** Returns the day of a cell `MM/dd/yyyy`. */
  day(column: Column): Temporal.PlainDate
  /** Says what is wrong with a cell; the cell itself is not repeated. */
  wrong(column: Column, what: string): UnreadableFile
}

/**
 * Returns the lines of a report. Columns are found by their headings, in any order and whatever else stands between
 * them; those that are required must be there. Throws an `UnreadableFile` for one that lacks a column or was cut off.
 */
export function linesOf(file_name: string, text: string, required: readonly Column[]): Line[] {
  const [headings, ...rows] = rowsOf(file_name, text)
  if (!headings) throw new UnreadableFile(`Report ${file_name} is empty.`)
  const places = new Map(headings.map((heading, at) => [plain(heading), at]))
  const placeOf = (column: Column): number | undefined =>
    column.map(name => places.get(plain(name))).find(at => at !== undefined)
  for (const column of required)
    if (placeOf(column) === undefined) throw new UnreadableFile(`Report ${file_name} has no column ${column[0]}.`)
  if (places.size !== headings.length) throw new UnreadableFile(`Report ${file_name} has a column twice.`)
  return rows.map((cells, at) => {
    if (cells.length !== headings.length)
      throw new UnreadableFile(`Report ${file_name} is not whole: line ${at + 2} has not as many cells as the first.`)
    return lineOf(`Report ${file_name}, line ${at + 2}`, column => cells[placeOf(column) ?? -1] ?? '')
  })
}

function rowsOf(file_name: string, text: string): string[][] {
  // The last cell may be a part of what was written.
  if (text !== '' && !text.endsWith('\n'))
    throw new UnreadableFile(`Report ${file_name} is not whole: its end is cut off.`)
  try {
    return parseCsv(text).filter(cells => cells.length > 1 || cells[0] !== '')
  } catch {
    throw new UnreadableFile(`Report ${file_name} has quotes where none can be.`)
  }
}

function plain(heading: string): string {
  return heading.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

const AMOUNT = /^(-?)(\d{1,17})(?:\.(\d{1,2}))?$/
const DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

function lineOf(where: string, cellOf: (column: Column) => string): Line {
  const line: Line = {
    // An apostrophe keeps spreadsheets from rounding ids.
    text: column => cellOf(column).trim().replace(/^'/, '').trim() || null,
    given(column) {
      const text = line.text(column)
      if (text === null) throw line.wrong(column, 'is empty')
      return text
    },
    amount(column) {
      const found = AMOUNT.exec(line.given(column))
      if (!found) throw line.wrong(column, 'is no amount')
      const [, sign, whole, cents = ''] = found
      return BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`)
    },
    day(column) {
      const [, month, day, year] = DAY.exec(line.given(column)) ?? []
      try {
        return Temporal.PlainDate.from(
          { year: Number(year), month: Number(month), day: Number(day) },
          { overflow: 'reject' },
        )
      } catch {
        throw line.wrong(column, 'is no date MM/dd/yyyy')
      }
    },
    wrong: (column, what) => new UnreadableFile(`${where}: ${column[0]} ${what}.`),
  }
  return line
}
