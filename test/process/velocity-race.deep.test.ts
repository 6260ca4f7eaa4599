import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { type Gateway, startGateway, temporaryHome } from '../support/process.ts'

const home = temporaryHome()
const database = await createTestDatabase('velocity_race')
const settings = { DATABASE_URL: database.url }
const one = await startGateway(home, settings)
const two = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'api' })
after(database.drop)
const { location_id } = one.sandbox.merchants[0]!
const both = [one, two]

async function product(velocity_settings: Record<string, number>): Promise<string> {
  const producttransaction = {
    location_id,
    title: 'Race',
    payment_method: 'ach',
    processor: 'ach',
    industry_type: 'ecommerce',
    velocity_settings,
  }
  const { status, body } = await one.call('POST', '/v2/producttransactions', { producttransaction })
  assert.equal(status, 201)
  return body.producttransaction.id
}

interface Paid {
  id: string
  status_id: number
  reason_code_id: number
  transaction_amount: number
}

async function pay(gateway: Gateway, product_transaction_id: string, transaction_amount: string): Promise<Paid> {
  const transaction = {
    action: 'debit',
    payment_method: 'ach',
    location_id,
    product_transaction_id,
    transaction_amount,
    account_holder_name: 'Wilma Testperson',
    account_number: '123456789',
    account_type: 'checking',
    routing: '072000326',
    ach_sec_code: 'PPD',
  }
  const { status, body } = await gateway.call('POST', '/v2/transactions', { transaction })
  assert.equal(status, 201, JSON.stringify(body))
  return body.transaction
}

const attack = (id: string, amounts: string[]) =>
  Promise.all(amounts.map((amount, index) => pay(both[index % 2]!, id, amount)))
const amountOf = (paid: Paid[]) => paid.reduce((sum, each) => sum + Math.round(each.transaction_amount * 100), 0)

test('debits at two processes at once take what a limit leaves, to the last item and no more', async () => {
  const id = await product({ debit_items_per_day: 7 })
  const paid = await attack(id, Array<string>(30).fill('1.00'))
  assert.equal(paid.filter(({ status_id }) => status_id === 131).length, 7)
  const beyond = paid.filter(({ status_id }) => status_id === 301)
  assert.equal(beyond.length, 23)
  assert.ok(beyond.every(({ reason_code_id }) => reason_code_id === 1651))
})

test('an amount is never passed, whatever comes at once, and voids free what they held', async () => {
  const id = await product({ debit_monthly_aggregate: 50 })
  for (let round = 0; round < 4; round += 1) {
    const paid = await attack(
      id,
      Array.from({ length: 16 }, (_, index) => `${(index % 5) + 3}.37`),
    )
    const approved = paid.filter(({ status_id }) => status_id === 131)
    assert.ok(amountOf(approved) <= 5000)
    assert.equal(approved.length + paid.filter(({ reason_code_id }) => reason_code_id === 1651).length, paid.length)
    const voids = approved.map(({ id: each }, index) =>
      both[index % 2]!.call('PUT', `/v2/transactions/${each}`, { transaction: { action: 'void' } }),
    )
    for (const { status, body } of await Promise.all(voids)) {
      assert.deepEqual([status, body.transaction.status_id], [200, 201])
    }
  }
  const uses = await database.database.query<{ items: unknown; amount: unknown }>(
    'select items, amount from velocity_use where product_transaction_id = $1',
    [id],
  )
  assert.ok(uses.length >= 2)
  assert.ok(uses.every(({ items, amount }) => `${items} ${amount}` === '0 0'))
})

test('recurrings that two workers run at once share what a limit leaves, to the last item', async t => {
  const worker = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'worker' })
  t.after(() => worker.end())
  const id = await product({ debit_items_per_day: 25, debit_daily_aggregate: 25 })
  const bank = { account_number: '123456789', account_type: 'checking', routing: '072000326', is_company: false }
  const accountvault = { payment_method: 'ach', location_id, account_holder_name: 'Wilma Testperson', ...bank }
  const vault = (await one.call('POST', '/v2/accountvaults', { accountvault })).body.accountvault
  const { now } = (await one.call('GET', '/sandbox/clock')).body
  const start_date = new Date((now + 3 * 86_400) * 1000).toISOString().slice(0, 10)
  const plan = { interval: '1', interval_type: 'm', start_date, transaction_amount: '1.00' }
  const recurring = { account_vault_id: vault.id, location_id, product_transaction_id: id, ...plan }
  // A job takes forty of them.
  for (let made = 0; made < 100; made += 1) {
    const { status, body } = await both[made % 2]!.call('POST', '/v2/recurrings', { recurring })
    assert.equal(status, 201, JSON.stringify(body))
  }
  await one.call('POST', '/sandbox/clock', { advance: 'P4D' })
  const rows = await database.database.query<{ outcome: string; reason_code_id: number }>(
    'select outcome, reason_code_id from transaction where product_transaction_id = $1',
    [id],
  )
  assert.equal(rows.length, 100)
  assert.equal(rows.filter(({ outcome }) => outcome === 'approved').length, 25)
  assert.equal(rows.filter(({ reason_code_id }) => reason_code_id === 1651).length, 75)
  const uses = await database.database.query<{ items: unknown; amount: unknown }>(
    'select items, amount from velocity_use where product_transaction_id = $1',
    [id],
  )
  assert.deepEqual(
    uses.map(({ items, amount }) => `${items} ${amount}`),
    ['25 2500', '25 2500'],
  )
})
