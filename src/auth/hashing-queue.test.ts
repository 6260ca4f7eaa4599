import assert from 'node:assert/strict'
import test from 'node:test'
import { Refusal } from '../lib/problem.ts'
import { hashingQueue } from './hashing-queue.ts'
import { hashing } from './password.ts'

test('G42 a merchant that makes many users holds up nobody who signs in, and is refused beyond its share', async () => {
  const before = hashing.cost
  hashing.cost = { memory: 8, passes: 1, parallelism: 1 }
  const queue = hashingQueue()
  const done: string[] = []
  const loud = Array.from({ length: 60 }, () => queue.hash('a password', 'loud').then(() => done.push('loud')))
  const quiet = queue.verify('a password', null, { address: '192.0.2.1' }).then(() => done.push('quiet'))
  const results = await Promise.allSettled(loud)
  await quiet
  hashing.cost = before
  assert.ok(done.indexOf('quiet') < 6, `${done.indexOf('quiet')}`)
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.equal(refused.length, 20)
  assert.ok(refused.every(({ reason }) => reason instanceof Refusal && reason.status === 429))
})
