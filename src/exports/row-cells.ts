import { columnTypes } from '../db/column-types.ts'
import { fieldEnd, fieldText, isFieldAt } from '../db/record-text.ts'
import type { Noun } from '../definition/noun.ts'
import type { AnyField, Fact, Resource } from '../definition/resource.ts'
import { COMMON_COLUMNS, columnsOf, quoted } from '../engine/columns.ts'
import { shownNames, writeField, written } from '../engine/serialize.ts'
import type { Cell, FileFormat, FileRow } from './formats.ts'

type Row = Record<string, unknown>

/**
 * Returns the columns that a file is made from: the shown ones, those that every table has, and hidden ones that a
 * computed field is made from, which its SQL names. To read the others would take a third of the time.
 */
export function columnsRead(resource: Resource, fact: Fact): string[] {
  const derived = Object.values(resource.derived)
  const sql = derived.map(({ column, computed }) => `${column} ${computed?.sql(fact)}`).join(' ')
  const sealed = shownNames(resource).map(name => `${name}_sealed`)
  const named = new Set([...shownNames(resource), ...sealed, ...(sql.match(/\w+/g) ?? [])])
  for (const [name] of COMMON_COLUMNS) named.add(name)
  const { names } = columnsOf(resource)
  const shown = shownNames(resource).filter(name => names.includes(name))
  return [...shown, ...names.filter(name => named.has(name) && !shown.includes(name))]
}

/** SQL: these columns of a record as one text, which `rowWriter` reads. */
export function rowText(columns: readonly string[], alias: string): string {
  return `row(${columns.map(name => `${alias}.${quoted(name)}`).join(', ')})::text`
}

/** What the last record had in a column. Most columns repeat values, which are then neither read nor written again. */
interface Column {
  /** As PostgreSQL writes it in a record. */
  raw: string
  text: string | null
  read(text: string): unknown
  /** Undefined until it is asked for. */
  value: unknown
  /** Where it is shown as it is stored. */
  shown: { at: number; cellOf(value: unknown): Cell; cell: Cell } | null
  /** The first value counts as one. */
  changes: number
}

/** Columns beside each other, in a record and in a row, that are compared and written together. */
interface Run {
  columns: readonly Column[]
  raw: string
  /** The place in a row; null where nothing is shown. */
  part: number | null
}

/** Records after which it is known which columns repeat their values. */
const LEARNED_AFTER = 50

/** Returns what makes the rows of a file from the text of these columns of a record. */
export function rowWriter(
  { resource, operations }: Noun,
  names: readonly string[],
  format: FileFormat,
  fact: Fact,
): (text: string) => FileRow[] {
  const shown = shownNames(resource)
  const cellOf = cellWriter(resource, format)
  const columns = names.map(name => columnOf(resource, name, cellOf))
  const row = lastRow(resource, names, columns)
  const others = shown.flatMap((name, at) =>
    columns.some(column => column.shown?.at === at) ? [] : [otherCell(resource, name, at, fact, cellOf)],
  )
  let layout = layoutOf(columns, others, false)
  let records = 0
  const overridden = (values: Row): Cell[] => {
    const cells: Cell[] = []
    for (const { shown } of columns) if (shown) cells[shown.at] = shown.cell
    for (const other of others) cells[other.at] = other.cell
    for (const name of Object.keys(values)) {
      const at = shown.indexOf(name)
      cells[at] = cellOf(written(resource.fields[name]!, values[name]), at)
    }
    return cells
  }
  return text => {
    records += 1
    if (records === LEARNED_AFTER && format.separator !== null) layout = layoutOf(columns, others, true)
    const { runs, parts } = layout
    readInto(runs, parts, text, format.separator ?? '')
    for (const [index, other] of others.entries()) {
      other.write(row)
      parts[layout.places[index]!] = other.cell
    }
    const rows = operations.fileRows?.(row as never)
    return rows ? rows.map(values => format.row(overridden(values))) : [format.row(parts)]
  }
}

/** Returns the parts of a row: cells, or with `is_joined` the cells of columns that have not changed so far as one. */
function layoutOf(columns: readonly Column[], others: readonly Other[], is_joined: boolean) {
  const groups: Column[][] = []
  for (const column of columns) {
    const before = groups.at(-1)?.at(-1)
    const is_beside = before && (before.shown ? before.shown.at + 1 === column.shown?.at : !column.shown)
    if (is_joined && is_beside && before.changes <= 1 && column.changes <= 1) groups.at(-1)!.push(column)
    else groups.push([column])
  }
  const starts = [...groups.flatMap(([first]) => first!.shown?.at ?? []), ...others.map(({ at }) => at)]
  const order = starts.toSorted((one, other) => one - other)
  const runs = groups.map((group): Run => {
    const at = group[0]!.shown?.at
    return { columns: group, raw: UNKNOWN, part: at === undefined ? null : order.indexOf(at) }
  })
  const parts: Cell[] = order.map(() => null)
  return { runs, parts, places: others.map(({ at }) => order.indexOf(at)) }
}

/** No value is written like this. */
const UNKNOWN = '('

function readInto(runs: readonly Run[], parts: Cell[], record: string, separator: string): void {
  let at = 1
  for (const run of runs) {
    if (!isFieldAt(record, at, run.raw)) {
      const end = readColumns(run.columns, record, at)
      run.raw = record.slice(at, end)
      const [first] = run.columns
      if (run.part !== null)
        parts[run.part] =
          run.columns.length === 1 ? first!.shown!.cell : run.columns.map(({ shown }) => shown!.cell).join(separator)
    }
    at += run.raw.length + 1
  }
}

/** Reads the values from `from` on, and returns where the last one ends. */
function readColumns(columns: readonly Column[], record: string, from: number): number {
  let at = from
  for (const column of columns) {
    if (!isFieldAt(record, at, column.raw)) {
      column.raw = record.slice(at, fieldEnd(record, at))
      column.text = fieldText(column.raw)
      column.value = undefined
      column.changes += 1
      if (column.shown) column.shown.cell = column.shown.cellOf(valueIn(column))
    }
    at += column.raw.length + 1
  }
  return at - 1
}

type CellOf = (value: unknown, at: number) => Cell

function columnOf(resource: Resource, name: string, cellOf: CellOf): Column {
  const field = columnsOf(resource).fields[name]
  const read = field ? readerOf(field) : parserOf(commonType(name))
  const at = resource.derived[name] ? -1 : shownNames(resource).indexOf(name)
  const write = (value: unknown): Cell => cellOf(written(field!, value), at)
  const shown = field && at >= 0 ? { at, cellOf: write, cell: write(null) } : null
  return { raw: '', text: null, read, value: null, shown, changes: 0 }
}

function valueIn(column: Column): unknown {
  if (column.value === undefined) column.value = column.text === null ? null : column.read(column.text)
  return column.value
}

/** A cell that is no stored column. */
interface Other {
  at: number
  cell: Cell
  write(row: Row): void
}

function otherCell(resource: Resource, name: string, at: number, fact: Fact, cellOf: CellOf): Other {
  const of = resource.derived[name]?.of ?? writeField(name, resource.fields[name]!)
  let last: unknown = null
  return {
    at,
    cell: cellOf(null, at),
    write(row) {
      const value = of(row, fact)
      if (value !== last) this.cell = cellOf(value, at)
      last = value
    },
  }
}

/** Returns the row that was read last. Its values are made of their texts when they are asked for. */
function lastRow(resource: Resource, names: readonly string[], columns: readonly Column[]): Row {
  const row: Row = {}
  for (const name of columnsOf(resource).names) {
    const column = columns[names.indexOf(name)]
    const get = (): unknown => {
      if (!column) throw new Error(`a file of ${resource.plural} is made without the column ${name}`)
      return valueIn(column)
    }
    Object.defineProperty(row, name, { get })
  }
  return row
}

/** Returns what makes the row of a file from a record as callers see it. */
export function shownCells(resource: Resource, format: FileFormat): (record: Row) => FileRow {
  const names = shownNames(resource)
  const cellOf = cellWriter(resource, format)
  return record => format.row(names.map((name, index) => cellOf(record[name], index)))
}

/**
 * Values are written as in JSON, but amounts with two decimals, objects and lists as JSON text, and null as an empty
 * cell. Texts that people or software write are texts; ids, codes, numbers and dates are left as they are.
 */
function cellWriter(resource: Resource, format: FileFormat): CellOf {
  const kinds = shownNames(resource).map(name => resource.fields[name]?.kind)
  return (value, index) => {
    if (value === null || value === undefined) return format.cell('', true)
    if (typeof value === 'object') return format.cell(JSON.stringify(value), true)
    const kind = kinds[index]
    const is_text = typeof value === 'string' && (kind === undefined || kind.is_written === true)
    return format.cell(kind?.cell?.(value) ?? String(value), is_text)
  }
}

/** Returns what reads PostgreSQL's text of a stored value, as a list does by way of the driver. */
function readerOf({ kind, limits }: AnyField): (text: string) => unknown {
  const parse = parserOf(kind.column(limits))
  return kind.load ? text => kind.load!(parse(text)) : parse
}

function commonType(name: string): string {
  return COMMON_COLUMNS.find(([each]) => each === name)![1]
}

const OIDS: Readonly<Record<string, number>> = {
  boolean: 16,
  bigint: 20,
  integer: 23,
  text: 25,
  json: 114,
  'text[]': 1009,
  date: 1082,
}

function parserOf(type: string): (text: string) => unknown {
  const oid = type.startsWith('character varying') ? OIDS.text : OIDS[type]
  if (oid === undefined) throw new Error(`no way to read the text of a column of ${type}`)
  return columnTypes.getTypeParser(oid, 'text') as (text: string) => unknown
}
