import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { atLeast, atMost, barTable, missedOf, withinNoiseOf, withTable } from '../../bench/bar.ts'
import { floorBars } from '../../bench/payments.ts'

const BARS = [
  atLeast(0.6, 'create', 0.6),
  atLeast(0.5, 'sales', [0.4, 0.49, 0.3]),
  atLeast(0.5, 'sales on invoices', [0.52, 0.48, 0.49]),
  atLeast(0.5, 'refunds', [0.9, 0.3, 0.7]),
  atMost(120, 'memory', 120, 'MiB'),
  atMost(2, 'reads beside sales', [1.9, 2, 1.8]),
  atMost(1.6, 'never measured', [Number.NaN, 1, 1]),
  atMost(1.6, 'without a run', []),
]

test('a bar is missed if every run misses it or a run could not be measured; widely spread runs count as noise', () => {
  assert.deepEqual(missedOf(BARS), [
    'sales: 0.40 (0.30 to 0.49), bar 0.5, missed',
    'refunds: 0.70 (0.30 to 0.90), bar 0.5, noise',
    'never measured: 1.00 (NaN to NaN), bar 1.6, missed',
    'without a run: NaN, bar 1.6, missed',
  ])
})

test('a bar between runs that lie close together is met within noise', () => {
  assert.deepEqual(withinNoiseOf(BARS), ['sales on invoices: 0.49 (0.48 to 0.52), bar 0.5, within noise'])
})

test('the table has the median and the range of the runs, and marks bars that a run misses', () => {
  const lines = barTable(BARS).split('\n')
  assert.equal(lines[3], '| sales | 0.40 | 0.30 to 0.49 | at least 0.5 | missed |')
  assert.equal(lines[4], '| sales on invoices | 0.49 | 0.48 to 0.52 | at least 0.5 | within noise |')
  assert.equal(lines[6], '| memory | 120 MiB |  | at most 120 |  |')
})

test('the rate, median and processor time of a payment are each compared with the floor of the same round', () => {
  const round = (per_second: number, p50_ms: number) => ({ per_second, p50_ms, p99_ms: 0, failures: 0, requests: 1 })
  const cpu = (ms: number) => ({ gateway: ms / 2, postgres: ms / 2, simulator: 0, clients: 0 })
  const sale = { name: 'sale', rounds: [round(60, 20), round(20, 60)], cpu_ms: [cpu(3), cpu(9)] }
  const floor = { name: 'floor', rounds: [round(120, 10), round(40, 30)], cpu_ms: [cpu(2), cpu(6)] }
  const bars = floorBars({ ...sale, floor }, { rate: 0.4, p50: 3, cpu: 2 })
  assert.deepEqual(
    bars.map(({ measured }) => measured),
    [
      [0.5, 0.5],
      [2, 2],
      [1.5, 1.5],
    ],
  )
  assert.deepEqual(floorBars(sale, { rate: 0.4, cpu: 2 }), [], 'without a floor there are no bars')
})

test('the page of performance has the place where a whole check writes its table', async () => {
  const page = await readFile('docs/performance.md', 'utf8')
  const written = withTable(page, 'the table')
  assert.ok(written.includes('-->\nthe table\n<!--'))
  assert.equal(withTable(written, 'another'), withTable(page, 'another'), 'what was there is replaced')
})
