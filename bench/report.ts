import type { Figure } from './measure.ts'

export interface BenchRow {
  name: string
  bar: number | null
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

/** Returns a line for each bar that this run missed; a case that was not run misses nothing. */
export function missedBars(rows: readonly BenchRow[], memory_mib: number): string[] {
  const missed = rows.flatMap(({ name, bar, ours, limit }) => {
    const ratio = bar !== null && limit ? ours.per_second / limit.per_second : null
    return [
      ...(ratio !== null && ratio < bar! ? [`${name}: ${ratio.toFixed(2)} of the floor, bar ${bar}`] : []),
      ...(ours.failures > 0 ? [`${name}: ${ours.failures} requests failed`] : []),
    ]
  })
  const rate = (name: string): number => rows.find(row => row.name === name)?.ours.per_second ?? Number.NaN
  for (const [name, other, bar] of COMPARED) {
    const times = rate(other) / rate(name)
    if (times > bar) missed.push(`${name}: ${times.toFixed(1)} times as long as ${other}, bar ${bar}`)
  }
  if (memory_mib > MEMORY_BAR_MIB) missed.push(`resident memory: ${Math.round(memory_mib)} MiB, bar ${MEMORY_BAR_MIB}`)
  return missed
}

export function memoryLine(mib: number): string {
  return `\nresident memory of the gateway after the run: ${Math.round(mib)} MiB (bar ${MEMORY_BAR_MIB})`
}
