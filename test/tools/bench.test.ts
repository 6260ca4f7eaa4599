import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { atLeast, atMost, barTable, missedOf, withTable } from '../../bench/bar.ts'

const BARS = [
  atLeast(0.6, 'create', 0.6),
  atLeast(500, 'sales', 499.4, 'a second'),
  atMost(120, 'memory', 120, 'MiB'),
  atMost(2, 'reads beside sales', 2.01),
  atMost(1.6, 'never measured', Number.NaN),
]

test('a bar is missed by what is below the least, above the most, or was not measured', () => {
  assert.deepEqual(missedOf(BARS), [
    'sales: 499 a second, bar 500',
    'reads beside sales: 2.01, bar 2',
    'never measured: NaN, bar 1.6',
  ])
  assert.deepEqual(
    barTable(BARS)
      .split('\n')
      .filter(line => line.endsWith('| missed |')).length,
    3,
  )
})

test('the page of performance has the place where a whole check writes its table', async () => {
  const page = await readFile('docs/performance.md', 'utf8')
  const written = withTable(page, 'the table')
  assert.ok(written.includes('-->\nthe table\n<!--'))
  assert.equal(withTable(written, 'another'), withTable(page, 'another'), 'what was there is replaced')
})
