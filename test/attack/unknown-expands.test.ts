import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { quickinvoice as quickinvoiceNoun } from '../../src/resources/quickinvoice/quickinvoice.ts'
import type { Answer } from '../support/app.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { location_id } = t.merchants[0]

const saleOf = (transaction_amount: string) => ({
  transaction: {
    action: 'sale',
    payment_method: 'cc',
    location_id,
    account_number: '4111111111111111',
    exp_date: '1232',
    transaction_amount,
  },
})
const charged = async (amount: string) => (await t.ledger()).filter(entry => entry.amount === amount).length

test('a payment whose answer asks for an unknown expand is refused before it is made', async () => {
  const answer = await t.api.post('transactions?expand=bogus', saleOf('77.01'))
  assert.equal(answer.status, 422, answer.text)
  assert.match(answer.text, /is not an expand of transactions/)
  assert.equal(await charged('77.01'), 0)
})

test('a change whose answer asks for an unknown expand is refused before it is made', async () => {
  const made = await t.api.post('tags', { tag: { location_id, title: 'before' } })
  const path = `tags/${made.body.tag.id}`
  assert.equal((await t.api.put(`${path}?expand=bogus`, { tag: { title: 'after' } })).status, 422)
  assert.equal((await t.api.get(path)).body.tag.title, 'before')
})

test('a command whose answer asks for an unknown expand is refused before it is done', async () => {
  const { user_id } = t.merchants[0].clerk
  assert.equal((await t.api.post(`users/${user_id}/generateuserapikey?expand=bogus`)).status, 422)
  assert.equal((await t.clerk.get('users/me')).status, 200)
})

test('a command on a record that is deleted while it waits says that there is none', async () => {
  const quickinvoice = { location_id, title: 'Hedge', due_date: '2030-01-01', item_list: { Cut: '10.00' } }
  const { id } = (await t.api.post('quickinvoices', { quickinvoice })).body.quickinvoice
  const actor = { caller: systemCaller(location_id, 'test') }
  let waiting: Promise<Answer> | undefined
  await t.app.store.transaction(actor, async work => {
    const row = await work.lock(quickinvoiceNoun, id)
    await work.remove(quickinvoiceNoun, row!)
    waiting = t.api.post(`quickinvoices/${id}/resend`)
    await lockWaiters()
  })
  assert.equal((await waiting!).status, 404)
})

/** Waits until a connection waits for a lock. */
async function lockWaiters(): Promise<void> {
  for (;;) {
    const rows = await t.db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}
