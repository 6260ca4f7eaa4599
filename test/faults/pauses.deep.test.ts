import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allIsSquare } from '../support/payment-matrix.ts'
import { saleBody } from '../support/payments.ts'
import { expireLeases, openAttempts, resolveOnce } from '../support/power-cut.ts'
import { until } from '../support/process.ts'
import { allowsFault } from '../support/server-faults.ts'
import { pausedSite } from './paused-site.ts'

const site = await pausedSite('pauses_of_workers', 'worker')
const { t } = site
after(site.close)

test('G68 a worker frozen while it charges a recurring: another takes over the job, and the first does not charge again', async context => {
  context.after(site.wake)
  const { location_id, contact_id } = t.merchants[0]
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const
  const { id: account_vault_id } = await t.api.accountvaults.create({ location_id, contact_id, ...card })
  const start_date = Temporal.Instant.fromEpochMilliseconds(t.clock.now())
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
    .add({ days: 1 })
    .toString()
  const plan = { transaction_amount: '23.00', interval: '1', interval_type: 'm', start_date } as const
  const recurring = await t.api.recurrings.create({ location_id, account_vault_id, ...plan })
  const wish = { fault: 'late:3000', initiation: 'recurring', amount: '23.00' }
  await t.api.request('POST', '/sandbox/faults', { body: wish })
  // Moves the clock in the database. Only the other process runs a worker, so it takes the job.
  await t.db.run('update sandbox_clock set ahead_ms = ahead_ms + 2 * 86400000')
  await until(
    () => t.ledger(),
    ledger => ledger.length > 0,
  )
  site.freeze()
  await t.clock.follow()
  await t.owner.run('update job set leased_until = 0')
  await t.settle()
  await resolveOnce(t)
  site.wake()
  await until(
    () => t.db.query('select 1 from job where leased_until is not null'),
    jobs => jobs.length === 0,
  )
  await expireLeases(t)
  await t.app.payments.resolve()
  assert.equal(await openAttempts(t), 0)
  const payments = await Array.fromAsync(t.api.transactions.list({ recurring_id: recurring.id }))
  assert.deepEqual(
    payments.map(({ status_id }) => status_id),
    [101],
  )
  await site.isSquare(payments[0]!.id)
})

test('G64 a worker frozen while it closes a batch keeps no sale of the merchant pending, and the batch is settled once', async context => {
  context.after(site.wake)
  allowsFault('job failed', 'PostgreSQL ends the transaction of the frozen worker before it wakes up')
  const amounts = (cents: number) => saleBody({ transaction_amount: `12.0${cents}` })
  const { transaction_batch_id: batch } = await t.api.transactions.create(amounts(9))
  await t.owner.run(
    'update producttransaction set batch_auto_settle = true where id = (select product_transaction_id from transactionbatch where id = $1)',
    [batch],
  )
  await site.freezeInSettlement(() => t.owner.run('update transactionbatch set due_ts = 1 where id = $1', [batch]))
  const began = performance.now()
  const made = await Promise.all(Array.from({ length: 8 }, (_, each) => t.api.transactions.create(amounts(each))))
  assert.deepEqual(
    made.map(({ status_id }) => status_id),
    made.map(() => 101),
    `after ${performance.now() - began} ms`,
  )
  site.wake()
  const state = async () => (await t.api.transactionbatches.get(batch!)).processing_status_id
  await t.owner.run('update job set run_at = 0 where leased_until is null')
  await until(state, status => status === 2)
  await allIsSquare(t)
})
