import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '../../src/db/pool.ts'
import { jobQueue } from '../../src/jobs/queue.ts'
import { createTestDatabase } from '../support/database.ts'

const { owner_url: url, drop } = await createTestDatabase('turns')
const db = openDatabase({ url, size: 2 })
after(async () => {
  await db.close()
  await drop()
})

const ROWS = Number(process.env.TURNS_ROWS ?? 200_000)
const MERCHANTS = 500
/** A claim takes a few milliseconds; one that reads what waits takes hundreds. */
const MOST_MS = 60

test('G42 a claim costs the same however many jobs wait for one merchant', async t => {
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select n::text, case when n % 2 = 0 then 'message.send' else 'transactionbatch.settle' end, '{}', n, 'a', 0
       from generate_series(1, $1::int) n`,
    [ROWS],
  )
  // Others have jobs that are planned for later, and one of them a job that is due.
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select 'later' || n, 'message.send', '{}', 2000000000, 'm' || n, 0 from generate_series(1, $1::int) n`,
    [MERCHANTS],
  )
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts) values ('b', 'message.send', '{}', $1, 'm7', 0)`,
    [ROWS],
  )
  await db.run('analyze job')
  const queue = jobQueue(db)
  const claim = async (rooms: Record<string, number>) => {
    const began = performance.now()
    const jobs = await queue.claim(ROWS, 40, rooms)
    return { jobs, ms: performance.now() - began }
  }
  const first = await claim({})
  assert.ok(first.jobs.some(({ id }) => id === 'b'))
  const times: number[] = []
  for (const rooms of [{}, { 'transactionbatch.settle': 0 }, { 'message.send': 0, 'transactionbatch.settle': 0 }, {}])
    times.push((await claim(rooms)).ms)
  t.diagnostic(`${ROWS} jobs wait: ${[first.ms, ...times].map(ms => ms.toFixed(1)).join(', ')} ms`)
  assert.ok(Math.min(...times) < MOST_MS && times.toSorted((a, b) => a - b)[1]! < MOST_MS, times.join(' '))
})
