// own process: it declares a task that no gateway handles.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { dueScan } from '../../src/jobs/declare/due-scan.ts'
import { defineTask } from '../../src/jobs/declare/task.ts'
import { jobQueue } from '../../src/jobs/queue.ts'
import { worker } from '../../src/jobs/worker.ts'
import { newId } from '../../src/lib/id.ts'
import { createTestDatabase } from '../support/database.ts'
import { silentLog } from '../support/silent-log.ts'

const { owner_url: url, drop } = await createTestDatabase('worker')
const db = openDatabase({ url, size: 4 })
after(async () => {
  await db.close()
  await drop()
})

const JOBS = 12
const AT_ONCE = 2
/** An idle worker looks for jobs this often. */
const POLL_MS = 500

test('a task of which few run at once is taken up again as soon as one of them has ended', async () => {
  for (let n = 0; n < JOBS; n += 1)
    await db.run(`insert into job (id, task, payload, run_at, created_ts) values ($1, 'few', '{}', 0, 0)`, [
      newId(Date.now()),
    ])
  let running = 0
  let most = 0
  const ended: number[] = []
  const tasks = {
    async few() {
      running += 1
      most = Math.max(most, running)
      await pause(10)
      running -= 1
      ended.push(performance.now())
    },
  }
  const parts = { db, tasks, periodicTasks: [], dueScans: [], clock: machineClock, log: silentLog }
  const made = worker({ ...parts, at_once: { few: AT_ONCE } })
  made.start()
  while (ended.length < JOBS) await pause(10)
  await made.stop()
  assert.equal(most, AT_ONCE)
  const waits = ended.slice(1).map((at, index) => at - ended[index]!)
  // It polls JOBS / AT_ONCE - 1 times otherwise.
  assert.ok(waits.filter(ms => ms > POLL_MS * 0.9).length <= 1, waits.map(Math.round).join(' '))
})

test('whoever waits for all work that is due also waits for rows that a request has locked', async () => {
  await db.run('create table thing (id text primary key, root_id text, due_ts bigint)')
  await db.run(`insert into thing values ('locked', 'root', 1)`)
  const done: string[] = []
  const task = defineTask<{ id: string }>('locked.thing' as never)
  const things = dueScan({
    name: 'things',
    table: 'thing',
    column: 'due_ts',
    task,
    payload: { id: 'id' },
    again: null,
    most: 10,
  })
  const looked = Promise.withResolvers<void>()
  // It is asked after the things were looked for.
  const last = { name: 'last', next: async () => looked.resolve() ?? null, enqueue: async () => 0 }
  const tasks = { ...task.does(async job => void done.push(job.payload.id)) }
  const parts = { db, tasks, periodicTasks: [], dueScans: [things, last], clock: machineClock, log: silentLog }
  const made = worker(parts)
  const { drained } = await db.transaction(async tx => {
    await tx.query(`select from thing where id = 'locked' for update`)
    const drained = made.drain()
    await looked.promise
    // A promise that is returned by itself would be waited for with the row locked.
    return { drained }
  })
  assert.equal((await drained).ran, 1)
  assert.deepEqual(done, ['locked'])
  await made.stop()
})

const MANY = 1_000

test('G42 one job of a merchant is served among the first few, however many wait for another', async () => {
  await db.run('delete from job')
  const queue = jobQueue(db)
  for (const task of ['message.send', 'transactionbatch.settle']) {
    await db.run(
      `insert into job (id, task, payload, run_at, root_id, created_ts)
       select $1 || n, $1, '{}', 0, 'a', 0 from generate_series(1, $2) n`,
      [task, MANY],
    )
    // Later than all of those, and its task waits behind two of them.
    await db.run(
      `insert into job (id, task, payload, run_at, root_id, created_ts) values ('b' || $1, $1, '{}', 9, 'b', 9)`,
      [task],
    )
  }
  await db.run(
    `insert into job (id, task, payload, run_at, created_ts) values ('gateway', 'transactionbatch.settle', '{}', 9, 9)`,
  )
  const ids = async (most: number, rooms = {}) => (await queue.claim(10, most, rooms)).map(({ id }) => id).toSorted()
  const first = await ids(6)
  for (const one of ['bmessage.send', 'btransactionbatch.settle', 'gateway']) assert.ok(first.includes(one), one)
  // What one merchant has being worked on counts, so a single free place goes to another.
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts) values ('late', 'message.send', '{}', 10, 'c', 9)`,
  )
  assert.deepEqual(await ids(1), ['late'])
  assert.equal(
    (await ids(40, { 'message.send': 0 })).some(id => id.startsWith('message')),
    false,
  )
  assert.equal((await ids(40, { 'message.send': 3 })).filter(id => id.startsWith('message')).length <= 3, true)
  await db.run('delete from job')
})

test('G42 several workers that claim at once get different jobs, and as many as they asked for', async () => {
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select n::text, 'message.send', '{}', 0, 'r' || n % 7, 0 from generate_series(1, $1::int) n`,
    [MANY],
  )
  const queue = jobQueue(db)
  const claimed = (await Promise.all([1, 2, 3].map(() => queue.claim(10, 40)))).flat()
  assert.equal(new Set(claimed.map(({ id }) => id)).size, 120)
  await db.run('delete from job')
})

test('G42 a job that another worker tries and puts off during a claim is not claimed before its time', async () => {
  await db.run('delete from job')
  // The claim takes its turns, and waits here until the other worker is done.
  await db.run('create schema slow')
  await db.run(
    `create function slow.clock_timestamp() returns timestamptz language sql volatile
       begin atomic; select pg_advisory_xact_lock_shared(42); select pg_catalog.clock_timestamp(); end`,
  )
  await db.run(
    `insert into job (id, task, payload, run_at, leased_until, created_ts)
     select id, 'message.send', '{}', 0, 1, 0 from unnest(array['due', 'put off', 'given up']) as id`,
  )
  const claimed = await db.transaction(async other => {
    await other.run('select pg_advisory_xact_lock(42)')
    const claim = db.transaction(async tx => {
      await tx.run('set local search_path = slow, public, pg_catalog')
      return jobQueue(tx).claim(10, 40)
    })
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (
      select oid from pg_database where datname = current_database())`
    while ((await db.query(waits)).length === 0) await pause(1)
    await db.run(`update job set run_at = 99, leased_until = null where id = 'put off'`)
    await db.run(`update job set failed_ts = 9, leased_until = null where id = 'given up'`)
    return { claim }
  })
  assert.deepEqual(
    (await claimed.claim).map(({ id }) => id),
    ['due'],
  )
  await db.run('delete from job')
})
