import { atLeast, atMost, type Bar } from './bar.ts'
import type { Figure } from './measure.ts'

export interface BenchRow {
  name: string
  bar: number | null
  alone_bar?: number
  ours: Figure
  limit: Figure | null
  alone: Figure | null
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

/** A Markdown table, so that a run can be kept in docs/performance.md as it is. */
export function report(rows: readonly BenchRow[]): string {
  const head =
    '| case | req/s | p50 ms | p99 ms | failures | floor req/s | of the floor | bar | database alone/s |\n|---|---|---|---|---|---|---|---|---|'
  return [head, ...rows.map(line)].join('\n')
}

function line({ name, bar, ours, limit, alone }: BenchRow): string {
  const ratio = limit ? (ours.per_second / limit.per_second).toFixed(2) : ''
  const cells = [
    name,
    Math.round(ours.per_second),
    ours.p50_ms.toFixed(1),
    ours.p99_ms.toFixed(1),
    ours.failures,
    limit ? Math.round(limit.per_second) : '',
    ratio,
    bar ?? '',
    alone ? Math.round(alone.per_second) : '',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The bars of the cases that were run. */
export function barsOf(rows: readonly BenchRow[], memory_mib: number): Bar[] {
  const rate = (name: string): number => rows.find(row => row.name === name)?.ours.per_second ?? Number.NaN
  const floors = rows.flatMap(({ name, bar, alone_bar, ours, limit, alone }) => [
    ...(bar !== null && limit ? [atLeast(bar, `${name}, of the floor`, ours.per_second / limit.per_second)] : []),
    ...(alone_bar && alone
      ? [atLeast(alone_bar, `${name}, of the database alone`, ours.per_second / alone.per_second)]
      : []),
  ])
  const compared = COMPARED.filter(([name, other]) => rate(name) && rate(other)).map(([name, other, bar]) =>
    atMost(bar, `${name}, times as long as ${other}`, rate(other) / rate(name)),
  )
  const failures = rows.reduce((sum, { ours }) => sum + ours.failures, 0)
  return [
    ...floors,
    ...compared,
    atMost(0, 'requests that failed', failures),
    atMost(MEMORY_BAR_MIB, 'resident memory after these cases', memory_mib, 'MiB'),
  ]
}

/** What the floor did: how fast the machine was in this run. */
export function floorLine(rows: readonly BenchRow[]): string {
  const rates = rows.flatMap(({ name, limit }) => (limit ? [`${name} ${Math.round(limit.per_second)}`] : []))
  return `The floor's requests a second, which say how fast the machine was: ${rates.join(', ')}.`
}

export function memoryLine(mib: number): string {
  return `\nresident memory of the gateway after the run: ${Math.round(mib)} MiB (bar ${MEMORY_BAR_MIB})`
}
