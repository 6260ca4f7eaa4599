import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundRobin } from './round-robin.ts'

test('everybody gets a turn before anybody gets a second one', () => {
  const crowd = new Set(['a', 'b', 'c', 'd', 'e'])
  const next = roundRobin(() => crowd, 2)
  assert.deepEqual([next(), next(), next(), next()], [['a', 'b'], ['c', 'd'], ['e'], ['a', 'b']])
})

test('who comes in the middle of a round is seen in the next one', () => {
  const crowd = new Set(['a', 'b'])
  const next = roundRobin(() => crowd, 1)
  next()
  crowd.add('c')
  assert.deepEqual([next(), next(), next(), next()], [['b'], ['a'], ['b'], ['c']])
})

test('an empty crowd has no turns', () => {
  assert.deepEqual(roundRobin(() => [], 3)(), [])
})
