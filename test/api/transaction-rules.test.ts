import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import {
  AMEX,
  debitBody,
  MASTERCARD,
  paid,
  postTransaction,
  refundBody,
  refusedOn,
  saleBody,
} from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { cardBody, storedVault } from '../support/vaults.ts'

let t: Shop
let cc: string
before(async () => {
  t = await newMerchant()
  cc = t.merchants[0].cc_product_transaction_id
})

const refuses = async (body: Json, ...fields: string[]) => refusedOn(await postTransaction(t.api, body), ...fields)
/** Settings of the card product for one test. */
async function withProduct(settings: Json, work: () => Promise<void>): Promise<void> {
  const { producttransaction } = (await t.api.get(`producttransactions/${cc}`)).body
  const before = Object.fromEntries(Object.keys(settings).map(name => [name, producttransaction[name]]))
  const changed = await t.api.put(`producttransactions/${cc}`, { producttransaction: settings })
  assert.equal(changed.status, 200, changed.text)
  try {
    await work()
  } finally {
    await t.api.put(`producttransactions/${cc}`, { producttransaction: before })
  }
}

const POSITIVE =
  'Transaction amount must be greater than zero for the following actions: [sale, authonly, authcomplete, authincrement, debit, credit, refund, tipadjust]'

test('nothing at all is answered with every required field', async () => {
  const answer = await t.api.post('transactions', {})
  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(answer.body.errors).toSorted(), [
    'account_number',
    'action',
    'payment_method',
    'transaction_amount',
  ])
})

test('G8 what an invoice or a link can ask for can be paid at once and given back; a recurring of more is on hold', async () => {
  const { location_id, contact_id } = t.merchants[0]
  const largest = '99999999.99'
  const due_date = '2080-01-01'
  for (const [amount, status] of [
    [largest, 201],
    ['100000000.00', 422],
  ] as const) {
    const quickinvoice = { location_id, title: 'A ship', due_date, item_list: { Ship: amount } }
    assert.equal((await t.api.post('quickinvoices', { quickinvoice })).status, status)
    const paylink = { location_id, amount_due: amount, cc_product_transaction_id: cc, expire_date: due_date }
    assert.equal((await t.api.post('paylinks', { paylink })).status, status)
    const sale = await postTransaction(t.api, saleBody({ transaction_amount: amount, product_transaction_id: cc }))
    assert.equal(sale.status, status)
    if (status === 422)
      assert.deepEqual(sale.body.errors, {
        transaction_amount: ['Transaction Amount must be no greater than 99999999.99.'],
      })
  }
  const { id } = await paid(t.api, saleBody({ transaction_amount: '10000000.00', product_transaction_id: cc }))
  assert.equal((await paid(t.api, refundBody(id, '10000000.00'))).status_id, 111)
  const vault = await storedVault(t.api, cardBody(location_id, { contact_id }))
  const recurring = { account_vault_id: vault.id, location_id, interval: 1, interval_type: 'm', start_date: due_date }
  const made = (transaction_amount: string) =>
    t.api.post('recurrings', { recurring: { ...recurring, transaction_amount } })
  assert.equal((await made(largest)).body.recurring.status, 'active')
  const larger = await made('100000000.00')
  assert.deepEqual([larger.status, larger.body.recurring.status], [201, 'on hold'])
  assert.match(larger.headers['tollgate-hints'] ?? '', /no payment can be larger than 99999999\.99/)
  const activated = await t.api.put(`recurrings/${larger.body.recurring.id}`, { recurring: { active: 1 } })
  assert.deepEqual([activated.status, Object.keys(activated.body.errors)], [422, ['transaction_amount']])
})

test('amounts must be there, positive, of two decimals and no larger than a payment can be', async () => {
  const text = async (transaction_amount: unknown) =>
    (await refuses(saleBody({ transaction_amount }), 'transaction_amount')).transaction_amount
  assert.deepEqual(await text(0), [POSITIVE])
  assert.deepEqual(await text('0.00'), [POSITIVE])
  assert.deepEqual(await text(null), ['Transaction Amount cannot be blank.'])
  for (const wrong of ['-1', '1.001', 'ten', '100000000.00', {}, [1], true]) await text(wrong)
  await refuses(saleBody({ transaction_amount: '10.00', tax: '6.00', surcharge_amount: '4.01' }), 'transaction_amount')
  const taxed = await paid(t.api, saleBody({ transaction_amount: '11.00', tax: '1' }))
  assert.deepEqual([taxed.transaction_amount, taxed.tax, taxed.auth_amount], [11, '1.00', '11.00'])
})

test('an account is named in exactly one way', async () => {
  const none = { account_number: null, exp_date: null }
  await refuses(saleBody(none), 'account_number')
  await refuses(saleBody({ ticket: '123456789' }), 'ticket')
  await refuses(saleBody({ account_vault_id: t.merchants[0].contact_id }), 'account_vault_id')
  await refuses(saleBody({ ...none, account_vault_id: t.merchants[0].contact_id }), 'account_vault_id')
  await refuses(saleBody({ ...none, account_vault_api_id: 'nobody' }), 'account_vault_api_id')
  await refuses(saleBody({ ...none, previous_transaction_api_id: 'nobody' }), 'previous_transaction_api_id')
  await refuses(saleBody({ ...none, ticket: '999999999' }), 'ticket')
})

test('a card number needs its check digit, a brand, and a month that is not over', async () => {
  await refuses(saleBody({ account_number: '4111111111111112' }), 'account_number')
  await refuses(saleBody({ account_number: '4111' }), 'account_number')
  await refuses(saleBody({ exp_date: null }), 'exp_date')
  await refuses(saleBody({ exp_date: '1319' }), 'exp_date')
  await refuses(saleBody({ exp_date: '0120' }), 'exp_date')
  const { text } = await postTransaction(t.api, saleBody({ account_number: '4111111111111112' }))
  assert.ok(!text.includes('4111111111111112'))
})

test('a card of a brand the product does not take is refused before anything is sent', async () => {
  const sent = (await t.ledger()).length
  await withProduct({ card_type_amex: false }, async () => {
    await refuses(saleBody({ account_number: AMEX }), 'account_number')
    assert.equal((await paid(t.api, saleBody({ account_number: MASTERCARD }))).account_type, 'mc')
  })
  assert.equal((await t.ledger()).length, sent + 1)
})

test('actions belong to a method; a force needs a code of six', async () => {
  await refuses(saleBody({ action: 'debit' }), 'action')
  await refuses(saleBody({ action: 'void' }), 'action')
  await refuses(saleBody({ action: 'edit' }), 'action')
  await refuses(saleBody({ action: 'dance' }), 'action')
  await refuses(saleBody({ action: 'force' }), 'auth_code')
  await refuses(saleBody({ action: 'force', auth_code: 'AB12' }), 'auth_code')
  const sale = await paid(t.api, saleBody({ auth_code: 'IGNORE' }))
  assert.notEqual(sale.auth_code, 'IGNORE')
})

test('what the product asks for has to be there', async () => {
  await withProduct({ vt_require_street: true, vt_require_zip: true, vt_require_cvv: true }, async () => {
    await refuses(saleBody(), 'billing_street', 'billing_zip', 'cvv')
    await paid(t.api, saleBody({ billing_street: '1 Rose Lane', billing_zip: '14850', cvv: '999' }))
  })
  await withProduct({ dup_check_per_batch: 'order_num' }, async () => {
    await refuses(saleBody(), 'order_num')
  })
  await withProduct({ industry_type: 'lodging' }, async () => {
    await refuses(saleBody(), 'checkin_date', 'checkout_date', 'room_rate')
    const stay = {
      checkin_date: '2027-01-01',
      checkout_date: '2027-01-03',
      room_rate: 99.5,
      room_num: '12',
      no_show: true,
    }
    const sale = await paid(t.api, saleBody(stay))
    assert.deepEqual(
      [sale.checkin_date, sale.room_rate, sale.room_num, sale.no_show, sale.card_present],
      ['2027-01-01', '99.50', '12', true, true],
    )
  })
  await refuses(saleBody({ tip_amount: '1.00' }), 'tip_amount')
  await withProduct({ industry_type: 'restaurant' }, async () => {
    assert.equal((await paid(t.api, saleBody({ tip_amount: '1.00' }))).tip_amount, '1.00')
  })
})

test('a stay ends after it begins and lasts 99 days at most', async () => {
  await refuses(saleBody({ checkin_date: '2027-01-02', checkout_date: '2027-01-01' }), 'checkout_date')
  await refuses(saleBody({ checkin_date: '2027-01-01', checkout_date: '2027-04-11' }), 'checkout_date')
  await paid(t.api, saleBody({ checkin_date: '2027-01-01', checkout_date: '2027-04-10' }))
  await refuses(saleBody({ checkin_date: '01/02/2027' }), 'checkin_date')
})

test('ssn4 and dob_year never come together, a licence never without its state', async () => {
  await refuses(saleBody({ ssn4: '1234', dob_year: '1980' }), 'dob_year')
  await refuses(saleBody({ dl_number: 'D123' }), 'dl_state')
  const sale = await paid(t.api, saleBody({ ssn4: '1234', dl_number: 'D123', dl_state: 'NY' }))
  for (const name of ['ssn4', 'dl_number', 'dl_state']) assert.ok(!(name in sale))
})

test('records of other locations and products of other methods are refused on their field', async () => {
  const { child_location_id, ach_product_transaction_id, contact_id } = t.merchants[0]
  await refuses(saleBody({ location_id: child_location_id, contact_id }), 'contact_id')
  await refuses(saleBody({ location_id: child_location_id, product_transaction_id: cc }), 'product_transaction_id')
  await refuses(saleBody({ product_transaction_id: ach_product_transaction_id }), 'product_transaction_id')
  await refuses(saleBody({ location_api_id: '0123456789abcdef01234567' }), 'location_api_id')
  await withProduct({ active: false }, async () => {
    await refuses(saleBody(), 'product_transaction_id')
  })
  const child = await paid(t.api, saleBody({ product_transaction_id: t.merchants[0].child_cc_product_transaction_id }))
  assert.equal(child.location_id, child_location_id)
})

test('additional amounts are a list of typed amounts', async () => {
  const additional_amounts = [{ type: '4S', amount: '1.00' }]
  assert.deepEqual((await paid(t.api, saleBody({ additional_amounts }))).additional_amounts, additional_amounts)
  await refuses(saleBody({ additional_amounts: [{ type: '9X', amount: 1 }] }), 'additional_amounts')
  await refuses(saleBody({ additional_amounts: [null] }), 'additional_amounts')
})

test('field bounds: one character more is refused', async () => {
  const bounds: Record<string, number> = {
    ...{ description: 64, order_num: 32, po_number: 24, clerk_number: 16, customer_id: 64, transaction_c1: 128 },
    ...{
      billing_street: 64,
      billing_city: 36,
      billing_zip: 12,
      transaction_api_id: 64,
      room_num: 12,
      account_holder_name: 60,
    },
  }
  for (const [name, most] of Object.entries(bounds)) {
    const sale = await paid(t.api, saleBody({ [name]: '7'.repeat(most) }))
    assert.equal(sale[name], '7'.repeat(most))
    await refuses(saleBody({ [name]: '7'.repeat(most + 1) }), name)
  }
  await refuses(saleBody({ custom_data: { text: 'x'.repeat(512) } }), 'custom_data')
  assert.deepEqual((await paid(t.api, saleBody({ custom_data: { a: 1 } }))).custom_data, { a: 1 })
})

test('declines the merchant wants: address and security code are measured, the money goes back', async () => {
  const address = { billing_street: '1 Elsewhere Rd', billing_zip: '99999' }
  const approved = await paid(t.api, saleBody({ ...address, cvv: '124' }))
  assert.deepEqual([approved.status_id, approved.avs, approved.cvv_response], [101, 'BAD', 'P'])
  const table: [Json, Json, number][] = [
    [{ auto_decline_street: true }, address, 1655],
    [{ auto_decline_zip: true }, { ...address, billing_street: '5800 NW 39TH AVE' }, 1655],
    [{ auto_decline_cvv: true }, { cvv: '124' }, 1656],
    [{ auto_decline_cvv: true }, { cvv: '123' }, 1656],
  ]
  for (const [settings, body, reason] of table) {
    await withProduct(settings, async () => {
      const known = (await t.ledger()).length
      const sale = await paid(t.api, saleBody(body))
      assert.deepEqual([sale.status_id, sale.reason_code_id, sale.auth_amount, sale.batch], [301, reason, '0.00', null])
      const entries = (await t.ledger()).slice(known).map(each => [each.action, each.result])
      assert.deepEqual(entries, [
        ['sale', 'approved'],
        ['void', 'approved'],
      ])
      const override = `${Object.keys(settings)[0]}_override`
      assert.equal((await paid(t.api, saleBody({ ...body, [override]: false }))).status_id, 101)
      const fine = { billing_street: '5800 NW 39th Ave', billing_zip: '32606', cvv: '999' }
      assert.equal((await paid(t.api, saleBody(fine))).status_id, 101)
    })
  }
})

test('a second payment equal in the compared fields is declined with 1801 and never sent', async () => {
  await withProduct({ dup_check_per_batch: 'account_number,transaction_amount' }, async () => {
    const body = saleBody({ transaction_amount: '77.01' })
    const first = await paid(t.api, body)
    const sent = (await t.ledger()).length
    const second = await paid(t.api, body)
    assert.deepEqual([first.status_id, second.status_id, second.reason_code_id, second.batch], [101, 301, 1801, null])
    assert.equal((await t.ledger()).length, sent)
    assert.equal((await paid(t.api, saleBody({ transaction_amount: '77.02' }))).status_id, 101)
    assert.equal((await paid(t.api, { ...body, account_number: MASTERCARD })).status_id, 101)
    await t.api.put(`transactions/${first.id}`, { transaction: { action: 'void' } })
    assert.equal((await paid(t.api, body)).status_id, 101)
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => paid(t.api, saleBody({ transaction_amount: '78.00' }))),
    )
    assert.deepEqual(racing.map(each => each.status_id).toSorted(), [101, ...Array(9).fill(301)])
  })
})

test('save_account makes a vault for the contact once the payment is approved, and never without a contact', async () => {
  const { contact_id } = t.merchants[0]
  const sale = await paid(t.api, saleBody({ save_account: 1, save_account_title: 'Visa', contact_id }))
  const { transaction } = (await t.api.get(`transactions/${sale.id}?expand=saved_account`)).body
  const vault = transaction.saved_account
  assert.deepEqual(
    [vault.contact_id, vault.title, vault.last_four, vault.location_id],
    [contact_id, 'Visa', '1111', sale.location_id],
  )
  const again = await paid(
    t.api,
    saleBody({ account_number: null, exp_date: null, account_vault_id: vault.id, cvv: '999' }),
  )
  assert.deepEqual(
    [again.status_id, again.is_accountvault, again.account_vault_id, again.cvv_response],
    [101, true, vault.id, 'M'],
  )
  const vaults = async () => (await t.api.get('accountvaults')).body.meta.pagination.totalCount
  const known = await vaults()
  await paid(t.api, saleBody({ save_account: 1 }))
  await paid(t.api, saleBody({ save_account: 1, contact_id, transaction_amount: '5.00' }))
  assert.equal(await vaults(), known)
})

test('an earlier payment, a vault by api id and a ticket give their account; a ticket once', async () => {
  const none = { account_number: null, exp_date: null }
  const sale = await paid(t.api, saleBody({ account_number: MASTERCARD }))
  const again = await paid(t.api, saleBody({ ...none, previous_transaction_id: sale.id }))
  assert.deepEqual([again.account_type, again.last_four, again.previous_transaction_id], ['mc', '5454', sale.id])
  const location_id = sale.location_id
  const vault = {
    payment_method: 'cc',
    account_number: AMEX,
    exp_date: '1230',
    location_id,
    account_vault_api_id: 'vault-a',
    billing_zip: '32606',
  }
  assert.equal((await t.api.post('accountvaults', { accountvault: vault })).status, 201)
  const vaulted = await paid(t.api, saleBody({ ...none, account_vault_api_id: 'vault-a' }))
  assert.deepEqual(
    [vaulted.account_type, vaulted.is_accountvault, vaulted.billing_zip, vaulted.avs],
    ['amex', true, '32606', 'GOOD'],
  )
  const ticket = { location_id, account_number: MASTERCARD, exp_date: '1230' }
  const made = (await t.api.post('tickets', { ticket })).body.ticket
  const used = await Promise.all(
    Array.from({ length: 4 }, () => postTransaction(t.api, saleBody({ ...none, ticket: made.id }))),
  )
  assert.deepEqual(used.map(each => each.status).toSorted(), [201, 422, 422, 422])
})

test('a debit of a bank account waits to be sent, with the routing number and without a batch', async () => {
  const product = t.merchants[0].ach_product_transaction_id
  const debit = await paid(t.api, debitBody(product))
  assert.deepEqual([debit.status_id, debit.type_id, debit.reason_code_id], [131, 50, 1000])
  assert.deepEqual(
    [debit.routing, debit.account_type, debit.last_four, debit.batch],
    ['072000326', 'checking', '6789', null],
  )
  assert.deepEqual([debit.auth_code, debit.ach_sec_code, debit.entry_mode_id], ['AUTH NUM 272-172', 'WEB', null])
  const credit = await paid(t.api, debitBody(product, { action: 'credit', ach_sec_code: 'PPD' }))
  assert.deepEqual([credit.status_id, credit.type_id], [131, 40])
})

test('a bank payment needs its account, its entry class and what its terminal requires', async () => {
  const product = t.merchants[0].ach_product_transaction_id
  const needs = ['account_holder_name', 'account_type', 'routing', 'ach_sec_code']
  const bare = Object.fromEntries(needs.map(name => [name, null]))
  await refuses(debitBody(product, bare), ...needs)
  await refuses(debitBody(product, { routing: '072000327' }), 'routing')
  await refuses(debitBody(product, { account_type: 'gold' }), 'account_type')
  await refuses(debitBody(product, { ach_sec_code: 'POP' }), 'ach_sec_code')
  await refuses(debitBody(product, { ach_sec_code: 'TEL' }), 'check_number')
  await refuses(debitBody(product, { ach_sec_code: 'TEL', action: 'credit', check_number: '101' }), 'action')
  await refuses({ ...debitBody(product), product_transaction_id: null }, 'product_transaction_id')
  await t.api.put(`producttransactions/${product}`, { producttransaction: { ach_allow_credit: false } })
  await refuses(debitBody(product, { action: 'credit' }), 'action')
})
