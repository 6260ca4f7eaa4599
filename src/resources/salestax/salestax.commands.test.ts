import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxOf } from './salestax.commands.ts'

test('the tax is a percentage of the amount, half a cent rounded up', () => {
  for (const [amount, rate, tax] of [
    [10000n, '8.25', 825n],
    [10000n, '8', 800n],
    [1999n, '8.875', 177n],
    [200n, '8.25', 17n],
    [6n, '8.3333', 0n],
    [7n, '8.3333', 1n],
    [0n, '8.25', 0n],
    [10000n, '0', 0n],
    [999999999n, '99.9999', 999998999n],
  ] as const) {
    assert.equal(taxOf(amount, rate), tax, `${rate} % of ${amount}`)
  }
})
