import assert from 'node:assert/strict'
import test from 'node:test'
import { isPositive, productCents, roundedCents, wholePieces } from './decimal.ts'

test('G13 decimals are exact: half a cent is rounded up, where floats fall below it', () => {
  assert.deepEqual(['0.285', '1.005', '0.1', 2, '0.0049'].map(roundedCents), [29n, 101n, 10n, 200n, 0n])
  assert.deepEqual(
    [productCents('3', '0.095'), productCents('1', '0.285'), productCents(0.5, '3.333')],
    [29n, 29n, 167n],
  )
  assert.deepEqual(wholePieces('3', '0.29'), { pieces: 3n, cents: 29n })
  assert.deepEqual(
    [wholePieces('3', '0.285'), wholePieces('0.5', '1.00'), wholePieces('0', '1.00')],
    [null, null, null],
  )
})

test('G13 what is no decimal of four places is none', () => {
  for (const value of ['', '-1', '1e3', '1.23456', Number.NaN, null, undefined, {}])
    assert.equal(roundedCents(value), null)
  assert.deepEqual(['0.00', '0.0001', undefined].map(isPositive), [false, true, false])
})
