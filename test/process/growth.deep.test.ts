import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchGrowth } from '../../bench/growth.ts'
import { growthPlot, growthReport } from '../../bench/growth-report.ts'

const SIZES = [100, 1_000]

test('every operation is answered at each size, what it touches is counted, and the table and the plot name it', async () => {
  const figures = await benchGrowth(SIZES, 1)
  assert.ok(figures.length >= 20)
  for (const { operation, costs } of figures) {
    assert.deepEqual([...costs.keys()], SIZES, operation)
    assert.ok(
      [...costs.values()].every(({ pages, ms }) => pages > 0 && ms > 0),
      operation,
    )
  }
  const { text } = growthReport(figures)
  const plot = growthPlot(figures)
  for (const { operation } of figures) assert.ok(text.includes(operation) && plot.includes(operation), operation)
})

test('an operation that costs more than three times as much at a hundred times the rows misses its bar', () => {
  const cost = (pages: number) => ({ pages, ms: 1, first_pages: pages, first_ms: 1 })
  const of = (operation: string, pages: number) => ({
    operation,
    costs: new Map([10_000, 1_000_000, 10_000_000].map((size, index) => [size, cost(index === 0 ? 100 : pages)])),
  })
  assert.deepEqual(growthReport([of('level', 300), of('steep', 301)]).missed, ['steep: 3.0 times the pages, bar 3'])
})
