import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundRobin } from './round-robin.ts'

test('every member gets a turn before any gets a second one', () => {
  const members = new Set(['a', 'b', 'c', 'd', 'e'])
  const next = roundRobin(() => members, 2)
  assert.deepEqual([next(), next(), next(), next()], [['a', 'b'], ['c', 'd'], ['e'], ['a', 'b']])
})

test('a member added in the middle of a round gets its turn in the next one', () => {
  const members = new Set(['a', 'b'])
  const next = roundRobin(() => members, 1)
  next()
  members.add('c')
  assert.deepEqual([next(), next(), next(), next()], [['b'], ['a'], ['b'], ['c']])
})

test('an empty set has no turns', () => {
  assert.deepEqual(roundRobin(() => [], 3)(), [])
})
