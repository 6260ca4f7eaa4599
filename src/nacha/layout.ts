/** Reports a problem of a record; `blocks`: counts or sums are wrong, or records are missing. */
export type ReportProblem = (says: string, blocks?: boolean) => void

/** A field of a record: its columns, and conversions to and from a value. */
export interface Slot<T> {
  /** First and last position, counted from 1 as in Nacha's rules. */
  from: number
  to: number
  read(raw: string, reportProblem: ReportProblem): T
  write(value: T, reportProblem: ReportProblem): string
}

/** Columns without a value: constant or ignored. */
interface Fixed {
  from: number
  to: number
  /** Returns what is wrong with the columns; null when nothing is. */
  wrong(raw: string): string | null
  text: string
}

type Slots = Record<string, Slot<unknown>>
type Row<S extends Slots> = { [K in keyof S]: S[K] extends Slot<infer T> ? T : never }

/** The layout of one record of 94 characters. */
export interface Layout<T> {
  read(line: string, reportProblem: ReportProblem): T
  write(row: T, reportProblem: ReportProblem): string
}

export const RECORD_LENGTH = 94

/**
 * Returns parser and writer of one record type. Problems name the field and its positions, never an account number or
 * a name.
 * @throws Error when the columns leave a gap or overlap, which is a bug
 */
export function layout<S extends Slots>(fixed: readonly Fixed[], slots: S): Layout<Row<S>> {
  const named = Object.entries(slots).map(([name, slot]) => {
    return { name, slot, from: slot.from, to: slot.to, title: `${name.replaceAll('_', ' ')} (${placeOf(slot)})` }
  })
  const columns = [...fixed, ...named].toSorted((a, b) => a.from - b.from)
  const gap = columns.find((column, index) => column.from !== (columns[index - 1]?.to ?? 0) + 1)
  if (gap || columns.at(-1)?.to !== RECORD_LENGTH) throw new Error(`a layout is not whole at ${gap?.from ?? 'its end'}`)
  return {
    read: (line, reportProblem) => {
      for (const each of fixed) {
        const wrong = each.wrong(line.slice(each.from - 1, each.to))
        if (wrong) reportProblem(`${placeOf(each)} ${wrong}`)
      }
      const row: Record<string, unknown> = {}
      for (const { name, slot, title } of named) {
        row[name] = slot.read(line.slice(slot.from - 1, slot.to), says => reportProblem(`${title} ${says}`))
      }
      return row as Row<S>
    },
    write: (row, reportProblem) =>
      columns
        .map(column => {
          if ('text' in column) return column.text
          return column.slot.write(row[column.name], says => reportProblem(`${column.title} ${says}`))
        })
        .join(''),
  }
}

/** Columns with a constant. */
export function literal(from: number, text: string): Fixed {
  const wrong = (raw: string) => (raw === text ? null : `should say ${JSON.stringify(text)}`)
  return { from, to: from + text.length - 1, text, wrong }
}

/** Columns without a meaning; their content is dropped. */
export function reserved(from: number, to: number): Fixed {
  return { from, to, text: ' '.repeat(to - from + 1), wrong: () => null }
}

/** Columns of a control that must be blank, or zeros as some banks fill them. */
export function empty(from: number, to: number): Fixed {
  const wrong = (raw: string) => (/^( *|0*)$/.test(raw) ? null : 'should be blank')
  return { from, to, text: ' '.repeat(to - from + 1), wrong }
}

function placeOf({ from, to }: Pick<Fixed, 'from' | 'to'>): string {
  return from === to ? `position ${from}` : `positions ${from}-${to}`
}
