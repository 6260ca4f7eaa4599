import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unseenMeans } from './doubtful.ts'

const memory = { repeats: 100, finds: 1000, settles: 1 }
const means = (age: number, asks: number) =>
  unseenMeans({ memory }, { sent: { since: 5000, until: 5000 } }, asks, 5000 + age)

test('G60 that a processor has not seen a request is believed within its memory, at the second look past it, and never past what it finds', () => {
  assert.deepEqual(
    [means(99, 1), means(100, 1), means(100, 2), means(999, 2), means(1000, 9)],
    ['unseen', 'unanswered', 'unseen', 'unseen', 'unclear'],
  )
})
