import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEEPS_ALL, type Processor } from '../../ports/processor.ts'
import { openLines } from './lines.ts'

const parts = { clock: { now: () => 0, seconds: () => 0 }, log: { warn: () => undefined } }
const DEAD: Processor = {
  name: 'zgate',
  memory: KEEPS_ALL,
  actions: {},
  find: () => Promise.reject(new Error('nobody listens')),
}
const ALIVE: Processor = { ...DEAD, find: async () => ({ seen: false }) }

test('one account that is never answered stands for itself alone', async () => {
  const lines = openLines(parts)
  for (const reference of ['a', 'b', 'c', 'd', 'e', 'f'])
    lines.to('one', DEAD).failed(reference, new Error('no answer'))
  assert.equal(await lines.to('one', DEAD).admits('g', 1_000), false)
  assert.equal(await lines.to('other', ALIVE).admits('g', 1_000), true)
  assert.deepEqual(
    lines.states().map(({ name, state }) => [name, state]),
    [
      ['one', 'open'],
      ['other', 'closed'],
      ['zgate', 'closed'],
    ],
  )
})

test('three accounts without an answer stand for their processor: a fourth is refused before it learns that itself', async () => {
  const lines = openLines(parts)
  for (const account of ['one', 'two', 'three']) lines.to(account, DEAD).failed('a', new Error('no answer'))
  assert.equal(await lines.to('four', DEAD).admits('g', 1_000), false)
})

test('an account that is answered speaks for its processor: it asks itself, and is not kept by those that are not', async () => {
  const lines = openLines(parts)
  for (const account of ['one', 'two', 'three']) lines.to(account, DEAD).failed('a', new Error('no answer'))
  assert.equal(await lines.to('four', ALIVE).admits('g', 1_000), true)
  assert.deepEqual(
    lines.states().filter(({ state }) => state !== 'closed'),
    [],
  )
})

test('what falls due at an account is asked about whatever its processor is to others', async () => {
  const lines = openLines(parts)
  for (const account of ['one', 'two', 'three']) lines.to(account, DEAD).failed('a', new Error('no answer'))
  assert.equal(await lines.canAsk('four'), true)
})
