import type { Figure } from './measure.ts'

export interface BenchRow {
  name: string
  bar: number | null
  ours: Figure
  limit: Figure | null
  alone: Figure | null
}

const MEMORY_BAR_MIB = 250

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

export function memoryLine(mib: number): string {
  return `\nresident memory of the gateway after the run: ${Math.round(mib)} MiB (bar ${MEMORY_BAR_MIB})`
}
