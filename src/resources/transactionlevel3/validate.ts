import { addProblem, label, type Problems } from '../../lib/problem.ts'
import { type Brand, type Column, HEADER, LINE, MOST_LINES } from './columns.ts'

export interface Validated {
  /** What is kept: the brand's fields, every value as it was sent. */
  data: Record<string, unknown>
  /** By field; of line items `line_items[0].unit_code`. */
  problems: Problems
}

/** The most fields that are reported; a thousand wrong lines need no thousand texts. */
const MOST_TOLD = 100

/**
 * Reads Level 3 data of a brand by the tables of its fields. Fields of the other brand, and unknown ones, are set
 * aside.
 */
export function validateLevel3(sent: Record<string, unknown>, brand: Brand): Validated {
  const problems: Problems = {}
  const data = examineColumns(sent, HEADER, brand, '', problems)
  data.line_items = examineLines(sent.line_items, brand, problems)
  return { data, problems }
}

function examineLines(lines: unknown, brand: Brand, problems: Problems): unknown[] {
  if (lines === undefined || lines === null || (Array.isArray(lines) && lines.length === 0)) {
    addProblem(problems, 'line_items', 'Line item record details missing')
    return []
  }
  if (!Array.isArray(lines)) {
    addProblem(problems, 'line_items', 'Line Items must be a list.')
    return []
  }
  if (lines.length > MOST_LINES[brand]) {
    addProblem(problems, 'line_items', `Line Items should contain at most ${MOST_LINES[brand]} items.`)
    return []
  }
  return lines.map((line, index) => examineLine(line, `line_items[${index}]`, brand, problems))
}

function examineLine(line: unknown, path: string, brand: Brand, problems: Problems): Record<string, unknown> {
  if (Object.keys(problems).length >= MOST_TOLD) return {}
  if (typeof line === 'object' && line !== null && !Array.isArray(line)) {
    return examineColumns(line as Record<string, unknown>, LINE, brand, `${path}.`, problems)
  }
  addProblem(problems, path, 'Line item record details missing')
  return {}
}

function examineColumns(
  sent: Record<string, unknown>,
  columns: Record<string, Column>,
  brand: Brand,
  path: string,
  problems: Problems,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) {
    if (!column.brands.includes(brand)) continue
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    const problem = problemOf(value, column, brand)
    if (problem) addProblem(problems, path + name, `${label(name)} ${problem}`)
    else if (value !== undefined && value !== null) kept[name] = value
  }
  return kept
}

/**
 * Numbers are as good as their text. An empty text says nothing, so a required field cannot be empty and any other may.
 */
function problemOf(value: unknown, column: Column, brand: Brand): string | null {
  if (value === undefined || value === null || value === '') {
    return column.required.includes(brand) ? 'cannot be blank.' : null
  }
  if (typeof value === 'string' || typeof value === 'number') return column.check(String(value))
  return 'must be a string or a number.'
}
