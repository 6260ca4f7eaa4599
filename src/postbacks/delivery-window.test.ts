import assert from 'node:assert/strict'
import test from 'node:test'
import { DeliveryWindow } from './delivery-window.ts'

function afterwards(...outcomes: boolean[]): DeliveryWindow {
  const window = new DeliveryWindow()
  for (const succeeded of outcomes) {
    window.on_their_way += 1
    window.ended(succeeded)
  }
  return window
}

test('a receiver begins with a few, gets more with each success, and never more than 32', () => {
  assert.equal(afterwards().room, 4)
  assert.equal(afterwards(true, true).room, 6)
  assert.equal(afterwards(...Array.from({ length: 100 }, () => true)).room, 32)
})

test('failures halve what it gets down to one, and one success is a beginning again', () => {
  assert.equal(afterwards(false).room, 2)
  assert.equal(afterwards(false, false, false, false).room, 1)
  const alive = afterwards(false, false, false, true)
  assert.deepEqual([alive.room, alive.in_trouble], [2, false])
  assert.equal(afterwards(true, false).in_trouble, true)
})

test('what is on its way takes room', () => {
  const window = new DeliveryWindow()
  window.on_their_way = 3
  assert.equal(window.room, 1)
  window.on_their_way = 9
  assert.equal(window.room, 0)
})
