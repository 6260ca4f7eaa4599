import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchSettling } from '../../bench/settling.ts'

const SALES = 5_000

test('sales go on while a batch of thousands is settled: no answer is a 5xx, and all of it is settled', async () => {
  const { sales, processing_status_id } = await benchSettling(SALES, { per_second: 5, quiet_seconds: 1 })
  assert.equal(processing_status_id, 2)
  assert.ok(sales.some(({ phase }) => phase === 'settling'))
  assert.deepEqual([...new Set(sales.map(({ status }) => status))], [201])
})
