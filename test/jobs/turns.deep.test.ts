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
const MERCHANTS = 450
/** Rows of the table that a claim may read: 250 merchants' next 40, and the update. What waits is ten times as many. */
const MOST_ROWS = ROWS / 10
/** One of two claims finds the one job of another; so many find it but once in 10^18 runs. */
const MOST_CLAIMS = 60

/** Claims 40 jobs. Returns them and how many rows were read for that. */
function claim(rooms: Record<string, number> = {}) {
  return db.transaction(async tx => {
    const [before] = await tx.query<{ rows: number }>(READ)
    const began = performance.now()
    const jobs = await jobQueue(tx).claim(ROWS, 40, rooms)
    const ms = performance.now() - began
    const [read] = await tx.query<{ rows: number }>(READ)
    return { jobs, rows: read!.rows - before!.rows, ms }
  })
}

const READ = `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'job'`

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
  // Each claim looks at half of the merchants or more, from a random one on.
  const claims = []
  do claims.push(await claim())
  while (claims.length < MOST_CLAIMS && !claims.at(-1)!.jobs.some(({ id }) => id === 'b'))
  assert.ok(claims.length < MOST_CLAIMS)
  for (const rooms of [{}, { 'transactionbatch.settle': 0 }, { 'message.send': 0, 'transactionbatch.settle': 0 }, {}])
    claims.push(await claim(rooms))
  t.diagnostic(`${ROWS} jobs wait: ${figures(claims)}`)
  for (const { rows } of claims) assert.ok(rows < MOST_ROWS, figures(claims))
})

test('G42 a claim costs the same however many merchants wait, and each of them is served', async t => {
  await db.run('delete from job')
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select n::text, 'message.send', '{}', n, 'm' || n % $2, 0 from generate_series(1, $1::int) n`,
    [ROWS, ROWS / 2],
  )
  // Older than all others, and of one merchant.
  await db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select 'flood' || n, 'message.send', '{}', 0, 'flood', 0 from generate_series(1, 10000) n`,
  )
  await db.run('analyze job')
  const claims = []
  for (let count = 0; count < 10; count += 1) claims.push(await claim())
  const taken = claims.flatMap(({ jobs }) => jobs)
  const others = taken.filter(({ root_id }) => root_id !== 'flood').length
  t.diagnostic(`${ROWS / 2} merchants wait: ${figures(claims)}, ${others} of ${taken.length} jobs of others`)
  assert.equal(taken.length, 400)
  assert.ok(others > 300)
  for (const { rows } of claims) assert.ok(rows < MOST_ROWS, figures(claims))
})

function figures(claims: readonly { rows: number; ms: number }[]): string {
  return claims.map(({ rows, ms }) => `${rows} rows in ${ms.toFixed(1)} ms`).join(', ')
}
