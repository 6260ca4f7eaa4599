import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOf, rateLimit } from './rate-limit.ts'

test('a minute’s requests may come at once, then there is a wait, for this key alone', () => {
  const limit = rateLimit(3)
  assert.deepEqual([limit('a'), limit('a'), limit('a')], [null, null, null])
  const wait = limit('a')
  assert.ok(wait !== null && wait >= 19 && wait <= 20, String(wait))
  assert.equal(limit('b'), null)
})

test('no limit is no limit', () => {
  const limit = rateLimit(0)
  for (let turn = 0; turn < 1000; turn += 1) assert.equal(limit('a'), null)
})

test('a write counts as ten reads, and no limit is too small for one', () => {
  const limit = rateLimit(25)
  assert.deepEqual(
    [limit('a', costOf('POST')), limit('a', costOf('PUT')), limit('a', costOf('GET'))],
    [null, null, null],
  )
  assert.ok(limit('a', costOf('DELETE'))! > 0)
  assert.equal(rateLimit(3)('a', costOf('POST')), null)
})
