import assert from 'node:assert/strict'
import test from 'node:test'
import { coalescer } from './coalescer.ts'

test('ids that arrive while work is running are passed to the next run together, once each', async () => {
  const batches: string[][] = []
  const first = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const add = coalescer(async ids => {
    batches.push([...ids])
    if (batches.length === 1) await first.promise
    else done.resolve()
  })
  add(['a'])
  add(['b'])
  add(['c', 'b'])
  first.resolve()
  await done.promise
  assert.deepEqual(batches, [['a'], ['b', 'c']])
})
