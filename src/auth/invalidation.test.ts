import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { invalidation } from './invalidation.ts'

/** A database whose queries are answered by the test, in any order. */
function slowDatabase() {
  const answers: ((version: number) => void)[] = []
  const query = () =>
    new Promise(resolve => {
      answers.push(version => resolve([{ version }]))
    })
  return { answers, db: { query } as unknown as Database }
}

test('a check that hangs in a slow database does not serve a request that comes much later', async () => {
  const { answers, db } = slowDatabase()
  let cleared = 0
  const { ensureFresh } = invalidation(db, () => {
    cleared += 1
  })
  const early = ensureFresh()
  await pause(60)
  const late = ensureFresh()
  assert.equal(answers.length, 2, 'the late request makes a check of its own')
  answers[1]!(2)
  await late
  assert.equal(cleared, 1)
  answers[0]!(1)
  await early
})
