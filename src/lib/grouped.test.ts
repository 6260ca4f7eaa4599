import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { grouped } from './grouped.ts'
import { Unavailable } from './problem.ts'

interface Item {
  key: string
  n: number
}

/** Writes groups one by one, as `release` lets it, and notes them. */
function recorded(refuses: (n: number) => unknown = () => null) {
  const groups: number[][] = []
  const begun = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const write = grouped<Item, number>(
    ({ key }) => key,
    async group => {
      groups.push(group.map(({ n }) => n))
      begun.resolve()
      if (groups.length === 1) await first.promise
      for (const { n } of group) if (refuses(n)) throw refuses(n)
      return group.map(({ n }) => n * 10)
    },
  )
  return { groups, write: (n: number, key = 'a') => write({ key, n }), begun: begun.promise, release: first.resolve }
}

test('items that arrive in the same turn of the event loop are written together', async () => {
  const { groups, write, release } = recorded()
  release()
  assert.deepEqual(await Promise.all([write(1), write(2)]), [10, 20])
  assert.deepEqual(groups, [[1, 2]])
})

test('items that arrive while one is written are written together next, and each has its own result', async () => {
  const { groups, write, begun, release } = recorded()
  const first = write(1)
  await begun
  const written = [first, write(2), write(3)]
  release()
  assert.deepEqual(await Promise.all(written), [10, 20, 30])
  assert.deepEqual(groups, [[1], [2, 3]])
  assert.equal(await write(4), 40)
})

test('items of one subject are written one after another, and keep no others back', async () => {
  const groups: number[][] = []
  const write = grouped<Item, number>(
    () => '',
    async group => {
      groups.push(group.map(({ n }) => n))
      return group.map(({ n }) => n)
    },
    ({ key }) => key,
  )
  const written = [1, 2, 3, 4].map(n => write({ key: n === 1 ? 'a' : n === 4 ? 'c' : 'b', n }))
  assert.deepEqual(await Promise.all(written), [1, 2, 3, 4])
  assert.deepEqual(groups, [[1, 2, 4], [3]])
})

test('items of another key wait for nobody', async () => {
  const { groups, write, begun, release } = recorded()
  const held = write(1)
  await begun
  assert.equal(await write(2, 'b'), 20)
  release()
  assert.equal(await held, 10)
  assert.deepEqual(groups, [[1], [2]])
})

test('an item that is refused keeps no other of its group back', async () => {
  const { groups, write, begun, release } = recorded(n => (n === 3 ? new Error('refused') : null))
  const first = write(1)
  await begun
  const written = [first, write(2), write(3), write(4)]
  release()
  const settled = await Promise.allSettled(written)
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(groups, [[1], [2, 3, 4], [2], [3], [4]])
})

test('what is not available for a group is not tried for each of it', async () => {
  const { groups, write, begun, release } = recorded(n => (n > 1 ? new Unavailable(true, new Error('gone')) : null))
  const first = write(1)
  await begun
  const written = [first, write(2), write(3)]
  release()
  const settled = await Promise.allSettled(written)
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.deepEqual(groups, [[1], [2, 3]])
})

test('a group that takes long holds up those behind it no more', async () => {
  const { write, begun, release } = recorded()
  const slow = write(1)
  await begun
  assert.equal(await write(2), 20)
  let is_over = false
  void slow.then(() => {
    is_over = true
  })
  await pause(0)
  assert.equal(is_over, false)
  release()
  assert.equal(await slow, 10)
})

test('one of a group that takes long by itself holds up the others of it no more', async () => {
  const held = Promise.withResolvers<void>()
  const write = grouped<number, number>(
    () => '',
    async group => {
      if (group.length > 1) throw new Error('not together')
      if (group[0] === 1) await held.promise
      return group
    },
  )
  const [slow, ...others] = [write(1), write(2), write(3)]
  assert.deepEqual(await Promise.all(others), [2, 3])
  held.resolve()
  assert.equal(await slow, 1)
})
