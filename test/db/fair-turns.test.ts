import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fairTurns, recentMerchants } from '../../src/db/fair-turns.ts'
import { currentMerchant, onLane, ownedBy } from '../../src/db/lanes.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { openRecord, type SubjectParts } from '../../src/pages/checkout/page-subject.ts'
import { paylink } from '../../src/resources/paylink/paylink.ts'
import { asRequest } from '../support/as-request.ts'
import { createTestDatabase } from '../support/database.ts'

const { database: db, drop } = await createTestDatabase('fair_turns')
after(drop)

type End = () => void
const settled = () => new Promise(resolve => setImmediate(resolve))
const PLACES = 8

test('a merchant alone has all turns but one, which is for whoever comes', async () => {
  const turns = fairTurns(PLACES, 1000, recentMerchants())
  const taken = Array.from({ length: PLACES - 1 }, () => turns.take('a') as End)
  for (const end of taken) assert.equal(typeof end, 'function')
  const waiting = turns.take('a')
  assert.ok(waiting instanceof Promise)
  assert.equal(typeof turns.take('b'), 'function')
  assert.equal(turns.waiting(), 1)
  for (const end of taken) end()
  await waiting
})

test('who floods the lane has one turn at a time while somebody else works, and the other never waits for the flood', async () => {
  const turns = fairTurns(PLACES, 5000, recentMerchants())
  const running: End[] = []
  const flood = Array.from({ length: 60 }, async () => running.push(await turns.take('a')))
  await settled()
  assert.equal(running.length, PLACES - 1)
  for (let work = 0; work < 20; work += 1) {
    const taken = turns.take('b')
    assert.equal(typeof taken, 'function', 'b had to wait')
    for (const end of running.splice(0)) end()
    await settled()
    assert.ok(running.length <= 1, `${running.length} of the flood at once`)
    ;(taken as End)()
  }
  const all = Promise.all(flood)
  const ending = setInterval(() => running.shift()?.(), 1)
  await all
  clearInterval(ending)
})

test('of those who wait each merchant is served in turn', async () => {
  const turns = fairTurns(1, 5000, recentMerchants())
  const first = turns.take('a') as End
  const served: string[] = []
  const each = ['a', 'a', 'a', 'b', 'c', 'b'].map(async merchant => {
    const end = await turns.take(merchant)
    served.push(merchant)
    await settled()
    end()
  })
  first()
  await Promise.all(each)
  assert.deepEqual(served.slice(0, 3), ['a', 'b', 'c'])
  assert.deepEqual(served.slice(3).toSorted(), ['a', 'a', 'b'])
})

test('who waits too long is told to come again, and keeps nobody waiting', async () => {
  const turns = fairTurns(1, 20, recentMerchants())
  const end = turns.take('a') as End
  await assert.rejects(async () => turns.take('b'), Unavailable)
  assert.equal(turns.waiting(), 0)
  end()
  assert.equal(typeof turns.take('b'), 'function')
})

test('work that has a connection and needs a second one does not wait for its own turn', async () => {
  const nested = () =>
    asRequest(async () => {
      await ownedBy('a')
      return db.transaction(async tx => {
        await tx.query('select 1')
        return db.query<{ value: number }>('select 2 as value')
      })
    })
  await asRequest(async () => {
    await ownedBy('b')
    await db.query('select 1')
    assert.deepEqual(await nested(), [{ value: 2 }])
  })
  await onLane('lists', nested)
})

test('a pay page takes the turns of the merchant whose record is paid on it', async () => {
  const known = { query: async () => [{ root_id: 'a' }], reader: () => null }
  const parts = { db: known, store: known } as unknown as SubjectParts
  await asRequest(() =>
    onLane('pages', async () => {
      assert.equal(currentMerchant(), null)
      await openRecord(parts, paylink, 'b'.repeat(24), null)
      assert.equal(currentMerchant(), 'a')
    }),
  )
})
