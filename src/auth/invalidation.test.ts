import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { invalidation } from './invalidation.ts'

/** A database whose answers are given by hand, in any order. */
function slowDatabase() {
  const asked: ((version: number) => void)[] = []
  const query = () =>
    new Promise(resolve => {
      asked.push(version => resolve([{ version }]))
    })
  return { asked, db: { query } as unknown as Database }
}

test('a question that hangs in a slow database tells nothing to a request that comes much later', async () => {
  const { asked, db } = slowDatabase()
  let cleared = 0
  const { check } = invalidation(db, () => {
    cleared += 1
  })
  const early = check()
  await pause(60)
  const late = check()
  assert.equal(asked.length, 2, 'the late one asks for itself')
  asked[1]!(2)
  await late
  assert.equal(cleared, 1)
  asked[0]!(1)
  await early
})
