import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { openDatabase } from '../../src/db/pool.ts'
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
