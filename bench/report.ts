import { atLeast, atMost, type Bar, medianOf } from './bar.ts'
import { type Figure, median, ratios } from './measure.ts'

/** The figures of a case and of the runs that alternated with it. */
export interface BenchRow {
  name: string
  bar: number | null
  alone_bar?: number
  ours: Figure[]
  /** Figures of the floor, of the database alone, and of another list; empty if there is no such comparison. */
  limit: Figure[]
  alone: Figure[]
  other: Figure[]
}

const MEMORY_BAR_MIB = 250
/** A list with a million records in scope may take this many times as long as one with ten thousand. */
const MILLION_BAR = 10

/** Names of the lists that are compared with each other. */
export const LIST_OF_MANY = {
  ten_thousand: 'list of 25, 10,000 in scope',
  million: 'list of 25, a million in scope',
  middle: 'list of 25, a million in scope, the page in the middle',
  expanded: 'list of 25 of 10,000, with two expands',
}

/** How many times as long as the second one the first may take. */
const COMPARED = [
  [LIST_OF_MANY.million, LIST_OF_MANY.ten_thousand, MILLION_BAR],
  [LIST_OF_MANY.middle, LIST_OF_MANY.million, 5],
  [LIST_OF_MANY.expanded, LIST_OF_MANY.ten_thousand, 1.6],
] as const

/** Returns the name of the list to compare with. */
export function comparedWith(name: string): string | undefined {
  return COMPARED.find(([one]) => one === name)?.[1]
}

/** A Markdown table, so that a run can be kept in docs/performance.md as it is. */
export function report(rows: readonly BenchRow[]): string {
  const head =
    '| case | req/s | p50 ms | p99 ms | failures | floor req/s | of the floor | bar | database alone/s |\n|---|---|---|---|---|---|---|---|---|'
  return [head, ...rows.map(line)].join('\n')
}

function line({ name, bar, ours, limit, alone }: BenchRow): string {
  const { per_second, p50_ms, p99_ms, failures } = median(ours)
  const ratio = limit.length > 0 ? medianOf(ratios(ours, limit)).toFixed(2) : ''
  const cells = [name, Math.round(per_second), p50_ms.toFixed(1), p99_ms.toFixed(1), failures]
  return `| ${[...cells, rateOf(limit), ratio, bar ?? '', rateOf(alone)].join(' | ')} |`
}

function rateOf(some: readonly Figure[]): number | '' {
  return some.length > 0 ? Math.round(median(some).per_second) : ''
}

/** The bars of the cases that were run. */
export function barsOf(rows: readonly BenchRow[], memory_mib: number): Bar[] {
  const floors = rows.flatMap(({ name, bar, alone_bar, ours, limit, alone }) => [
    ...(bar !== null && limit.length > 0 ? [atLeast(bar, `${name}, of the floor`, ratios(ours, limit))] : []),
    ...(alone_bar && alone.length > 0
      ? [atLeast(alone_bar, `${name}, of the database alone`, ratios(ours, alone))]
      : []),
  ])
  const compared = COMPARED.flatMap(([name, other, bar]) => {
    const row = rows.find(each => each.name === name)
    return row && row.other.length > 0
      ? [atMost(bar, `${name}, times as long as ${other}`, ratios(row.other, row.ours))]
      : []
  })
  const failures = rows
    .flatMap(({ ours, limit }) => [...ours, ...limit])
    .reduce((sum, figure) => sum + figure.failures, 0)
  return [
    ...floors,
    ...compared,
    atMost(0, 'requests that failed, the floor included', failures),
    atMost(MEMORY_BAR_MIB, 'resident memory after these cases', memory_mib, 'MiB'),
  ]
}

/** The rounds of a case and of its floor; empty without a floor. */
export interface Rate {
  name: string
  ours: readonly Figure[]
  floor: readonly Figure[]
}

/** Returns the rates of this machine beside those of the floor. They have no bar. */
export function ratesLine(rates: readonly Rate[]): string {
  const cells = rates.map(({ name, ours, floor }) => {
    const beside = floor.length > 0 ? ` (floor ${rateOf(floor)})` : ''
    return `${name} ${rateOf(ours)}${beside}`
  })
  return `For information, requests per second: ${cells.join('; ')}.`
}

export function memoryLine(mib: number): string {
  return `\nresident memory of the gateway after the run: ${Math.round(mib)} MiB (bar ${MEMORY_BAR_MIB})`
}
