import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { recurringSite } from '../support/recurrings.ts'

/** Begins on March 10, 2040, a Saturday, at noon in New York. */
const site = await recurringSite('downtime')
const { t, make } = site

const moment = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('America/New_York').epochMilliseconds / 1000

/** Time passes and no worker runs. */
async function sleepUntil(local: string): Promise<void> {
  const ahead_ms = moment(local) * 1000 - Date.now()
  await t.db.run('update sandbox_clock set ahead_ms = greatest(ahead_ms, $1)', [ahead_ms])
  await t.clock.follow()
}

async function payments(id: string): Promise<Json[]> {
  const transactions = await Array.fromAsync(t.api.transactions.list({ recurring_id: id, page_size: 100 }))
  return transactions.toReversed()
}

async function runs(id: string): Promise<string[]> {
  const { runs: listed } = await t.api.recurrings.listRuns(id)
  return listed.toReversed().map(({ run_date, result }) => `${run_date} ${result}`)
}

const read = (id: string): Promise<Json> => t.api.recurrings.get(id)

test('after two days down, an ongoing recurring is charged once and an installment plan for each day', async () => {
  const ongoing = await make({ start_date: '2040-03-12', interval_type: 'd' })
  const plan = await make({ start_date: '2040-03-12', interval_type: 'd', installment_total_count: 5 })
  const monthly = await make({ start_date: '2040-03-12' })
  await sleepUntil('2040-03-14T12:00')
  await t.settle()
  assert.deepEqual(await runs(ongoing.id), ['2040-03-12 missed', '2040-03-13 missed', '2040-03-14 made'])
  assert.deepEqual(await runs(plan.id), ['2040-03-12 made', '2040-03-13 made', '2040-03-14 made'])
  assert.deepEqual(await runs(monthly.id), ['2040-03-12 made'])
  assert.deepEqual(
    (await payments(plan.id)).map(each => each.installment_number),
    [1, 2, 3],
  )
  assert.equal((await read(ongoing.id)).next_run_date, '2040-03-15')
  assert.equal((await read(monthly.id)).next_run_date, '2040-04-12')
  for (const { id } of [ongoing, plan, monthly]) await t.api.recurrings.delete(id)
})

test('after a week down, what nobody expects any more is left to a person, and installments are collected at the end', async () => {
  const plan = await make({ start_date: '2040-03-16', interval_type: 'd', installment_total_count: 3 })
  const weekly = await make({ start_date: '2040-03-16', interval_type: 'w' })
  const monthly = await make({ start_date: '2040-03-16' })
  await sleepUntil('2040-03-21T12:00')
  const { events } = await t.clock.moveTo(moment('2040-04-20T12:00'), t.app.worker)
  assert.deepEqual(await runs(plan.id), [
    ...['2040-03-16 missed', '2040-03-17 missed'],
    ...['2040-03-18 made', '2040-03-19 made', '2040-03-20 made'],
  ])
  const ended = await read(plan.id)
  assert.deepEqual([ended.status, ended.end_date], ['ended', '2040-03-20'])
  assert.deepEqual((await runs(weekly.id)).slice(0, 2), ['2040-03-16 missed', '2040-03-23 made'])
  assert.deepEqual(await runs(monthly.id), ['2040-03-16 missed', '2040-04-16 made'])
  assert.deepEqual(
    events.filter(({ event }) => event === 'recurring.missed').map(({ id }) => id),
    [weekly.id, monthly.id],
  )
  for (const { id } of [weekly, monthly]) await t.api.recurrings.delete(id)
})

test('a recurring that starts on a day that is past waits for the next morning, one that starts today for the next hour', async () => {
  const now = t.clock.seconds()
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
  const early = await make({ start_date: today.subtract({ days: 1 }).toString() })
  const prompt = await make({ start_date: today.toString() })
  await t.settle()
  assert.deepEqual([await payments(early.id), await payments(prompt.id)], [[], []])
  await t.clock.moveTo(now + 3600, t.app.worker)
  assert.deepEqual([(await payments(early.id)).length, (await payments(prompt.id)).length], [0, 1])
  await t.clock.moveTo(now + 86_400, t.app.worker)
  assert.deepEqual([(await payments(early.id)).length, (await payments(prompt.id)).length], [1, 1])
  for (const { id } of [early, prompt]) await t.api.recurrings.delete(id)
})

test('a day that was charged is not charged again when somebody moves the recurring back to it', async () => {
  const now = t.clock.seconds()
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
  const tomorrow = today.add({ days: 1 }).toString()
  const made = await make({ start_date: tomorrow })
  await t.clock.moveTo(now + 86_400, t.app.worker)
  assert.equal((await payments(made.id)).length, 1)
  await t.api.recurrings.update(made.id, { next_run_date: tomorrow })
  await t.clock.moveTo(now + 3 * 86_400, t.app.worker)
  assert.equal((await payments(made.id)).length, 1)
  await t.api.recurrings.placeOnHold(made.id)
})
