import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ValidationError } from '../../packages/client/src/index.js'
import type { Processor } from '../../src/ports/processor.ts'
import { NO_RESPONSE_DATA } from '../../src/ports/processor.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { ownProduct, paid, saleBody } from '../support/payments.ts'
import { refusal } from '../support/typed-client.ts'
import { cardBody, storedVault } from '../support/vaults.ts'

/** Whether the processor of a payment's first request lets no connection come about. */
let is_down = false
/** Whether no processor answers a harmless call. */
let is_silent = false

let t: TestApp
let first: string
let second: string
let third: string
before(async () => {
  t = await testApp('chosen_processor', { processor })
  first = await ownProduct(t)
  second = await ownProduct(t)
  third = await ownProduct(t)
})
after(() => t.close())

function processor(real: Processor): Processor {
  const sale: Processor['actions']['sale'] = request =>
    is_down && request.reference === request.transaction_id
      ? Promise.resolve({
          ...NO_RESPONSE_DATA,
          result: 'unknown',
          reason_code_id: 1531,
          verbiage: 'NOT REACHED',
          never_left: true,
        })
      : real.actions.sale!(request)
  return {
    ...real,
    actions: { ...real.actions, sale },
    check: async () => {
      if (is_silent) throw new Error('not reachable')
    },
  }
}

const rule = (processor_rules: Json, product = first) => t.api.producttransactions.update(product, { processor_rules })
const pay = (more: Json = {}) => paid(t.api, saleBody({ product_transaction_id: first, ...more }))
const AMEX = { account_number: '378282246310005', cvv: undefined }

test('the first rule that fits names the product that takes a payment, and the answer says which', async () => {
  const rules = [
    { brand: ['amex'], product_transaction_id: second },
    { amount_from: '100.00', amount_to: '200.00', product_transaction_id: third },
    { initiation: ['merchant'], product_transaction_id: third },
  ]
  await rule({ rules })
  const taken = async (more: Json) => (await pay(more)).product_transaction_id
  assert.equal(await taken({ transaction_amount: '10.00' }), first)
  assert.equal(await taken({ transaction_amount: '150.00', ...AMEX }), second)
  assert.equal(await taken({ transaction_amount: '100.00' }), third)
  assert.equal(await taken({ transaction_amount: '200.01' }), first)
  const { location_id, contact_id } = t.merchants[0]
  const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
  const stored = await paid(t.api, {
    ...{ action: 'sale', payment_method: 'cc', location_id, product_transaction_id: first },
    ...{ account_vault_id: vault.id, transaction_amount: '11.00' },
  })
  assert.equal(stored.product_transaction_id, third)
  const refund = { action: 'refund', payment_method: 'cc', previous_transaction_id: stored.id }
  const given_back = await paid(t.api, { ...refund, transaction_amount: '11.00' })
  assert.equal(given_back.product_transaction_id, third, 'a refund goes where its payment went')
  await rule(null)
})

test('rules that are malformed, or name what is not there or not of the merchant, are refused', async () => {
  const [, other] = t.merchants
  for (const rules of [
    { rules: 'all' },
    { rules: [{}] },
    { third: second },
    { rules: [{ product_transaction_id: second, amount_from: 'much' }] },
    { rules: [{ product_transaction_id: second, initiation: ['nobody'] }] },
    { rules: [{ product_transaction_id: second, brand: [] }] },
    { rules: [{ product_transaction_id: other.cc_product_transaction_id }] },
    { rules: [{ product_transaction_id: t.merchants[0].ach_product_transaction_id }] },
    { second: 'nowhere' },
  ]) {
    const { fields } = await refusal(rule(rules), ValidationError)
    assert.deepEqual(Object.keys(fields), ['processor_rules'], JSON.stringify(rules))
  }
})

test('a product that is switched off since takes nothing', async () => {
  await rule({ rules: [{ product_transaction_id: second }] })
  assert.equal((await pay()).product_transaction_id, second)
  await t.api.producttransactions.update(second, { active: 0 })
  assert.equal((await pay()).product_transaction_id, first)
  await t.api.producttransactions.update(second, { active: 1 })
  await rule(null)
})

test('while a processor cannot be reached the second one takes its payments, each of them once', async () => {
  await rule({ second })
  is_silent = true
  const counts: number[] = []
  for (let time = 0; time < 6; time += 1) {
    is_down = time < 5
    const sale = await pay({ account_number: '4111111111111111' })
    assert.deepEqual([sale.status_id, sale.product_transaction_id], [101, second])
    counts.push((await t.api.transactions.listAttempts(sale.id)).attempts.length)
  }
  assert.deepEqual(counts, [2, 2, 2, 2, 2, 1], 'tried at the first until its circuit opened')
})
