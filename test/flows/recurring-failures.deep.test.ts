import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownProduct } from '../support/payments.ts'
import { recurringSite } from '../support/recurrings.ts'
import { expectsFault } from '../support/server-faults.ts'

const { t, make, makeVault } = await recurringSite('recurring_broken')

const at = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('America/New_York').epochMilliseconds / 1000

test('a recurring whose account cannot be opened keeps no other of its merchant from being charged', async () => {
  expectsFault('job failed', 'the number of one account cannot be decrypted')
  const broken = await makeVault({ account_number: '5454545454545454' })
  const start_date = '2040-03-12'
  const bad = await make({ account_vault_id: broken.id, start_date })
  const good = [await make({ start_date }), await make({ start_date })]
  await t.db.run(
    `update instrument set sealed = other.sealed from instrument other
      where instrument.last_four = '5454' and other.last_four = '1111'`,
  )
  await t.clock.moveTo(at('2040-03-12T06:10'), t.app.worker)
  const counts = []
  for (const { id } of [bad, ...good]) {
    const transactions = await Array.fromAsync(t.api.transactions.list({ recurring_id: id }))
    counts.push(transactions.length)
  }
  assert.deepEqual(counts, [0, 1, 1])
  // Its job would be tried a dozen times in each hour that the tests below pass.
  await t.api.recurrings.delete(bad.id)
})

test('jobs that failed and wait for their next try leave room for the recurrings of others', async () => {
  await t.db.run(
    `insert into job (id, task, payload, run_at, root_id, created_ts)
     select 'waiting' || n, 'recurring.run', '{"recurring_ids": [], "due_ts": 0}', $1, 'nobody', 0 from generate_series(1, 30) n`,
    [at('2040-04-01T00:00')],
  )
  const made = await make({ start_date: '2040-03-14' })
  await t.clock.moveTo(at('2040-03-14T06:10'), t.app.worker)
  const transactions = await Array.fromAsync(t.api.transactions.list({ recurring_id: made.id }))
  assert.equal(transactions.length, 1)
})

test('a soft decline of a run at the first processor goes to the second product', async () => {
  const second = await ownProduct(t)
  const product_transaction_id = await ownProduct(t, { processor_rules: { second } })
  const made = await make({ start_date: '2040-03-16', product_transaction_id, transaction_amount: '6.33' })
  await t.clock.moveTo(at('2040-03-16T06:10'), t.app.worker)
  const runs = await Array.fromAsync(t.api.transactions.list({ recurring_id: made.id }))
  assert.deepEqual(
    runs.map(({ status_id, product_transaction_id }) => [status_id, product_transaction_id]),
    [[101, second]],
  )
  const recurring = await t.api.recurrings.get(made.id)
  assert.deepEqual([recurring.product_transaction_id, recurring.status], [product_transaction_id, 'active'])
})

test('a card that must never be charged again stops what is billed to it, and nothing else', async () => {
  const lost = await makeVault({ account_number: '5105105105105100' })
  const daily = { interval_type: 'd', start_date: '2040-03-18' } as const
  const refused = await make({ ...daily, account_vault_id: lost.id, transaction_amount: '6.06' })
  const same_card = await make({ ...daily, account_vault_id: lost.id, start_date: '2040-03-19' })
  const poor = await make({ ...daily, transaction_amount: '6.16' })
  const other = await make(daily)
  await t.clock.moveTo(at('2040-03-20T06:10'), t.app.worker)
  const states = []
  for (const { id } of [refused, same_card, poor, other]) {
    const recurring = await t.api.recurrings.get(id)
    const transactions = await Array.fromAsync(t.api.transactions.list({ recurring_id: id }))
    states.push([recurring.status, transactions.length])
  }
  assert.deepEqual(states, [
    ['on hold', 1],
    ['on hold', 0],
    ['active', 3],
    ['active', 3],
  ])
  const changelogs = await Array.fromAsync(t.api.changelogs.list({ model_id: refused.id }))
  assert.ok(changelogs.some(({ verb }) => verb === 'account_refused'))
  const [declined] = await Array.fromAsync(t.api.transactions.list({ recurring_id: refused.id }))
  const { attempts } = await t.api.transactions.listAttempts(declined!.id)
  assert.deepEqual([attempts[0]?.decline_class, attempts[0]?.advice_code], ['never', '03'])
})

test('with another card the merchant activates it again', async () => {
  const lost = await makeVault({ account_number: '5105105105105100' })
  const made = await make({ account_vault_id: lost.id, start_date: '2040-03-22', transaction_amount: '6.07' })
  await t.clock.moveTo(at('2040-03-22T06:10'), t.app.worker)
  const good = await makeVault()
  await t.api.recurrings.update(made.id, { account_vault_id: good.id })
  assert.equal((await t.api.recurrings.activate(made.id)).status, 'active')
})
