import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Json } from '../support/app.ts'
import { saleBody, transactionOf } from '../support/payments.ts'
import { expireLeases, openAttempts, resolveOnce } from '../support/power-cut.ts'
import { until } from '../support/process.ts'
import { pausedSite } from './paused-site.ts'

/** A gateway process stops and continues without noticing, as on a machine that is suspended or swapping. */
const site = await pausedSite('pauses')
const { t } = site
after(site.close)

test('G68 a gateway frozen during a processor call: another records the payment, and the first then answers the same', async context => {
  context.after(site.wake)
  const email = { notification_email_address: 'pat@example.com' }
  const { answer, id } = await site.saleUnderWay(email)
  site.freeze()
  await resolveOnce(t)
  assert.equal((await transactionOf(t, id)).status_id, 101)
  site.wake()
  const { status, body } = await answer
  assert.deepEqual([status, body.transaction.id, body.transaction.status_id], [201, id, 101])
  await t.settle()
  const mails = await t.db.query('select 1 from outbox_message where text like $1', ['%10.00%'])
  assert.equal(mails.length, 1, 'one receipt')
  await site.isSquare(id)
})

test('G64 a gateway frozen inside a transaction loses its locks within seconds, and then answers with the stored outcome', async context => {
  context.after(site.wake)
  const { answer, id } = await site.saleUnderWay()
  await site.freezeInTransaction(id)
  const began = performance.now()
  const others = Array.from({ length: 8 }, (_, each) => saleBody({ transaction_amount: `11.0${each}` }))
  const made = await Promise.all(others.map(body => t.api.transactions.create(body)))
  assert.ok(
    made.every(({ status_id }) => status_id === 101),
    'other payments continue',
  )
  await expireLeases(t)
  await until(
    async () => {
      await t.app.payments.resolve()
      return openAttempts(t)
    },
    open => open === 0 || performance.now() - began > 30_000,
  )
  assert.ok(performance.now() - began < 20_000, `it took ${performance.now() - began} ms`)
  assert.equal((await transactionOf(t, id)).status_id, 101)
  site.wake()
  const { status, body }: Json = await answer
  assert.deepEqual([status, body.transaction.id, body.transaction.status_id], [201, id, 101])
  await site.isSquare(id)
})
