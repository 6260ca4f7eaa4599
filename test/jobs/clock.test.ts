import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type SandboxClock, sandboxClock } from '../../sandbox/clock.ts'
import { timelineSince } from '../../sandbox/timeline.ts'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { openDatabase } from '../../src/db/pool.ts'
import type { Tasks } from '../../src/jobs/declare/task.ts'
import type { DueScan } from '../../src/jobs/due-scan.ts'
import { type Worker, worker } from '../../src/jobs/worker.ts'
import { newId } from '../../src/lib/id.ts'
import { createTestDatabase } from '../support/database.ts'
import { silentLog } from '../support/silent-log.ts'

const HOUR = 3600
const DAY = 86_400

const { owner: db, owner_url: url, drop } = await createTestDatabase('clock')
after(drop)
await db.run('create table thing (name text primary key, due_ts bigint)')
await db.run('create index thing_due on thing (due_ts)')

/** One process of its own: pool, clock and worker. What it does is written down with the time it saw. */
function process(dueScans: readonly DueScan[] = [], tasks: Tasks = {}) {
  const pool = openDatabase({ url, size: 4 })
  const clock = sandboxClock(pool, machineClock)
  const seen: string[] = []
  const start = clock.seconds()
  const all: Tasks = {
    async note(job) {
      seen.push(`${job.payload.name} at ${clock.seconds() - Number(job.payload.start)}`)
    },
    ...tasks,
  }
  const made = worker({ db: pool, tasks: all, periodicTasks: [], dueScans, clock, log: silentLog })
  return { pool, clock, worker: made, seen, start, close: () => made.stop().then(() => pool.close()) }
}

async function enqueue(name: string, run_at: number, start: number, key: string | null = null): Promise<void> {
  await db.run(
    `insert into job (id, task, payload, key, run_at, created_ts) values ($1, 'note', $2, $3, $4, 0) on conflict (key) do nothing`,
    [newId(Date.now()), JSON.stringify({ name, start }), key, run_at],
  )
}

/** Things fall due every `every` seconds, `times` times. */
function things(start: number, every: number): DueScan {
  return {
    name: 'things',
    async next() {
      const [row] = await db.query<{ due_ts: number | null }>('select min(due_ts) as due_ts from thing')
      return row?.due_ts ?? null
    },
    async enqueue(seconds) {
      const due = await db.query<{ name: string; due_ts: number }>('select * from thing where due_ts <= $1', [seconds])
      for (const { name, due_ts } of due) {
        await enqueue(name, due_ts, start, `${name}:${due_ts}`)
        await db.run('update thing set due_ts = due_ts + $2 where name = $1', [name, every])
      }
      return due.length
    },
  }
}

async function fresh(): Promise<void> {
  await db.run('delete from job')
  await db.run('delete from thing')
}

test('jobs and things that are found run in true time order, each seeing its own moment', async () => {
  await fresh()
  const start = machineClock.seconds() + 1000
  const one = process([things(start, 2 * DAY)])
  await one.clock.moveTo(start, one.worker)
  await db.run(`insert into thing values ('thing', $1)`, [start + HOUR])
  await enqueue('late', start + 2 * DAY, start)
  await enqueue('early', start + 60, start)
  const { from, to } = await one.clock.moveTo(start + 5 * DAY, one.worker)
  assert.deepEqual(one.seen, [
    'early at 60',
    `thing at ${HOUR}`,
    `late at ${2 * DAY}`,
    `thing at ${2 * DAY + HOUR}`,
    `thing at ${4 * DAY + HOUR}`,
  ])
  assert.equal(to, start + 5 * DAY)
  assert.ok(from >= start && from < start + HOUR)
  await one.close()
})

test('what jobs cause on the way runs in its turn too', async () => {
  await fresh()
  const tasks: Tasks = {
    async chain(job) {
      if (Number(job.payload.left) === 0) return
      const payload = { left: Number(job.payload.left) - 1 }
      await db.run(`insert into job (id, task, payload, run_at, created_ts) values ($1, 'chain', $2, $3, 0)`, [
        newId(Date.now()),
        JSON.stringify(payload),
        job.seconds + HOUR,
      ])
      chained.push(job.seconds)
    },
  }
  const chained: number[] = []
  const one = process([], tasks)
  await one.clock.follow()
  const start = one.clock.seconds() + 10
  await db.run(`insert into job (id, task, payload, run_at, created_ts) values ('a', 'chain', '{"left": 3}', $1, 0)`, [
    start,
  ])
  await one.clock.moveTo(start + DAY, one.worker)
  assert.deepEqual(chained, [start, start + HOUR, start + 2 * HOUR])
  await one.close()
})

test('a job that fails is tried again at its own later moment', async () => {
  await fresh()
  const tries: number[] = []
  const tasks: Tasks = {
    async stubborn(job) {
      tries.push(job.seconds)
      if (tries.length < 3) throw new Error('not yet')
    },
  }
  const one = process([], tasks)
  await one.clock.follow()
  const start = one.clock.seconds() + 10
  await db.run(`insert into job (id, task, payload, run_at, created_ts) values ('b', 'stubborn', '{}', $1, 0)`, [start])
  await one.clock.moveTo(start + HOUR, one.worker)
  assert.deepEqual(tries, [start, start + 1, start + 3])
  await one.close()
})

test('a move waits for the work that another process has taken', async () => {
  await fresh()
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: Tasks = {
    async slow() {
      begun.resolve()
      await goOn.promise
      order.push('slow')
    },
  }
  const [one, other] = [process([], { note: async () => void order.push('next') }), process([], slow)]
  await one.clock.follow()
  await other.clock.follow()
  const start = one.clock.seconds()
  await db.run(`insert into job (id, task, payload, run_at, created_ts) values ('c', 'slow', '{}', $1, 0)`, [start - 5])
  await enqueue('next', start + HOUR, start)
  other.worker.start()
  await begun.promise
  const moving = one.clock.moveTo(start + DAY, one.worker)
  await followed(other.clock, start)
  assert.deepEqual(order, [])
  goOn.resolve()
  await moving
  assert.deepEqual(order, ['slow', 'next'])
  await one.close()
  await other.close()
})

/** The mover has looked for work at least once when another process can read where it stands. */
async function followed(clock: SandboxClock, start: number): Promise<void> {
  await clock.follow()
  assert.ok(clock.seconds() < start + HOUR)
}

test('something found that cannot get on does not keep the clock from moving, nor other work from its day', async () => {
  await fresh()
  const stuck: DueScan = { name: 'stuck', next: async () => 1, enqueue: async () => 0 }
  const broken: DueScan = {
    name: 'broken',
    next: async () => null,
    enqueue: () => Promise.reject(new Error('never asked')),
  }
  const one = process([stuck, broken])
  await one.clock.follow()
  const start = one.clock.seconds() + 10
  await enqueue('other', start + 3 * DAY, start)
  await one.clock.moveTo(start + 10 * DAY, one.worker)
  assert.deepEqual(one.seen, [`other at ${3 * DAY}`])
  await one.close()
})

test('two moves at the same moment are done one after the other; the earlier one of two targets is refused then', async () => {
  await fresh()
  const one = process()
  await one.clock.follow()
  const start = one.clock.seconds()
  const [far, near] = await Promise.allSettled([
    one.clock.moveTo(start + 2 * DAY, one.worker),
    one.clock.moveTo(start + DAY, one.worker),
  ])
  assert.equal(far.status, 'fulfilled')
  assert.equal(near.status, 'rejected')
  await one.close()
})

test('the timeline says how many events it leaves out', async () => {
  const from = Date.now()
  for (let index = 0; index < 5; index += 1) {
    await db.run(
      `insert into event (id, root_id, noun, record_id, verb, method, created_ts) values ($1, 'r', 'tag', 't', 'created', 'test', $2)`,
      [newId(from), Math.floor(from / 1000) + index],
    )
  }
  const whole = await timelineSince(db, from, 5)
  assert.equal(whole.events.length, 5)
  assert.equal('omitted' in whole, false)
  const cut = await timelineSince(db, from, 3)
  assert.deepEqual([cut.events.length, cut.omitted], [3, 2])
  assert.deepEqual(
    cut.events.map(({ ts }) => ts - Math.floor(from / 1000)),
    [0, 1, 2],
  )
})

test('events of one moment stand in the order in which they happened, whatever their records are called', async () => {
  const from = Date.now() + DAY * 1000
  const names = ['m', 'a', 'z', 'b']
  for (const name of names) {
    await db.run(
      `insert into event (id, root_id, noun, record_id, verb, method, created_ts) values ($1, 'r', 'tag', $2, 'created', 'test', $3)`,
      [newId(from), name, Math.floor(from / 1000)],
    )
  }
  const { events } = await timelineSince(db, from)
  assert.deepEqual(
    events.map(({ id }) => id),
    names,
  )
})

test('the lease of a job is renewed while it runs, and its end cannot undo what somebody else took over', async () => {
  await fresh()
  const { jobQueue } = await import('../../src/jobs/queue.ts')
  const queue = jobQueue(db)
  await enqueue('long', 0, 0)
  const [mine] = await queue.claim(1, 5)
  assert.ok(mine)
  assert.deepEqual(await queue.claim(1, 5), [], 'held')
  await db.run('update job set leased_until = 0')
  await queue.renew([mine])
  assert.deepEqual(await queue.claim(1, 5), [], 'renewed')
  await db.run('update job set leased_until = 0')
  const [theirs] = await queue.claim(1, 5)
  assert.equal(theirs?.attempts, 2)
  await queue.renew([mine])
  await queue.fail(mine, 0, 'too late', 0)
  await queue.finish([mine])
  assert.deepEqual(await db.query('select attempts, failed_ts from job'), [{ attempts: 2, failed_ts: null }])
  await queue.finish([theirs!])
  assert.equal(await queue.firstAfter(-1), null)
})

test('a slow job does not keep others waiting', async () => {
  await fresh()
  const goOn = Promise.withResolvers<void>()
  const quick = Promise.withResolvers<void>()
  const tasks: Tasks = { slow: () => goOn.promise, quick: async () => quick.resolve() }
  const one: { worker: Worker; close(): Promise<void> } = process([], tasks)
  await db.run(`insert into job (id, task, payload, run_at, created_ts) values ('d', 'slow', '{}', 0, 0)`)
  one.worker.start()
  await db.run(`insert into job (id, task, payload, run_at, created_ts) values ('e', 'quick', '{}', 0, 0)`)
  one.worker.wake()
  await quick.promise
  goOn.resolve()
  await one.close()
})
