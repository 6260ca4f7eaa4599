import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Processor } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'
import { BANK_FORM, payPage } from '../support/pay-page.ts'

let declining = false
const sometimes = (real: Processor): Processor => ({
  ...real,
  actions: {
    ...real.actions,
    async debit(order) {
      const outcome = await real.actions.debit!(order)
      return declining && outcome.result === 'approved'
        ? { ...outcome, result: 'declined', reason_code_id: 1500, auth_amount: null, verbiage: 'NO' }
        : outcome
    },
  },
})
const t = await testApp('velocity', { processor: sometimes })
after(t.close)
const { location_id, contact_id } = t.merchants[0]
/** Noon in New York on 2040-03-10. */
await t.clock.moveTo(2_215_011_600, t.app.worker)

const ACCOUNT = {
  payment_method: 'ach',
  account_holder_name: 'Wilma Testperson',
  account_number: '123456789',
  account_type: 'checking',
  routing: '072000326',
  ach_sec_code: 'PPD',
}

async function product(velocity_settings: Json, over: Json = {}): Promise<string> {
  const record = {
    location_id,
    title: 'Bank with limits',
    payment_method: 'ach',
    processor: 'ach',
    industry_type: 'ecommerce',
    ach_allow_credit: 1,
    allow_blind_refund: 1,
    velocity_settings,
    ...over,
  }
  const answer = await t.api.post('producttransactions', { producttransaction: record })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.producttransaction.id
}

const limit = (id: string, velocity_settings: Json) =>
  t.api.put(`producttransactions/${id}`, { producttransaction: { velocity_settings } })

async function pay(product_transaction_id: string, transaction_amount: string, over: Json = {}): Promise<Json> {
  const record = { action: 'debit', ...ACCOUNT, location_id, product_transaction_id, transaction_amount, ...over }
  const answer = await t.api.post('transactions', { transaction: record })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.transaction
}

/** Whether payments were accepted, one after the other. */
async function accepted(id: string, amounts: string[], over: Json = {}): Promise<boolean[]> {
  const results: boolean[] = []
  for (const amount of amounts) results.push((await pay(id, amount, over)).status_id === 131)
  return results
}

/** A bank debit whose money has arrived. */
async function settled(product_transaction_id: string, amount: string, settle_date = '2040-03-10'): Promise<Json> {
  const { id } = await pay(product_transaction_id, amount)
  for (const status of [132, 133]) await t.db.run('update transaction set status_id = $2 where id = $1', [id, status])
  await t.db.run('update transaction set status_id = 134, settle_date = $2 where id = $1', [id, settle_date])
  return { id, product_transaction_id, transaction_amount: amount }
}

const refund = ({ id, ...paid }: Json) =>
  t.api.post('transactions', {
    transaction: { action: 'refund', payment_method: 'ach', location_id, previous_transaction_id: id, ...paid },
  })

test('a payment beyond a limit is a stored decline with reason 1651, and the processor never hears of it', async () => {
  const id = await product({ debit_items_per_day: 1 })
  await pay(id, '5.00')
  const beyond = await pay(id, '6.00', { transaction_api_id: 'too much' })
  assert.deepEqual([beyond.status_id, beyond.reason_code_id, beyond.type_id], [301, 1651, 50])
  assert.equal(beyond.verbiage, 'MAX SENDING, THROTTLE')
  assert.equal(beyond.auth_amount, '0.00')
  assert.deepEqual(await t.ledger(beyond.id), [])
  const { body } = await t.api.get(`transactions/${beyond.id}?expand=reason_code`)
  assert.equal(body.transaction.reason_code.id, 1651)
})

for (const kind of ['debit', 'refund', 'credit']) {
  test(`${kind}_items_per_day and ${kind}_items_per_month: as many and no more, other sorts and products aside`, async () => {
    const id = await product({ [`${kind}_items_per_day`]: 2, [`${kind}_items_per_month`]: 3 })
    assert.deepEqual(await accepted(id, ['1.00', '1.00', '1.00'], { action: kind }), [true, true, false])
    const other = kind === 'debit' ? 'credit' : 'debit'
    assert.deepEqual(await accepted(id, ['1.00', '1.00', '1.00'], { action: other }), [true, true, true])
    assert.deepEqual(await accepted(await product({}), ['1.00'], { action: kind }), [true])
    // Without the limit of the day that of the month remains.
    await limit(id, { [`${kind}_items_per_day`]: null })
    assert.deepEqual(await accepted(id, ['1.00', '1.00'], { action: kind }), [true, false])
  })

  test(`${kind}_daily_aggregate is reached to the cent and not passed by one`, async () => {
    const id = await product({ [`${kind}_daily_aggregate`]: 100 })
    const amounts = ['60.00', '40.01', '40.00', '0.01']
    assert.deepEqual(await accepted(id, amounts, { action: kind }), [true, false, true, false])
  })

  test(`${kind}_monthly_aggregate is reached to the cent and not passed by one`, async () => {
    const id = await product({ [`${kind}_monthly_aggregate`]: 100, [`${kind}_daily_aggregate`]: 1000 })
    const amounts = ['99.99', '0.02', '0.01', '0.01']
    assert.deepEqual(await accepted(id, amounts, { action: kind }), [true, false, true, false])
  })
}

for (const kind of ['refund', 'credit']) {
  test(`${kind}_largest_item: its amount is allowed, a cent more is not and takes no place`, async () => {
    const id = await product({ [`${kind}_largest_item`]: 50, [`${kind}_items_per_day`]: 1 })
    assert.deepEqual(await accepted(id, ['50.01', '50.00', '1.00'], { action: kind }), [false, true, false])
  })
}

test('a limit of 0 allows nothing, null everything, and a limit that is set later counts what was before', async () => {
  assert.deepEqual(await accepted(await product({ debit_daily_aggregate: 0 }), ['0.01']), [false])
  const id = await product({ debit_items_per_day: null })
  assert.deepEqual(await accepted(id, ['1.00', '1.00', '1.00']), [true, true, true])
  await limit(id, { debit_items_per_day: 4 })
  assert.deepEqual(await accepted(id, ['1.00', '1.00']), [true, false])
  await limit(id, { debit_items_per_day: 2 })
  assert.deepEqual(await accepted(id, ['1.00']), [false])
  const most = Number.MAX_SAFE_INTEGER
  await limit(id, { debit_items_per_day: most, debit_monthly_aggregate: most })
  assert.deepEqual(await accepted(id, ['1.00']), [true])
})

test('what is voided or declined by the processor gives its place back, what was declined here never had one', async () => {
  const id = await product({ debit_items_per_day: 1, debit_monthly_aggregate: 10 })
  const first = await pay(id, '10.00')
  assert.deepEqual(await accepted(id, ['10.00']), [false])
  const voided = await t.api.put(`transactions/${first.id}`, { transaction: { action: 'void' } })
  assert.equal(voided.body.transaction.status_id, 201, voided.text)
  declining = true
  assert.equal((await pay(id, '10.00')).reason_code_id, 1500)
  declining = false
  assert.deepEqual(await accepted(id, ['10.00', '0.01']), [true, false])
  const uses = await t.db.query(
    'select period, items, amount from velocity_use where product_transaction_id = $1 order by 1',
    [id],
  )
  assert.deepEqual(
    uses.map(row => Object.values(row as object).map(String)),
    [
      ['2040-03', '1', '1000'],
      ['2040-03-10', '1', '1000'],
    ],
  )
})

test('a linked refund has its limits too; refused, it leaves the debit as it was', async () => {
  const id = await product({ refund_items_per_day: 1 })
  const [one, two] = [await settled(id, '10.00'), await settled(id, '11.00')]
  assert.equal((await refund(one)).body.transaction.status_id, 131)
  const beyond = await refund(two)
  assert.deepEqual([beyond.status, beyond.body.transaction.reason_code_id], [201, 1651])
  await limit(id, { refund_items_per_day: 2 })
  assert.equal((await refund(two)).body.transaction.status_id, 131)
})

test('refund_hold_days: a refund leaves so many banking days after its debit settled, and not before', async () => {
  const id = await product({ refund_hold_days: 3 })
  const early = (await refund(await settled(id, '10.00', '2040-03-08'))).body.transaction
  assert.deepEqual([early.status_id, early.effective_date], [131, '2040-03-14'])
  assert.match(early.verbiage, /LEAVES ON 2040-03-13/)
  const late = (await refund(await settled(id, '10.00', '2040-03-05'))).body.transaction
  assert.deepEqual([late.status_id, late.effective_date], [131, null])
  await limit(id, { refund_hold_days: Number.MAX_SAFE_INTEGER })
  const year = (await refund(await settled(id, '10.00', '2040-03-05'))).body.transaction
  assert.match(year.effective_date, /^2041-08-/)
})

test('a card payment of a product has no such limits', async () => {
  const { cc_product_transaction_id } = t.merchants[0]
  assert.equal((await limit(cc_product_transaction_id, { debit_items_per_day: 0, refund_largest_item: 0 })).status, 200)
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249', ach_sec_code: undefined }
  const sale = await pay(cc_product_transaction_id, '9.00', { action: 'sale', ...card, routing: undefined })
  assert.equal(sale.status_id, 101)
})

test('recurrings of one morning share the limits: what is beyond is declined, and their contact is not bothered', async () => {
  const limited = await product({ debit_items_per_day: 2, debit_daily_aggregate: 25 })
  const { ach_sec_code: _, ...kept } = ACCOUNT
  const stored = { ...kept, location_id, contact_id, is_company: false }
  const vault = (await t.api.post('accountvaults', { accountvault: stored })).body.accountvault
  const ids: string[] = []
  for (const amount of ['10.00', '20.00', '15.00', '1.00']) {
    const plan = { interval: '1', interval_type: 'm', start_date: '2040-03-20', transaction_amount: amount }
    const recurring = { account_vault_id: vault.id, location_id, product_transaction_id: limited, ...plan }
    const made = await t.api.post('recurrings', { recurring })
    assert.equal(made.status, 201, made.text)
    ids.push(made.body.recurring.id)
  }
  await t.clock.moveTo(2_215_011_600 + 11 * 86_400, t.app.worker)
  await t.settle()
  const { body } = await t.api.get(`transactions?product_transaction_id=${limited}&sort=id`)
  const outcomes = body.transactions.map((each: Json) => [each.transaction_amount, each.status_id, each.reason_code_id])
  // By now they are with the bank, or further.
  const approved = outcomes.filter(([, status]: number[]) => status! > 130 && status! < 135)
  const beyond = outcomes.filter(([, status]: number[]) => status === 301)
  assert.equal(outcomes.length, 4)
  assert.equal(approved.length, 2)
  assert.ok(approved.reduce((sum: number, [amount]: number[]) => sum + amount!, 0) <= 25)
  assert.ok(beyond.every(([, , reason]: number[]) => reason === 1651))
})

test('an invoice whose payment is beyond a limit stays unpaid, and its payer is told that it was declined', async () => {
  const limited = await product({ debit_items_per_day: 0 }, { quick_invoice_allow: 1 })
  const invoice = { location_id, title: 'Hedge', due_date: '2040-12-31', item_list: { Hedge: '80.00' } }
  const made = await t.api.post('quickinvoices', {
    quickinvoice: { ...invoice, ach_product_transaction_id: limited },
  })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.quickinvoice
  const { document } = await payPage(t, id).pay({ ...BANK_FORM, payment_method: 'ach' })
  assert.match(document, /declined|not accepted|could not/i)
  const { body } = await t.api.get(`quickinvoices/${id}?expand=transactions`)
  assert.deepEqual([body.quickinvoice.payment_status_id, body.quickinvoice.remaining_balance], [1, '80.00'])
  assert.deepEqual(
    body.quickinvoice.transactions.map((each: Json) => [each.status_id, each.reason_code_id]),
    [[301, 1651]],
  )
})

test('days and months end at midnight in the zone of the product, else of the location', async () => {
  const here = await product({ debit_items_per_month: 1 })
  const west = await product({ debit_items_per_month: 1, debit_items_per_day: 1 }, { tz: 'America/Los_Angeles' })
  // 2040-04-01 00:30 in New York is still March 31 in Los Angeles.
  await t.clock.moveTo(Date.parse('2040-03-31T23:30:00-04:00') / 1000, t.app.worker)
  assert.deepEqual([await accepted(here, ['1.00', '1.00']), await accepted(west, ['1.00'])], [[true, false], [true]])
  await t.clock.moveTo(Date.parse('2040-04-01T00:30:00-04:00') / 1000, t.app.worker)
  assert.deepEqual([await accepted(here, ['1.00']), await accepted(west, ['1.00'])], [[true], [false]])
  await t.clock.moveTo(Date.parse('2040-04-01T00:30:00-07:00') / 1000, t.app.worker)
  assert.deepEqual([await accepted(here, ['1.00']), await accepted(west, ['1.00', '1.00'])], [[false], [true, false]])
})

test('the database itself keeps what is taken in within its limits', async () => {
  const id = await product({ debit_items_per_day: 3, debit_daily_aggregate: 10 })
  await pay(id, '4.00')
  const attacks: Record<string, string> = {
    velocity_use_within_items: "set items = most_items + 1 where period = '2040-04-01'",
    velocity_use_within_amount: "set amount = most_amount + 1 where period = '2040-04-01'",
    velocity_use_counts: 'set items = -1',
    velocity_use_kind: "set kind = 'gift'",
  }
  for (const [constraint, attack] of Object.entries(attacks)) {
    const text = `update velocity_use ${attack} ${attack.includes('where') ? 'and' : 'where'} product_transaction_id = $1`
    await assert.rejects(t.db.run(text, [id]), { constraint })
  }
})
