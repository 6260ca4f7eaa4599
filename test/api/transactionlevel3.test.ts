import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_MERCHANT } from '../../src/lib/initiation.ts'
import type { Payments } from '../../src/payments/payments.ts'
import type { Processor } from '../../src/ports/processor.ts'
import type { ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'

let t: TestApp
let location_id: string

/** Captures as the processor got them. */
const captures: ProcessorRequest[] = []
const noting = (real: Processor): Processor => ({
  ...real,
  level3_lines_max: 99,
  actions: {
    ...real.actions,
    authcomplete: async request => {
      captures.push(request)
      return real.actions.authcomplete!(request)
    },
  },
})

before(async () => {
  t = await testApp('level3', { processor: noting })
  ;({ location_id } = t.merchants[0])
})
after(() => t.close())

/** Public test cards. */
const CARD = {
  visa_purchasing: '4485271031055802',
  mc_purchasing: '5470675332875417',
  visa_consumer: '4111111111111111',
  amex: '371449635398431',
}

type Action = Parameters<Payments['run']>[1]['action']

async function pay(account_number: string, action: Action = 'sale', amount = 10825n): Promise<string> {
  const row = await t.app.payments.run(
    { caller: systemCaller(location_id, 'test') },
    {
      action,
      location_id,
      product_transaction_id: t.merchants[0].cc_product_transaction_id,
      amount,
      source: {
        kind: 'account',
        account: { payment_method: 'cc', account_number, exp_date: '1249', account_holder_name: null },
      },
      initiation: BY_MERCHANT,
      details: { tax: amount < 825n ? 0n : 825n, description: 'Hedge trimming' },
    },
  )
  return row.id
}

const visaLine = {
  commodity_code: '55',
  description: 'cool drink',
  product_code: 'coke12345678',
  quantity: '5',
  unit_code: 'gll',
  unit_cost: '10',
  tax_amount: '4',
  tax_rate: '5',
}
const visa = { tax_rate: '8.25', freight_amount: '0.20', sales_tax: '200', line_items: [visaLine] }
const mcLine = {
  description: 'cool drink',
  product_code: 'coke',
  quantity: '5',
  unit_code: 'EA',
  unit_cost: '3',
  tax_amount: '3',
  tax_rate: '2',
}
const mc = { freight_amount: '0.40', line_items: [{ ...mcLine, tax_type_id: '03' }] }

const post = (transaction_id: string, level3_data: Json) =>
  t.api.post('transactionlevel3s', { transactionlevel3: { transaction_id, level3_data } })

/** The data a transaction has, as its expand shows it. */
async function level3Of(transaction_id: string): Promise<Json> {
  const { body } = await t.api.get(`transactions/${transaction_id}?expand=transaction_level3`)
  return body.transaction.transaction_level3
}

test('L3-17 L3-19 a sale with a company card has Level 3 data by itself, one with a consumer card has none', async () => {
  const filled = await level3Of(await pay(CARD.visa_purchasing))
  assert.equal(filled.level3_data.line_items[0].unit_cost, '100.00')
  assert.equal(filled.level3_data.tax_rate, '8.25')
  assert.ok((await level3Of(await pay(CARD.mc_purchasing, 'authonly'))).level3_data.line_items)
  assert.equal(await level3Of(await pay(CARD.visa_consumer)), null)
  assert.equal(await level3Of(await pay(CARD.amex)), null)
})

test('a declined payment has no Level 3 data', async () => {
  assert.equal(await level3Of(await pay(CARD.visa_purchasing, 'sale', 603n)), null)
})

test('GAP-08 L3-11 L3-01 L3-03 L3-04 L3-12 data that is sent takes the place of the automatic and comes back as sent', async () => {
  const transaction_id = await pay(CARD.visa_purchasing)
  const answer = await post(transaction_id, visa)
  assert.equal(answer.status, 201, answer.text)
  const { transactionlevel3 } = answer.body
  assert.deepEqual(Object.keys(transactionlevel3), ['id', 'transaction_id', 'level3_data', '_links'])
  assert.deepEqual([transactionlevel3.transaction_id, transactionlevel3.level3_data], [transaction_id, visa])
  const again = await t.api.get(`transactionlevel3s/${transactionlevel3.id}`)
  assert.deepEqual([again.status, again.body], [200, answer.body])
  assert.deepEqual((await level3Of(transaction_id)).level3_data, visa)
})

test('L3-15 L3-16 a second POST replaces everything in the one record of the transaction', async () => {
  const transaction_id = await pay(CARD.mc_purchasing)
  const first = await post(transaction_id, mc)
  const { freight_amount: _, ...less } = mc
  const second = await post(transaction_id, less)
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.equal(second.body.transactionlevel3.id, first.body.transactionlevel3.id)
  assert.deepEqual((await level3Of(transaction_id)).level3_data, less)
})

test('the brand of the card says which fields there are; those of the other brand are set aside', async () => {
  const transaction_id = await pay(CARD.mc_purchasing)
  const { body } = await post(transaction_id, { ...visa, line_items: [{ ...visaLine, debit_credit: 'D' }] })
  const { commodity_code: _, ...line } = visaLine
  assert.deepEqual(body.transactionlevel3.level3_data, {
    sales_tax: '200',
    freight_amount: '0.20',
    line_items: [{ ...line, debit_credit: 'D' }],
  })
})

test('GAP-07 L3-20 L3-21 L3-10 what does not fit is told by its path, and nothing is stored', async () => {
  const transaction_id = await pay(CARD.visa_purchasing)
  const before = await level3Of(transaction_id)
  const { status, body } = await post(transaction_id, {
    ...visa,
    freight_amount: 'free',
    line_items: [visaLine, { ...visaLine, unit_code: 'ZZZ' }],
  })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.errors).toSorted(), ['freight_amount', 'line_items[1].unit_code'])
  assert.deepEqual((await post(transaction_id, { tax_rate: '1' })).body.errors, {
    line_items: ['Line item record details missing'],
  })
  const lines = (most: number) => post(transaction_id, { ...visa, line_items: Array(most).fill(visaLine) })
  assert.equal((await lines(999)).status, 422)
  assert.deepEqual(await level3Of(transaction_id), before)
  assert.equal((await lines(998)).status, 201)
})

test('L3-02 L3-03 L3-18 a transaction that is unknown, foreign or without Level 3 data is refused, and data that is no object', async () => {
  const own = await pay(CARD.visa_purchasing)
  const consumer = await pay(CARD.visa_consumer)
  for (const transaction_id of ['0'.repeat(24), consumer, undefined]) {
    const answer = await post(transaction_id as string, visa)
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['transaction_id']])
  }
  const foreign = await t.stranger.post('transactionlevel3s', {
    transactionlevel3: { transaction_id: own, level3_data: visa },
  })
  assert.deepEqual(foreign.body.errors, { transaction_id: ['transaction_id provided is not valid'] })
  for (const data of [[visaLine], 'text', 1, null]) {
    assert.deepEqual(Object.keys((await post(own, data)).body.errors), ['level3_data'])
  }
})

test('L3-22 in an industry that has no Level 3 data none is filled in, and none is taken', async () => {
  const { cc_product_transaction_id } = t.merchants[0]
  const paid = await pay(CARD.visa_purchasing)
  const industry = (industry_type: string) =>
    t.api.put(`producttransactions/${cc_product_transaction_id}`, {
      producttransaction: { industry_type, level3_allow: 1 },
    })
  await industry('lodging')
  assert.equal(await level3Of(await pay(CARD.visa_purchasing)), null)
  assert.deepEqual(Object.keys((await post(paid, visa)).body.errors), ['transaction_id'])
  for (const each of ['moto', 'retail', 'ecommerce']) {
    await industry(each)
    assert.equal((await post(paid, visa)).status < 300, true, each)
  }
})

test('L3-13 deleted data is gone, and with it the use of the endpoint', async () => {
  const transaction_id = await pay(CARD.visa_purchasing)
  const { id } = (await post(transaction_id, visa)).body.transactionlevel3
  const answer = await t.api.delete(`transactionlevel3s/${id}`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.equal((await t.api.get(`transactionlevel3s/${id}`)).status, 404)
  assert.equal((await t.api.delete(`transactionlevel3s/${id}`)).status, 404)
  assert.equal(await level3Of(transaction_id), null)
  assert.equal((await post(transaction_id, visa)).status, 422)
  assert.equal((await t.stranger.delete(`transactionlevel3s/${id}`)).status, 404)
})

test('L3-14 ERR-06 data of a settled transaction has left: it can be neither deleted nor replaced', async () => {
  const transaction_id = await pay(CARD.visa_purchasing)
  const { id } = (await post(transaction_id, visa)).body.transactionlevel3
  const { transaction_batch_id } = (await t.api.get(`transactions/${transaction_id}`)).body.transaction
  assert.equal((await t.api.post(`transactionbatches/${transaction_batch_id}/settle`)).status, 200)
  const deleted = await t.api.delete(`transactionlevel3s/${id}`)
  assert.equal(deleted.status, 422)
  assert.deepEqual(Object.keys(deleted.body.errors), ['transaction_id'])
  assert.equal((await post(transaction_id, visa)).status, 422)
  assert.equal((await t.api.get(`transactionlevel3s/${id}`)).status, 200)
})

test('L3-12 L3-23 L3-24 there is no list, no PUT and no expand', async () => {
  const { id } = await level3Of(await pay(CARD.visa_purchasing))
  assert.equal((await t.api.get('transactionlevel3s')).status, 405)
  assert.equal((await t.api.put(`transactionlevel3s/${id}`, { transactionlevel3: {} })).status, 405)
  const expanded = await t.api.get(`transactionlevel3s/${id}?expand=transaction`)
  assert.equal(expanded.body.transactionlevel3?.transaction, undefined)
})

test("what a merchant sends after an authorization goes with its capture; the gateway's own went before", async () => {
  const id = await pay(CARD.visa_purchasing, 'authonly')
  const answer = await post(id, visa)
  assert.equal(answer.status, 201, answer.text)
  const captured = await t.api.put(`transactions/${id}`, {
    transaction: { action: 'authcomplete', transaction_amount: '50.00', tax: '4.00' },
  })
  assert.equal(captured.status, 200, captured.text)
  const { level3, tax, amount } = captures.at(-1)!
  assert.deepEqual([level3?.brand, amount], ['visa', 5000n])
  assert.deepEqual(level3?.data, answer.body.transactionlevel3.level3_data)
  assert.equal(tax, 400n)

  const automatic = await pay(CARD.visa_purchasing, 'authonly', 10826n)
  await t.api.put(`transactions/${automatic}`, { transaction: { action: 'authcomplete', transaction_amount: '50.00' } })
  assert.equal(captures.at(-1)!.level3, undefined)
})
