import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Processor } from '../../src/ports/processor.ts'
import type { Identity, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { type Json, testApp } from '../support/app.ts'
import { BANK_FORM, payPage } from '../support/pay-page.ts'
import { refusedOn } from '../support/payments.ts'

const orders: ProcessorRequest[] = []
const noting = (real: Processor): Processor => ({
  ...real,
  actions: {
    ...real.actions,
    debit(order) {
      orders.push(order)
      return real.actions.debit!(order)
    },
  },
})
const t = await testApp('ach_requirements', { processor: noting })
after(t.close)
const [merchant] = t.merchants
const location_id = merchant.child_location_id
const contact_id: string = await made('contacts', { location_id, last_name: 'Testperson' })

const ADDRESS = {
  billing_city: 'Ithaca',
  billing_state: 'NY',
  billing_zip: '14850',
}
const IDENTITY = { dl_number: 'D1234567', dl_state: 'NY', ssn4: '6789' }
const ACCOUNT = {
  payment_method: 'ach',
  account_holder_name: 'Wilma Testperson',
  account_number: '123456789',
  account_type: 'checking',
  routing: '072000326',
}
const required = [
  ...['account_holder_name', 'routing', 'account_number', 'account_type'],
  ...['billing_street', ...Object.keys(ADDRESS), 'driver_license', 'identity_verification'],
]
const terminal = (sec_code: string, more: string[] = []) => ({
  terminal_id: '1813',
  sec_code,
  actions: ['debit', 'credit', 'refund', 'void'],
  required: [...required, ...more],
})
const C21 = { terminal_id: '1610', sec_code: 'C21', actions: ['debit'], required: ['image_front', 'image_back'] }
const product_id = await made('producttransactions', {
  location_id,
  title: 'Strict bank',
  payment_method: 'ach',
  processor: 'ach',
  industry_type: 'ecommerce',
  ach_allow_debit: 1,
  ach_allow_credit: 1,
  quick_invoice_allow: 1,
  paylink_allow: 1,
  processor_data: { terminals: [C21, terminal('WEB'), terminal('PPD'), terminal('TEL', ['check_number'])] },
})
assert.equal((await t.api.put(`locations/${location_id}`, { location: { default_ach: product_id } })).status, 200)

async function made(plural: string, record: Json): Promise<string> {
  const name = plural.slice(0, -1)
  const answer = await t.api.post(plural, { [name]: record })
  assert.equal(answer.status, 201, answer.text)
  return answer.body[name].id
}

const debit = (over: Json = {}) =>
  t.api.post('transactions', {
    transaction: { action: 'debit', payment_method: 'ach', location_id, transaction_amount: '5.00', ...over },
  })
const keyed = (over: Json = {}) => debit({ ...ACCOUNT, ach_sec_code: 'WEB', ...over })
const store = (over: Json = {}) =>
  t.api.post('accountvaults', { accountvault: { ...ACCOUNT, is_company: false, location_id, ...over } })

const PAID = { billing_street: '1 Rose Lane', ...ADDRESS, ...IDENTITY }
const STORED = { billing_address: '1 Rose Lane', ...ADDRESS, ...IDENTITY }
const MISSING = ['billing_city', 'billing_state', 'billing_zip', 'dl_number', 'dl_state', 'ssn4']

const idOf = (answer: { status: number; body: Json; text: string }, name: string): string => {
  assert.equal(answer.status, 201, answer.text)
  return answer.body[name].id
}

const lastIdentity = (): Identity | undefined => orders.at(-1)?.identity

test('LI-12 LI-13 LI-14 a debit says all that its terminal wants, or is refused for each field at once', async () => {
  refusedOn(await keyed(), 'billing_street', ...MISSING)
  refusedOn(await keyed({ ...PAID, dl_state: undefined, dl_number: undefined }), 'dl_number', 'dl_state')
  refusedOn(await keyed({ ...PAID, ssn4: undefined }), 'ssn4')
  refusedOn(await keyed({ ...PAID, dob_year: '1980' }), 'dob_year')
  idOf(await keyed({ ...PAID, dl_state: undefined, dl_number: undefined, customer_id: 'C-1' }), 'transaction')
  idOf(await keyed({ ...PAID, ssn4: undefined, dob_year: '1980' }), 'transaction')
  refusedOn(await keyed({ ...PAID, ach_sec_code: 'TEL' }), 'check_number')
  refusedOn(await keyed({ action: 'credit', ach_sec_code: 'PPD' }), 'billing_street', ...MISSING)
})

test('LI-13 LI-14 what proves who a payer is goes to the processor and is not kept with the transaction', async () => {
  const id = idOf(await keyed(PAID), 'transaction')
  assert.deepEqual(lastIdentity(), IDENTITY)
  const [row] = await t.db.query<Json>('select * from transaction where id = $1', [id])
  assert.equal(row.payer_identity, null)
  assert.equal(JSON.stringify(row).includes(IDENTITY.dl_number), false)
})

/** As large as a picture may be. */
const BACK = 'A'.repeat(65_535)

test('LI-12 a check is sent with its pictures', async () => {
  refusedOn(await keyed({ ach_sec_code: 'C21', image_front: 'iVBORw0KGgo=' }), 'image_back')
  idOf(await keyed({ ach_sec_code: 'C21', image_front: 'iVBORw0KGgo=', image_back: BACK }), 'transaction')
  assert.deepEqual(orders.at(-1)?.check, { image_front: 'iVBORw0KGgo=', image_back: BACK })
})

test('LI-12 LI-13 LI-14 a bank account that could not pay through its terminal is not stored', async () => {
  refusedOn(await store(), 'billing_address', ...MISSING)
  refusedOn(await store({ ...STORED, dob_year: '1980' }), 'dob_year')
  refusedOn(await store({ ...STORED, ssn4: undefined }), 'ssn4')
  idOf(await store(STORED), 'accountvault')
  // A check has its number when it is written.
  idOf(await store({ ...STORED, ach_sec_code: 'TEL' }), 'accountvault')
  // The product has no terminal for companies, so nothing is known of what one would want.
  idOf(await store({ is_company: true }), 'accountvault')
})

test('LI-12 a stored account brings what it knows to every payment made with it, and to its copies', async () => {
  const vault = idOf(await store(STORED), 'accountvault')
  const payment = idOf(await debit({ account_vault_id: vault }), 'transaction')
  assert.deepEqual(lastIdentity(), IDENTITY)
  const shown = (await t.api.get(`transactions/${payment}`)).body.transaction
  assert.deepEqual([shown.billing_street, shown.billing_city], ['1 Rose Lane', 'Ithaca'])
  idOf(await debit({ previous_transaction_id: payment }), 'transaction')
  assert.deepEqual(lastIdentity(), IDENTITY)

  const copy = { payment_method: 'ach', location_id, previous_account_vault_id: vault }
  const copied = idOf(await t.api.post('accountvaults', { accountvault: copy }), 'accountvault')
  idOf(await debit({ account_vault_id: copied }), 'transaction')
})

test('LI-12 an earlier payment brings its address, and who paid it is proved anew', async () => {
  const payment = idOf(await keyed(PAID), 'transaction')
  refusedOn(await debit({ previous_transaction_id: payment }), 'dl_number', 'dl_state', 'ssn4')
  idOf(await debit({ previous_transaction_id: payment, ...IDENTITY }), 'transaction')
  const copy = { payment_method: 'ach', location_id, previous_transaction_id: payment }
  refusedOn(await t.api.post('accountvaults', { accountvault: copy }), 'dl_number', 'dl_state', 'ssn4')
  const answer = await t.api.post('accountvaults', { accountvault: { ...copy, ...IDENTITY } })
  idOf(answer, 'accountvault')
  assert.equal(answer.body.accountvault.billing_address, '1 Rose Lane')
})

test('LI-13 LI-14 an account that a payment saves keeps what proves who its holder is', async () => {
  const payment = idOf(await keyed({ ...PAID, contact_id, save_account: 1 }), 'transaction')
  const { saved_account } = (await t.api.get(`transactions/${payment}?expand=saved_account`)).body.transaction
  const { dl_number, dl_state, ssn4, dob_year, billing_city } = saved_account
  assert.deepEqual({ dl_number, dl_state, ssn4 }, IDENTITY)
  assert.deepEqual([dob_year, billing_city], [null, 'Ithaca'])
  const [row] = await t.db.query<Json>('select payer_identity from transaction where id = $1', [payment])
  assert.equal(row.payer_identity, null)
  const events = await t.db.query<Json>('select changes::text as changes from event where record_id = $1', [payment])
  assert.equal(JSON.stringify(events).includes(IDENTITY.dl_number), false)
  idOf(await debit({ account_vault_id: saved_account.id }), 'transaction')
})

const FORM = {
  ...BANK_FORM,
  ach_billing_street: '1 Rose Lane',
  ach_billing_city: 'Ithaca',
  ach_billing_state: 'NY',
  ach_billing_zip: '14850',
  ach_dl_number: 'D7654321',
  ach_dl_state: 'NY',
  ach_dob_year: '1980',
}
const TYPED = { dl_number: 'D7654321', dl_state: 'NY', dob_year: '1980' }

test('QI-19 LI-13 LI-14 what a payer types on an invoice’s page goes where the terminal wants it', async () => {
  const invoice = { location_id, title: 'Garden', due_date: '2030-01-31', item_list: { Mowing: 5 } }
  const proved = { customer_id: 'C-1', dob_year: '1975' }
  const id = await made('quickinvoices', { ...invoice, ...proved })
  const { status, document } = await payPage(t, id).pay({ ...BANK_FORM, ach_billing_street: '1 Rose Lane' })
  assert.equal(status, 422)
  assert.match(document, /Enter the city/)
  assert.doesNotMatch(document, /ach_dob_year|ach_dl_number/)
  assert.equal((await payPage(t, id).pay(FORM)).status, 303)
  assert.deepEqual(lastIdentity(), { dob_year: '1975' })
})

test('LI-13 LI-14 what a payer types on a paylink’s page goes to the processor, and into the account that is kept', async () => {
  const link = { location_id, amount_due: 5, contact_id, store_token: 1 }
  const id = await made('paylinks', link)
  const url = `/?paylink_id=${id}`
  const page = (await t.app.http.inject({ url })).body
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = { ...FORM, ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const payload = new URLSearchParams(fields).toString()
  assert.equal((await t.app.http.inject({ method: 'POST', url, headers, payload })).statusCode, 303)
  assert.deepEqual(lastIdentity(), TYPED)
  const { body } = await t.api.get(`transactions?paylink_id=${id}&expand=saved_account`)
  const { dl_number, dl_state, dob_year } = body.transactions[0].saved_account
  assert.deepEqual({ dl_number, dl_state, dob_year }, TYPED)
})

test('LI-25 LI-12 the location info names the requirements', async () => {
  const { body } = await t.api.get(`locationinfos/${location_id}`)
  const [product] = body.locationinfo.product_transactions.filter((each: Json) => each.id === product_id)
  assert.deepEqual(product.processor_data.terminals[1].required, required)
})
