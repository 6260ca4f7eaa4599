import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { NO_RESPONSE_DATA, type Outcome, type Processor } from '../../src/ports/processor.ts'
import type { Json } from '../support/app.ts'
import { saleBody } from '../support/payments.ts'
import { expireLeases } from '../support/power-cut.ts'
import { recurringSite } from '../support/recurrings.ts'

const UNKNOWN: Outcome = {
  ...NO_RESPONSE_DATA,
  result: 'unknown',
  reason_code_id: 1531,
  verbiage: 'NO ANSWER',
}

/** What goes wrong on the way to the processor, if anything. */
let trouble: 'none' | 'answer lost' | 'order lost' | 'down' = 'none'
const sent: string[] = []

function unsteady(real: Processor): Processor {
  const { sale } = real.actions
  return {
    ...real,
    actions: {
      ...real.actions,
      async sale(order) {
        if (trouble === 'down') return { ...UNKNOWN, never_left: true }
        sent.push(order.reference)
        if (trouble === 'order lost') return UNKNOWN
        const outcome = await sale!(order)
        return trouble === 'answer lost' ? UNKNOWN : outcome
      },
    },
    async find(reference) {
      if (trouble !== 'none') throw new Error('not reachable')
      return real.find(reference)
    },
  }
}

const site = await recurringSite('recurring_unknown', { processor: unsteady })
const { t, make } = site

const payments = async (id: string): Promise<Json[]> =>
  (await Array.fromAsync(t.api.transactions.list({ recurring_id: id }))).toReversed()

let next_day = 11
const tomorrow = () => {
  next_day += 1
  return `2040-03-${next_day}`
}
const noonOf = (date: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: 'America/New_York', plainTime: '12:00' })
    .epochMilliseconds / 1000

test('a run whose answer was lost waits for the truth: nobody is told, nothing is sent again, and then it is approved', async () => {
  const start_date = tomorrow()
  const made = await make({ start_date })
  trouble = 'answer lost'
  const { events } = await t.clock.moveTo(noonOf(start_date), t.app.worker)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['transaction.started', 'recurring.updated'],
  )
  const [pending] = await payments(made.id)
  assert.deepEqual([pending.status_id, pending.verbiage], [0, 'PENDING'])
  trouble = 'none'
  await expireLeases(t)
  assert.equal(await t.app.payments.resolve(), 1)
  const known = await payments(made.id)
  assert.deepEqual(
    known.map(each => each.status_id),
    [101],
  )
  assert.deepEqual(sent, [pending.id])
  assert.equal((await t.ledger(pending.id)).length, 1)
})

test('a run that never reached its processor is sent again under the same reference, and is one charge', async () => {
  const start_date = tomorrow()
  const made = await make({ start_date })
  sent.length = 0
  trouble = 'order lost'
  await t.clock.moveTo(noonOf(start_date), t.app.worker)
  await expireLeases(t)
  assert.equal(await t.app.payments.resolve(), 0, 'as long as nobody can be asked, nothing is known')
  trouble = 'none'
  await expireLeases(t)
  assert.equal(await t.app.payments.resolve(), 1)
  const [paid, second] = await payments(made.id)
  assert.deepEqual([paid.status_id, second], [101, undefined])
  assert.deepEqual(sent, [paid.id, paid.id])
  assert.equal((await t.ledger(paid.id)).length, 1)
})

test('while a processor is down a run waits and sends nothing; when it answers the payment is made, once', async () => {
  const start_date = tomorrow()
  const made = await make({ start_date })
  trouble = 'down'
  for (const amount of ['31.00', '32.00', '33.00', '34.00', '35.00']) {
    const answer = await t.api.transactions.create(saleBody({ transaction_amount: amount, exp_date: '1249' }))
    assert.deepEqual([answer.status_id, answer.reason_code_id], [301, 1530])
  }
  sent.length = 0
  await t.clock.moveTo(noonOf(start_date), t.app.worker)
  const [waiting] = await payments(made.id)
  assert.deepEqual([waiting.status_id, waiting.verbiage, sent], [0, 'PENDING', []])
  trouble = 'none'
  await expireLeases(t)
  for (let round = 0; (await payments(made.id))[0].status_id === 0; round += 1) {
    assert.ok(round < 600, 'it is not sent again')
    await t.app.payments.resolve()
    await pause(50)
  }
  const [paid, second] = await payments(made.id)
  assert.deepEqual([paid.id, paid.status_id, second], [waiting.id, 101, undefined])
  assert.deepEqual(sent, [paid.id])
  assert.equal((await t.ledger(paid.id)).length, 1)
})

test('a run that does not reach its processor for a day is given up as a decline', async () => {
  const start_date = tomorrow()
  const made = await make({ start_date })
  trouble = 'order lost'
  await t.clock.moveTo(noonOf(start_date), t.app.worker)
  await t.api.recurrings.delete(made.id)
  await t.clock.moveTo(noonOf(start_date) + 2 * 86_400, t.app.worker)
  // The two days did not pass, so the queries they would have seen did not happen.
  await t.db.run(`update attempt set asks = 12 where state = 'pending'`)
  trouble = 'none'
  await expireLeases(t)
  await t.app.payments.resolve()
  const [given_up] = await payments(made.id)
  assert.deepEqual([given_up.status_id, given_up.reason_code_id], [301, 1531])
  assert.deepEqual(await t.ledger(given_up.id), [])
})

test('a job that runs again after a crash finds its payments written down and sends none of them', async () => {
  const start_date = '2040-03-20'
  const made = await make({ start_date })
  await t.clock.moveTo(noonOf('2040-03-19'), t.app.worker)
  const [before] = await t.db.query<{ due_ts: number }>('select due_ts from recurring where id = $1', [made.id])
  await t.clock.moveTo(noonOf(start_date), t.app.worker)
  sent.length = 0
  await t.db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select 'again', 'recurring.run', jsonb_build_object('recurring_ids', array[$1::text], 'due_ts', $2::bigint + 3600), 0, root_id, 0
       from recurring where id = $1`,
    [made.id, before!.due_ts],
  )
  await t.settle()
  assert.deepEqual(sent, [])
  assert.equal((await payments(made.id)).length, 1)
})

test('two jobs for the same recurring at the same moment make one charge', async () => {
  const start_date = '2040-03-25'
  const made = await make({ start_date })
  await t.db.run(`update sandbox_clock set ahead_ms = $1`, [noonOf(start_date) * 1000 - Date.now()])
  await t.clock.follow()
  await t.db.run('update recurring set due_ts = 77 where id = $1', [made.id])
  for (const id of ['one', 'two', 'three']) {
    await t.db.run(
      `insert into job (id, task, payload, run_at, root_id, created_ts)
       select $2, 'recurring.run', jsonb_build_object('recurring_ids', array[$1::text], 'due_ts', 77), 0, root_id, 0
         from recurring where id = $1`,
      [made.id, id],
    )
  }
  await t.settle()
  assert.equal((await payments(made.id)).length, 1)
})

test('a location that insists on full payment takes no part of it', async () => {
  const { location_id, cc_product_transaction_id } = t.merchants[0]
  await t.api.producttransactions.update(cc_product_transaction_id, { allow_recurring_partial_authorization: 1 })
  const plan = { transaction_amount: '2.01', interval_type: 'd', installment_total_count: 1 }
  const partly = await make({ ...plan, start_date: '2040-04-01' })
  await t.clock.moveTo(noonOf('2040-04-01'), t.app.worker)
  const [service] = await Array.fromAsync(t.api.productrecurrings.list({ location_id }))
  await t.api.productrecurrings.update(service!.id, { require_full_payment: 1 })
  const wholly = await make({ ...plan, start_date: '2040-04-02' })
  await t.clock.moveTo(noonOf('2040-04-02'), t.app.worker)
  const [[part], [none]] = [await payments(partly.id), await payments(wholly.id)]
  assert.deepEqual([part.status_id, part.auth_amount], [101, '1.00'])
  assert.equal(none.status_id, 301)
})

test('while recurring billing is switched off nobody is charged; switched on in time it catches up', async () => {
  const { location_id } = t.merchants[0]
  const [service] = await Array.fromAsync(t.api.productrecurrings.list({ location_id }))
  const made = await make({ start_date: '2040-04-10' })
  const active = (on: 0 | 1) => t.api.productrecurrings.update(service!.id, { active: on })
  await active(0)
  await t.clock.moveTo(noonOf('2040-04-11'), t.app.worker)
  assert.deepEqual(await payments(made.id), [])
  await active(1)
  await t.clock.moveTo(noonOf('2040-04-12'), t.app.worker)
  assert.equal((await payments(made.id)).length, 1)
})

test('the sandbox lets the run of a recurring fail as it was laid out, and no other payment', async () => {
  const made = await make({ start_date: '2040-05-02', transaction_amount: '23.00' })
  const other = await make({ start_date: '2040-05-02', transaction_amount: '24.00' })
  const wish = { fault: 'drop_after,hide:5', initiation: 'recurring', amount: '23.00' }
  await t.api.request('POST', '/sandbox/faults', { body: wish })
  await t.clock.moveTo(noonOf('2040-05-02'), t.app.worker)
  const [[pending], [paid]] = [await payments(made.id), await payments(other.id)]
  assert.deepEqual([pending.status_id, pending.verbiage, paid.status_id], [0, 'PENDING', 101])
  assert.deepEqual((await t.api.request('GET', '/sandbox/faults')).waiting, [])
  await expireLeases(t)
  assert.equal(await t.app.payments.resolve(), 0, 'the fifth question is not answered')
  await expireLeases(t)
  assert.equal(await t.app.payments.resolve(), 1)
  assert.deepEqual([(await payments(made.id))[0].status_id, (await t.ledger(pending.id)).length], [101, 1])
})
