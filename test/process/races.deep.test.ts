import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { cardSale, type Gateway, startGateway, temporaryHome } from '../support/process.ts'

/** Each race is run a few times, because one run may happen to be in order. */
const ROUNDS = 3

const home = temporaryHome()
const database = await createTestDatabase('races')
const settings = { DATABASE_URL: database.url }
const one = await startGateway(home, settings)
const two = await startGateway(home, { ...settings, TOLLGATE_ROLE: 'api' })
after(database.drop)
const { location_id } = one.sandbox.merchants[0]!

interface Payment {
  status_id: number
  transaction_amount: number
}

async function newInvoice(fields: Record<string, unknown> = {}): Promise<string> {
  const quickinvoice = { location_id, title: 'Race', due_date: '2099-01-31', item_list: { Race: 10 }, ...fields }
  const { status, body } = await one.call('POST', '/v2/quickinvoices', { quickinvoice })
  assert.equal(status, 201)
  return body.quickinvoice.id
}

/** A payer's form, sent once: the status of the answer. */
async function pay(gateway: Gateway, path: string, amount: string, shown_amount = '1000'): Promise<number> {
  const form = new URLSearchParams({
    attempt: randomBytes(16).toString('hex'),
    shown_amount,
    amount,
    cc_account_number: '4111111111111111',
    cc_exp_date: '1245',
    cc_cvv: '999',
    cc_account_holder_name: 'Rosa Lindqvist',
    cc_billing_zip: '32606',
  })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(gateway.url + path, { method: 'POST', body: form, headers, redirect: 'manual' })
  await answer.arrayBuffer()
  assert.ok(answer.status < 500, `paying answered ${answer.status}`)
  return answer.status
}

async function approvedOf(query: string): Promise<number> {
  const { body } = await two.call('GET', `/v2/transactions?${query}`)
  return (body.transactions as Payment[])
    .filter(({ status_id }) => status_id === 101)
    .reduce((sum, { transaction_amount }) => sum + transaction_amount, 0)
}

const both = [one, two, one, two]

test('QI-31 QI-32 payers at both processes pay an invoice once, in full or in part', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const whole = await newInvoice()
    await Promise.all(both.map(each => pay(each, `/quickinvoice/?id=${whole}`, '10.00')))
    assert.equal(await approvedOf(`quick_invoice_id=${whole}`), 10)
    const parts = await newInvoice({ allow_partial_pay: 1 })
    await Promise.all(both.map(each => pay(each, `/quickinvoice/?id=${parts}`, '6.00', '1/1000/1000/0')))
    assert.equal(await approvedOf(`quick_invoice_id=${parts}`), 6)
  }
})

test('PL-28 payers and changes at both processes: a paylink is paid once, with the amount it then shows', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await one.call('POST', '/v2/paylinks', { paylink: { location_id, amount_due: 10 } })
    const { id } = made.body.paylink
    await Promise.all([
      ...both.map(each => pay(each, `/?paylink_id=${id}`, '10.00')),
      two.call('PUT', `/v2/paylinks/${id}`, { paylink: { amount_due: 12 } }),
    ])
    const { paylink } = (await one.call('GET', `/v2/paylinks/${id}`)).body
    const paid = await approvedOf(`paylink_id=${id}`)
    // A payer who saw 10.00 does not pay 12.00: then there is no payment.
    const state = [paylink.status_id, paid, paylink.amount_due]
    assert.deepEqual(state, paid === 0 ? [0, 0, '12.00'] : [1, 10, '10.00'])
  }
})

test('QI-06 QI-08 payments and changes of item_list at both processes leave a balance that adds up', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newInvoice()
    const change = { quickinvoice: { item_list: { Race: 20 } } }
    await Promise.all([
      pay(one, `/quickinvoice/?id=${id}`, '10.00'),
      two.call('PUT', `/v2/quickinvoices/${id}`, change),
      pay(two, `/quickinvoice/?id=${id}`, '10.00'),
      one.call('PUT', `/v2/quickinvoices/${id}`, change),
    ])
    const { quickinvoice } = (await two.call('GET', `/v2/quickinvoices/${id}`)).body
    const paid = await approvedOf(`quick_invoice_id=${id}`)
    assert.equal(Number(quickinvoice.remaining_balance), Number(quickinvoice.amount_due) - paid)
  }
})

test('an invoice that is deleted while it is paid is charged at most once, and nobody gets a 5xx', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await newInvoice()
    const paying = both.map(each => pay(each, `/quickinvoice/?id=${id}`, '10.00'))
    const gone = await fetch(`${two.url}/v2/quickinvoices/${id}`, { method: 'DELETE', headers: credentials() })
    await Promise.all(paying)
    // An invoice with a payment on its way is not deleted (409): it is still there, and paid.
    const after = await fetch(`${two.url}/v2/quickinvoices/${id}`, { headers: credentials() })
    assert.deepEqual([gone.status, after.status], gone.status === 409 ? [409, 200] : [204, 404])
    const approved = await approvedOf(`quick_invoice_id=${id}`)
    assert.ok(approved <= 10)
    if (gone.status === 409) assert.equal(approved, 10)
  }
})

test('refunds and a void of one sale at both processes never give back more than was paid', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const sold = (await cardSale(one, '10.00')).body.transaction
    const refund = { action: 'refund', payment_method: 'cc', location_id, previous_transaction_id: sold.id }
    const answers = await Promise.all([
      ...both.map(each => each.call('POST', '/v2/transactions', { transaction: { ...refund, transaction_amount: 6 } })),
      two.call('PUT', `/v2/transactions/${sold.id}`, { transaction: { action: 'void' } }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status >= 500),
      answers.map(() => false),
    )
    const refunded = answers.filter(({ body }) => body.transaction?.status_id === 111).length
    const voided = answers.filter(({ body }) => body.transaction?.status_id === 201).length
    assert.equal(refunded + voided, 1)
  }
})

function credentials(): Record<string, string> {
  const { user } = one.sandbox.merchants[0]!
  return { 'developer-id': one.sandbox.developer_id, 'user-id': user.user_id, 'user-api-key': user.user_api_key }
}
