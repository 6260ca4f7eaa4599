/** Reads that share a statement, and rows that are kept: neither may answer with what is old. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Queryable, Row } from '../../src/db/database.ts'
import { onLane, ownedBy } from '../../src/db/lanes.ts'
import { rowById } from '../../src/db/row-by-id.ts'
import { keptRows, versionedCache } from '../../src/db/versioned-cache.ts'
import { asRequest } from '../support/as-request.ts'

const settled = () => new Promise(resolve => setImmediate(resolve))

/** A database whose statements wait until they are answered. */
function slowDatabase() {
  const waiting: { text: string; values: readonly unknown[]; answer(rows: Row[]): void }[] = []
  const query = (text: string, values: readonly unknown[] = []) =>
    new Promise<Row[]>(answer => void waiting.push({ text, values, answer }))
  const asked = async (count: number) => {
    while (waiting.length < count) await settled()
  }
  return { waiting, asked, db: { query, run: async () => 0 } as unknown as Queryable }
}

const wanted = (id: string) => ({ table: 'thing', visible: 'root_id = $1', values: ['r'], id })

test('records that are asked for while one is read are read by one statement, each its own row', async t => {
  // However slow the machine is: what takes long holds up nobody any more.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { db, waiting, asked } = slowDatabase()
  const first = rowById(db, wanted('a'))
  await asked(1)
  const others = ['b', 'c', 'none', 'b'].map(id => rowById(db, wanted(id)))
  await settled()
  assert.deepEqual(
    waiting.map(({ values }) => values),
    [['r', 'a']],
  )
  waiting[0]!.answer([{ id: 'a' }])
  assert.deepEqual(await first, { id: 'a' })
  await asked(2)
  assert.deepEqual(waiting[1]!.values, ['r', ['b', 'c', 'none', 'b']])
  waiting[1]!.answer([{ id: 'c' }, { id: 'b' }])
  const [b, c, none, again] = await Promise.all(others)
  assert.deepEqual([b, c, none, again], [{ id: 'b' }, { id: 'c' }, undefined, { id: 'b' }])
  assert.notEqual(b, again)
})

test('a record is never answered with what was read before it was asked for', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { db, waiting, asked } = slowDatabase()
  const before = rowById(db, wanted('a'))
  await asked(1)
  const after = rowById(db, wanted('a'))
  waiting[0]!.answer([{ id: 'a', title: 'old' }])
  assert.equal((await before)!.title, 'old')
  await asked(2)
  waiting[1]!.answer([{ id: 'a', title: 'new' }])
  assert.equal((await after)!.title, 'new')
})

test('nobody waits for the reads of another merchant, scope, table or lane', async () => {
  const { db, asked } = slowDatabase()
  void rowById(db, wanted('a'))
  void rowById(db, { ...wanted('a'), values: ['other'] })
  void rowById(db, { ...wanted('a'), table: 'another' })
  void rowById(db, { ...wanted('a'), visible: 'root_id = $1 and deleted_ts is null' })
  void onLane('pages', () => rowById(db, wanted('a')))
  void asRequest(async () => {
    await ownedBy('somebody')
    return rowById(db, wanted('a'))
  })
  await asked(6)
})

test('where a group cannot be read each of its records is read by itself', async () => {
  const sent: (readonly unknown[])[] = []
  const query = async (_text: string, values: readonly unknown[] = []) => {
    sent.push(values)
    if (Array.isArray(values[1])) throw new Error('refused')
    return [{ id: values[1] }]
  }
  const db = { query, run: async () => 0 } as unknown as Queryable
  const rows = await Promise.all(['a', 'b', 'c'].map(id => rowById(db, wanted(id))))
  assert.deepEqual(rows, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  assert.equal(sent.length, 4)
})

/** Answers with the version of a tree, and with so many rows for each other statement. */
function steadyDatabase(rows: number) {
  const state = { version: 1, reads: 0 }
  const query = async (text: string) => {
    if (text.includes('steady_version')) return [{ version: state.version }]
    state.reads += 1
    return Array.from({ length: rows }, (_, number) => ({ number }))
  }
  return {
    state,
    engine: { db: { query, run: async () => 0 } as unknown as Queryable, versionedCache: versionedCache() },
  }
}

test('rows are kept until their tree changes, and none are kept of what is no cached resource', async () => {
  const { state, engine } = steadyDatabase(1)
  await keptRows(engine, 'r', 'select', ['a'])
  const [row] = await keptRows(engine, 'r', 'select', ['a'])
  row!.number = 'changed by who asked'
  assert.deepEqual(await keptRows(engine, 'r', 'select', ['a']), [{ number: 0 }])
  assert.equal(state.reads, 1)
  await keptRows(engine, 'r', 'select', ['b'])
  await keptRows(engine, 'other', 'select', ['a'])
  assert.equal(state.reads, 3)
  state.version = 2
  await keptRows(engine, 'r', 'select', ['a'])
  await keptRows(engine, null, 'select', ['a'])
  await keptRows(engine, null, 'select', ['a'])
  assert.equal(state.reads, 6)
})

test('what is kept is bounded by the rows of all trees together', async () => {
  const { state, engine } = steadyDatabase(999)
  for (let tree = 0; tree < 20; tree += 1) await keptRows(engine, `root ${tree}`, 'select', [])
  for (let tree = 0; tree < 20; tree += 1) await keptRows(engine, `root ${tree}`, 'select', [])
  assert.ok(state.reads > 20, 'all of them were kept')
  await keptRows(engine, 'root 19', 'select', [])
  const { reads } = state
  await keptRows(engine, 'root 19', 'select', [])
  assert.equal(state.reads, reads)
})
