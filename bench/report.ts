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

/** Names of the two lists that are compared with each other. */
export const LIST_OF_MANY = { ten_thousand: 'list of 25, 10,000 in scope', million: 'list of 25, a million in scope' }

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
  const p50 = (name: string): number => rows.find(row => row.name === name)?.ours.p50_ms ?? Number.NaN
  const times = p50(LIST_OF_MANY.million) / p50(LIST_OF_MANY.ten_thousand)
  if (times > MILLION_BAR) missed.push(`${LIST_OF_MANY.million}: ${times.toFixed(1)} times as long, bar ${MILLION_BAR}`)
  if (memory_mib > MEMORY_BAR_MIB) missed.push(`resident memory: ${Math.round(memory_mib)} MiB, bar ${MEMORY_BAR_MIB}`)
  return missed
}

export function memoryLine(mib: number): string {
  return `\nresident memory of the gateway after the run: ${Math.round(mib)} MiB (bar ${MEMORY_BAR_MIB})`
}
