import assert from 'node:assert/strict'
import test from 'node:test'
import { DeliveryWindow } from './delivery-window.ts'

function windowAfter(...outcomes: boolean[]): DeliveryWindow {
  const window = new DeliveryWindow()
  for (const succeeded of outcomes) {
    window.in_flight += 1
    window.finished(succeeded)
  }
  return window
}

test('a receiver begins with a few, gets more with each success, and never more than 32', () => {
  assert.equal(windowAfter().room, 4)
  assert.equal(windowAfter(true, true).room, 6)
  assert.equal(windowAfter(...Array.from({ length: 100 }, () => true)).room, 32)
})

test('failures halve the window down to one, and a single success makes it grow again', () => {
  assert.equal(windowAfter(false).room, 2)
  assert.equal(windowAfter(false, false, false, false).room, 1)
  const recovered = windowAfter(false, false, false, true)
  assert.deepEqual([recovered.room, recovered.is_failing], [2, false])
  assert.equal(windowAfter(true, false).is_failing, true)
})

test('postbacks in flight take room', () => {
  const window = new DeliveryWindow()
  window.in_flight = 3
  assert.equal(window.room, 1)
  window.in_flight = 9
  assert.equal(window.room, 0)
})
