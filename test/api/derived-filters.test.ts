import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'

const t = await testApp('derived_filters')
after(t.close)
await t.clock.moveTo(2215011600, t.app.worker) // Noon of 2040-03-10 in New York.
const { location_id } = t.merchants[0]

async function made(plural: string, record: Json): Promise<Json> {
  const name = plural.slice(0, -1)
  const answer = await t.api.post(plural, { [name]: { location_id, ...record } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[name]
}

const card = (exp_date: string) =>
  made('accountvaults', { payment_method: 'cc', account_number: '4111111111111111', exp_date })
const vaults = { now: await card('0340'), soon: await card('0540'), later: await card('0142') }
const bank = await made('accountvaults', {
  payment_method: 'ach',
  account_number: '12345678',
  routing: '072000326',
  account_type: 'checking',
  account_holder_name: 'Pat Example',
  is_company: false,
})
const sale = { action: 'sale', payment_method: 'cc', transaction_amount: '1.00' }
const keyed = await made('transactions', { ...sale, account_number: '4111111111111111', exp_date: '1249' })
const stored = await made('transactions', { ...sale, account_vault_id: vaults.soon.id, tags: ['spring', 'garden'] })

async function found(plural: string, query: string): Promise<string[]> {
  const { status, body, text } = await t.api.get(`${plural}?${query}`)
  assert.equal(status, 200, text)
  return body[plural].map((each: Json) => each.id)
}

test('GEN-22 AV-46 vaults are found and ordered by the months that are left', async () => {
  const { now, soon, later } = vaults
  assert.deepEqual(
    [now, soon, later].map(each => each.expiring_in_months),
    [0, 2, 22],
  )
  assert.deepEqual(await found('accountvaults', 'expiring_in_months=2'), [soon.id])
  assert.deepEqual(await found('accountvaults', 'expiring_in_months=0|2&sort=expiring_in_months'), [now.id, soon.id])
  assert.deepEqual(await found('accountvaults', 'expiring_in_months=-3|-1'), [])
  assert.deepEqual(await found('accountvaults', 'sort=-expiring_in_months'), [later.id, soon.id, now.id, bank.id])
  const refused = await t.api.get('accountvaults?expiring_in_months=soon')
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['expiring_in_months']])
})

test('GEN-22 transactions are found by what they were made from, and by the titles of their tags', async () => {
  assert.deepEqual(await found('transactions', 'is_accountvault=true'), [stored.id])
  assert.deepEqual(await found('transactions', 'is_accountvault=0'), [keyed.id])
  assert.deepEqual(await found('transactions', 'is_recurring=1'), [])
  assert.deepEqual(await found('transactions', 'recurring_flag=no&sort=id'), [keyed.id, stored.id])
  assert.deepEqual(await found('transactions', 'tags=garden'), [stored.id])
  assert.deepEqual(await found('transactions', 'sort=-is_accountvault'), [stored.id, keyed.id])
})
