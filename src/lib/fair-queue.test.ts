import assert from 'node:assert/strict'
import test from 'node:test'
import { fairQueue } from './fair-queue.ts'
import { Unavailable } from './problem.ts'

test('G42 keys are served in turn, however much one of them asks for', async () => {
  const queue = fairQueue('tests', { at_once: 1, most_each: 20, most: 100 })
  const order: string[] = []
  const ask = (key: string) => queue.run(key, async () => void order.push(key))
  await Promise.all([...Array.from({ length: 20 }, () => ask('loud')), ask('quiet'), ask('quiet'), ask('third')])
  assert.deepEqual(order.slice(0, 6), ['loud', 'loud', 'quiet', 'third', 'loud', 'quiet'])
  assert.equal(order.length, 23)
})

test('G42 a key that asks for more than its share is refused, and no other', async () => {
  const queue = fairQueue('tests', { at_once: 2, most_each: 3, most: 5 })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const loud = Array.from({ length: 4 }, () => queue.run('loud', () => gate))
  await assert.rejects(loud[3]!, Unavailable)
  const others = ['one', 'two', 'three'].map(key => queue.run(key, () => gate))
  await assert.rejects(others[2]!, Unavailable)
  open()
  await Promise.all([...loud.slice(0, 3), ...others.slice(0, 2)])
  assert.equal(await queue.run('loud', async () => 'again'), 'again')
})

test('work that fails makes room like any other', async () => {
  const queue = fairQueue('tests', { at_once: 1, most_each: 1, most: 1 })
  await assert.rejects(
    queue.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await queue.run('a', async () => 1), 1)
})
