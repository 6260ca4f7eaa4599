import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type NightlyTask, nightlyWork } from '../../src/jobs/nightly-work.ts'
import type { Night } from '../../src/lib/night.ts'
import { createTestDatabase } from '../support/database.ts'
import { silentLog } from '../support/silent-log.ts'

const { database: db, drop } = await createTestDatabase('nightly_work')
after(drop)

const NIGHT: Night = { hour: 3, zone: 'America/New_York' }
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(NIGHT.zone).epochMilliseconds / 1000
let seconds = at('2026-03-06T12:00')
const clock = { now: () => seconds * 1000, seconds: () => seconds }

let stop = new AbortController()

/** A process of the gateway whose upkeep counts how often it is done. */
function gateway(tasks: readonly NightlyTask[], night = NIGHT) {
  const look = nightlyWork({ db, clock, log: silentLog }, night, tasks)
  return async (text: string) => {
    seconds = at(text)
    await look.run(stop.signal)
  }
}

const stateOf = async (name: string) =>
  (await db.query<{ done: number; problem: string | null }>('select * from nightly_work where name = $1', [name]))[0]

test('a task is done once a night by one of several processes, over the change of the clocks and of its hour', async () => {
  let done = 0
  const tasks = [{ name: 'counted', run: async () => ++done }]
  const [one, other] = [gateway(tasks), gateway(tasks)]
  const both = async (text: string) => void (await Promise.all([one(text), other(text)]))
  await both('2026-03-06T12:00')
  assert.equal(done, 0, 'the first night is the next one')
  await both('2026-03-07T03:00')
  await both('2026-03-07T03:01')
  assert.equal(done, 1)
  await both('2026-03-08T03:30')
  await both('2026-03-08T23:00')
  assert.equal(done, 2)
  const later = gateway(tasks, { ...NIGHT, hour: 5 })
  await later('2026-03-09T03:10')
  await later('2026-03-09T05:10')
  assert.equal(done, 3, 'a night that is planned comes at its hour')
  await later('2026-03-10T03:10')
  assert.equal(done, 3)
  await later('2026-03-10T05:00')
  assert.equal(done, 4)
  await later('2026-03-14T20:00')
  await later('2026-03-14T21:00')
  assert.equal(done, 5, 'nights that were missed are made up for once')
  assert.equal((await stateOf('counted'))!.done, 5)
})

test('one that fails keeps the others from nothing, is told of and tried again, and one that is switched off is forgotten', async () => {
  let fails = true
  const broken = async () => {
    if (fails) throw new Error('the disk is full')
    return 7
  }
  const process = gateway([
    { name: 'a broken one', run: broken },
    { name: 'another', run: async () => 1 },
  ])
  await process('2026-04-01T12:00')
  assert.equal(await stateOf('counted'), undefined)
  await process('2026-04-02T03:00')
  assert.deepEqual(
    [(await stateOf('a broken one'))!.problem, (await stateOf('another'))!.done],
    ['the disk is full', 1],
  )
  fails = false
  await process('2026-04-02T03:01')
  assert.equal((await stateOf('a broken one'))!.problem, 'the disk is full', 'not before a quarter of an hour')
  await db.run('update nightly_work set lease_until = 0')
  await process('2026-04-02T03:16')
  const { done, problem } = (await stateOf('a broken one'))!
  assert.deepEqual([done, problem], [7, null])
})

test('a process that stops leaves the rest of the night to another', async () => {
  const done: string[] = []
  const pieces = async (stopping: AbortSignal) => {
    done.push('a piece')
    stop.abort()
    return stopping.aborted ? 1 : 2
  }
  const tasks = [
    { name: 'long', run: pieces },
    { name: 'next', run: async () => done.push('the next one') },
  ]
  const one = gateway(tasks)
  await one('2026-05-01T12:00')
  await one('2026-05-02T03:00')
  assert.deepEqual(done, ['a piece'])
  stop = new AbortController()
  await gateway([{ name: 'long', run: async () => done.push('the rest') }, tasks[1]!])('2026-05-02T03:05')
  assert.deepEqual(done, ['a piece', 'the rest', 'the next one'])
})
