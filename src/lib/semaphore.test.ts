import assert from 'node:assert/strict'
import test from 'node:test'
import { coalescer } from './coalescer.ts'
import { semaphore } from './semaphore.ts'

test('no more run at once than may, all get their turn in order, and a failure frees its place', async () => {
  const enter = semaphore(2)
  let running = 0
  let most = 0
  const order: number[] = []
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, index) =>
      enter(async () => {
        running += 1
        most = Math.max(most, running)
        order.push(index)
        await new Promise(resolve => setImmediate(resolve))
        running -= 1
        if (index === 2) throw new Error('no')
        return index
      }),
    ),
  )
  assert.equal(most, 2)
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
})

test('what is mentioned meanwhile is handed over together, once each', async () => {
  const handed: string[][] = []
  const first = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const mention = coalescer(async ids => {
    handed.push([...ids])
    if (handed.length === 1) await first.promise
    else done.resolve()
  })
  mention(['a'])
  mention(['b'])
  mention(['c', 'b'])
  first.resolve()
  await done.promise
  assert.deepEqual(handed, [['a'], ['b', 'c']])
})
