import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/db/pool.ts'
import { Unavailable } from '../../src/lib/problem.ts'
import { createTestDatabase } from '../support/database.ts'
import { sentStatements } from '../support/sent-statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-none-'))
const { url, database, drop } = await createTestDatabase('open_transaction', folder)
after(async () => {
  await drop()
  rmSync(folder, { recursive: true })
})

test('a statement after one that failed, the first included, is refused and stored nowhere', async () => {
  await database.run('create table after_failure (id int)')
  for (const before of [[], ['select 1']]) {
    const attempt = database.transaction(async tx => {
      for (const text of [...before, 'select 1 / 0']) await tx.query(text).catch(() => {})
      await tx.run('insert into after_failure values (1)')
    })
    await assert.rejects(attempt)
  }
  assert.deepEqual(await database.query('select id from after_failure'), [])
})

test('a transaction begins with its first statement and ends with its last, in one round trip each', async () => {
  const narrow = openDatabase({ url, size: 1 })
  await narrow.run('create table trips (id int primary key)')
  const insert = (id: number) =>
    narrow.transaction(async tx => {
      await tx.query('select count(*) from trips')
      tx.endWithNext()
      return tx.query('insert into trips values ($1) returning id, xmin::text <> $2 as inside', [id, '0'])
    })
  const sent = sentStatements()
  assert.deepEqual(await insert(1), [{ id: 1, inside: true }])
  // What is sent along has to be prepared on the connection.
  assert.deepEqual(
    sent.filter(text => text === 'begin' || text === 'commit'),
    ['begin', 'commit'],
  )
  sent.length = 0
  assert.deepEqual(await insert(2), [{ id: 2, inside: true }])
  assert.equal(sent.length, 2)
  assert.deepEqual(await narrow.query('select id from trips order by id'), [{ id: 1 }, { id: 2 }])
  await assert.rejects(insert(2), { code: '23505' })
  assert.equal((await narrow.query<{ value: number }>('select count(*) as value from trips'))[0]!.value, 2)
  sent.length = 0
  await narrow.transaction(async () => {})
  assert.deepEqual(sent, [])
  await narrow.close()
})

test('nothing is sent after the last statement of a transaction', async () => {
  const narrow = openDatabase({ url, size: 1 })
  await narrow.run('create table last_words (id int)')
  for (const id of [1, 2]) {
    const attempt = narrow.transaction(async tx => {
      tx.endWithNext()
      await tx.run('insert into last_words values ($1)', [id])
      await tx.run('insert into last_words values ($1)', [10 * id])
    })
    await assert.rejects(attempt, /after its last one/)
  }
  assert.equal(
    (await narrow.query<{ value: number }>('select count(*) as value from last_words where id >= 10'))[0]!.value,
    0,
  )
  await narrow.close()
})

test('what a rule refuses at the commit is an error of the last statement, and is not stored', async () => {
  const narrow = openDatabase({ url, size: 1 })
  await narrow.run('create table judged (id int primary key deferrable initially deferred)')
  for (const id of [1, 2]) {
    const attempt = narrow.transaction(async tx => {
      await tx.run('select 1')
      tx.endWithNext()
      await tx.run('insert into judged select $1 from generate_series(1, 2)', [id])
    })
    await assert.rejects(attempt, { code: '23505' })
  }
  assert.equal((await narrow.query<{ value: number }>('select count(*) as value from judged'))[0]!.value, 0)
  await narrow.close()
})

test('a server that is lost at a statement that brings the commit: nobody knows', async () => {
  await database.run('create table fatal (id int)')
  await database.run(
    `create function die() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); end'`,
  )
  await database.run(
    'create constraint trigger die after insert on fatal initially deferred for each row execute function die()',
  )
  const narrow = openDatabase({ url, size: 1 })
  await narrow.transaction(tx => tx.run('select 1'))
  const together = narrow.transaction(tx => {
    tx.endWithNext()
    return tx.run('insert into fatal values (1)')
  })
  await assert.rejects(together, (error: unknown) => error instanceof Unavailable && !error.is_undone)
  await narrow.close()
})
