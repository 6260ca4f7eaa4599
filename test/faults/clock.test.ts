import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { verifySeals } from '../../src/events/verify-seals.ts'
import { paid, saleBody } from '../support/payments.ts'
import { disturbedSite, openAttempts, orderAtProcessor, rowOf } from '../support/power-cut.ts'
import { sealAll } from '../support/seal-all.ts'

/**
 * Sets the clock of the gateway's machine forward or back. PostgreSQL's clock keeps running.
 * own process: the machine clock is replaced.
 */
const HOUR_MS = 3_600_000
let ahead_ms = 0
mock.method(machineClock, 'now', () => Date.now() + ahead_ms)
mock.method(machineClock, 'seconds', () => Math.floor(machineClock.now() / 1000))

const { t, line, pay, resolved } = await disturbedSite('clock_steps')
beforeEach(() => {
  ahead_ms = 0
})

for (const [from, to] of [
  [0, 5],
  [5, 0],
  [0, -5],
] as const) {
  const what = `${from} to ${to} hours ahead`
  test(`G68 the clock is set from ${what} during a processor call: the payment is made once`, async () => {
    ahead_ms = from * HOUR_MS
    line.instead = async (_, call) => {
      const outcome = await call()
      ahead_ms = to * HOUR_MS
      return outcome
    }
    const { id, status_id } = await pay()
    assert.equal(status_id, 101)
    assert.deepEqual(await orderAtProcessor(t, id), { held: 1000, captured: 1000, refunded: 0 })
  })

  test(`G68 the clock is set from ${what} and the answer is lost: the payment is queried at once and declined`, async () => {
    ahead_ms = from * HOUR_MS
    for (const fault of ['drop_before', 'drop_after,hide:2']) {
      line.fault = fault
      line.instead = (_, call) => {
        ahead_ms = to * HOUR_MS
        return call()
      }
      const { id, outcome } = await pay()
      assert.equal(outcome, 'unknown')
      line.fault = undefined
      line.instead = undefined
      await resolved()
      assert.deepEqual([(await rowOf(t, id)).outcome, await openAttempts(t)], ['declined', 0], fault)
      assert.deepEqual(await orderAtProcessor(t, id), { held: 0, captured: 0, refunded: 0 }, fault)
      ahead_ms = from * HOUR_MS
    }
  })
}

test('G68 after the clock is set back, ids keep their order, earlier work runs once when due, and the audit trail verifies', async () => {
  ahead_ms = 5 * HOUR_MS
  const email = { notification_email_address: 'pat@example.com' }
  const first = await paid(t.api, saleBody({ transaction_amount: '41.00', ...email }))
  ahead_ms = 0
  const second = await paid(t.api, saleBody({ transaction_amount: '42.00', ...email }))
  assert.ok(second.id > first.id, 'the later payment has the higher id')
  const mails = async (): Promise<number> => (await t.db.query('select 1 from outbox_message')).length
  await t.settle()
  const before = await mails()
  assert.ok(before >= 1, 'work that is due by the new clock runs')
  ahead_ms = 6 * HOUR_MS
  await t.settle()
  await t.settle()
  assert.equal(await mails(), 2)
  await sealAll(t)
  for await (const { broken } of verifySeals(t)) assert.equal(broken, null)
})

test('G68 the clock is set two days ahead, back and ahead again: a recurring is charged once for its date', async () => {
  const { location_id, contact_id } = t.merchants[0]
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const
  const { id: account_vault_id } = await t.api.accountvaults.create({ location_id, contact_id, ...card })
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('America/New_York')
  const start_date = today.toPlainDate().add({ days: 1 }).toString()
  const plan = { transaction_amount: '43.00', interval: '1', interval_type: 'm', start_date } as const
  const { id } = await t.api.recurrings.create({ location_id, account_vault_id, ...plan })
  for (const hours of [48, 0, 48]) {
    ahead_ms = hours * HOUR_MS
    await t.settle()
  }
  const payments = await Array.fromAsync(t.api.transactions.list({ recurring_id: id }))
  assert.deepEqual(
    payments.map(({ status_id }) => status_id),
    [101],
  )
})
