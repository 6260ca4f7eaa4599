import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../../src/lib/id.ts'
import { BY_CARDHOLDER } from '../../src/lib/initiation.ts'
import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { referenceOf, shortReference } from '../../src/processors/authorizenet/wire.ts'
import { LOGIN } from '../hosts/authorizenet/index.ts'
import { authorizenetRoom, checking, visa } from './authorizenet.fixture.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'

const { host, processor, close } = await authorizenetRoom()
after(close)

/** Returns what was sent for a request, which the host has found to be in the order of the schema. */
async function sent(action: Action, more: Partial<ProcessorRequest>, amount = 1_250n) {
  const request = orderOf(action, amount, more)
  const outcome = await ask(processor, request)
  assert.notEqual(outcome.reason_code_id, 1599, 'the host has refused the form of the request')
  const body = JSON.parse(host.received.at(-1)!.body).createTransactionRequest
  assert.deepEqual(body.merchantAuthentication, { name: LOGIN.login_id, transactionKey: LOGIN.transaction_key })
  assert.equal(body.refId, shortReference(request.reference))
  return { outcome, request, body: body.transactionRequest, invoiceNumber: body.refId }
}

const setting = (settingName: string, settingValue: string) => ({ settingName, settingValue })
const WINDOW = setting('duplicateWindow', '28800')
const NO_MAIL = setting('emailCustomer', 'false')
const FULL = setting('allowPartialAuth', 'false')

test('a sale in a browser with everything a payment may have', async () => {
  const { body, invoiceNumber } = await sent('sale', {
    instrument: { ...visa, cvv: '900' },
    transaction_id: '11f0c0ffee0000000000beef',
    billing: {
      name: 'Ada Maria Testperson',
      street: '12 Main Street',
      city: 'Ithaca',
      state: 'NY',
      zip: '14850',
      country: 'US',
      phone: '6075550100',
      email: 'ada@example.com',
    },
    shipping: { street: '1 Side Street', city: 'Ithaca', state: 'NY', zip: '14851', country: 'US' },
    customer_id: 'C-77',
    customer_ip: '192.0.2.9',
    three_d_secure: { cavv: 'AAABBBCCC=', eci: '05', version: '2.2.0' },
    allow_partial: true,
    order_num: 'A.1#2/3_4',
    po_number: 'PO 9',
    description: 'Garden\u0000 tools',
    descriptor: 'TOLLGATE*GARDEN',
    tax: 100n,
    tip: 50n,
    surcharge: 25n,
    entry_mode: 'ecommerce',
    card_present: false,
    industry: 'ecommerce',
  })
  assert.deepEqual(body, {
    transactionType: 'authCaptureTransaction',
    amount: '12.50',
    currencyCode: 'USD',
    payment: { creditCard: { cardNumber: visa.number, expirationDate: '2030-12', cardCode: '900' } },
    order: { invoiceNumber, description: 'Garden tools', supplierOrderReference: 'A.1#2/3_4' },
    tax: { amount: '1.00', name: 'Tax' },
    poNumber: 'PO 9',
    customer: { id: 'C-77', email: 'ada@example.com' },
    billTo: {
      firstName: 'Ada Maria',
      lastName: 'Testperson',
      address: '12 Main Street',
      city: 'Ithaca',
      state: 'NY',
      zip: '14850',
      country: 'US',
      phoneNumber: '6075550100',
    },
    shipTo: { address: '1 Side Street', city: 'Ithaca', state: 'NY', zip: '14851', country: 'US' },
    customerIP: '192.0.2.9',
    cardholderAuthentication: { authenticationIndicator: '5', cardholderAuthenticationValue: 'AAABBBCCC=' },
    retail: { marketType: '0' },
    transactionSettings: { setting: [setting('allowPartialAuth', 'true'), NO_MAIL, WINDOW] },
    userFields: { userField: [{ name: 'transaction_id', value: '11f0c0ffee0000000000beef' }] },
    surcharge: { amount: '0.25', name: 'Surcharge' },
    merchantDescriptor: 'TOLLGATE*GARDEN',
    tip: { amount: '0.50', name: 'Tip' },
  })
})

test('a sale in a shop sends one track and nothing of the card beside it', async () => {
  const track1 = '%B4111111111111111^TESTPERSON/ADA^30121010000000000000?'
  const track2 = ';4111111111111111=30121010000000000000?'
  for (const [track_data, trackData] of [
    [`${track1}${track2}`, { track1 }],
    [track2, { track2 }],
  ] as const) {
    const swiped = { card_present: true, entry_mode: 'swiped', industry: 'retail' } as const
    const { body } = await sent('sale', { instrument: { ...visa, track_data }, ...swiped })
    assert.deepEqual(body.payment, { trackData })
    assert.deepEqual(body.retail, { marketType: '2', deviceType: '5' })
  }
})

test('a mail order is one', async () => {
  const { body } = await sent('authonly', { instrument: visa, entry_mode: 'keyed', industry: 'moto' })
  assert.deepEqual([body.transactionType, body.retail], ['authOnlyTransaction', { marketType: '1' }])
  assert.deepEqual(body.transactionSettings, { setting: [FULL, NO_MAIL, WINDOW] })
})

const LINE = {
  description: 'Lawn seed',
  product_code: 'SEED',
  quantity: '5',
  unit_code: 'EA',
  unit_cost: '2.00',
  tax_amount: '0.83',
  tax_rate: '8.25',
}

test('level 3 data of both brands', async () => {
  const visas = {
    tax_exempt: '0',
    sales_tax: '0.83',
    summary_commodity_code: 'C1',
    freight_amount: '1.10',
    duty_amount: '0.20',
    shipfrom_zip_code: '14850',
    order_date: '300131',
    unique_vat_ref_number: 'VAT1',
    line_items: [{ ...LINE, commodity_code: '55', discount_amount: '0.10', other_tax_amount: '0.05' }],
  }
  const { body, invoiceNumber } = await sent('sale', { instrument: visa, level3: { brand: 'visa', data: visas } })
  assert.deepEqual(body.order, {
    invoiceNumber,
    vatInvoiceReferenceNumber: 'VAT1',
    summaryCommodityCode: 'C1',
    purchaseOrderDateUTC: '2030-01-31',
  })
  const shared = {
    itemId: 'SEED',
    name: 'Lawn seed',
    quantity: '5',
    unitPrice: '2.00',
    taxable: true,
    unitOfMeasure: 'EA',
    taxRate: '8.25',
    taxAmount: '0.83',
  }
  assert.deepEqual(body.lineItems, {
    lineItem: [
      { ...shared, alternateTaxAmount: '0.05', commodityCode: '55', productCode: 'SEED', discountAmount: '0.10' },
    ],
  })
  assert.deepEqual(
    [body.tax, body.duty, body.shipping, body.taxExempt, body.shipFrom],
    [
      { amount: '0.83', name: 'Sales tax' },
      { amount: '0.20', name: 'Duty' },
      { amount: '1.10', name: 'Freight' },
      false,
      { zip: '14850' },
    ],
  )
  const more = { alternate_tax_id: 'T1', tax_type_id: '02', tax_type_applied: 'ST', discount_rate: '1.50' }
  const mcs = { sales_tax: '0.83', line_items: [{ ...LINE, ...more, debit_credit: 'D' }] }
  const mc = await sent('sale', { instrument: visa, level3: { brand: 'mc', data: mcs } })
  assert.deepEqual(mc.body.lineItems.lineItem[0], {
    ...shared,
    alternateTaxId: 'T1',
    alternateTaxType: '02',
    alternateTaxTypeApplied: 'ST',
    productCode: 'SEED',
    discountRate: '1.50',
  })
})

test('level 3 data goes with a capture, part by part, under the number of the authorization', async () => {
  const hold = await sent('authonly', { instrument: visa })
  const original = { ...originalOf(hold.request), processor_reference: hold.outcome.processor_reference }
  const data = {
    sales_tax: '0.83',
    freight_amount: '1.10',
    shipfrom_zip_code: '14850',
    unique_vat_ref_number: 'VAT1',
    line_items: [{ ...LINE, commodity_code: '55' }],
  }
  const more = { level3: { brand: 'visa', data }, po_number: 'PO 77', order_num: 'A-1' } as const
  const { body, outcome } = await sent('authcomplete', { original, ...more }, 1_000n)
  assert.deepEqual(body, {
    transactionType: 'priorAuthCaptureTransaction',
    amount: '10.00',
    refTransId: original.processor_reference,
    order: { invoiceNumber: hold.invoiceNumber, vatInvoiceReferenceNumber: 'VAT1', supplierOrderReference: 'A-1' },
    lineItems: {
      lineItem: [
        {
          itemId: 'SEED',
          name: 'Lawn seed',
          quantity: '5',
          unitPrice: '2.00',
          taxable: true,
          unitOfMeasure: 'EA',
          taxRate: '8.25',
          taxAmount: '0.83',
          commodityCode: '55',
          productCode: 'SEED',
        },
      ],
    },
    tax: { amount: '0.83', name: 'Sales tax' },
    shipping: { amount: '1.10', name: 'Freight' },
    poNumber: 'PO 77',
    shipFrom: { zip: '14850' },
  })
  assert.deepEqual([outcome.result, outcome.auth_amount], ['approved', 1_000n])
  assert.equal((await processor.find(hold.request)).seen, true, 'it is still found by its number')
})

test('thirty line items are sent; of more, none', async () => {
  assert.equal(processor.level3_lines_max, 30)
  for (const [count, expected] of [
    [30, 30],
    [31, undefined],
  ] as const) {
    const data = { line_items: Array.from({ length: count }, () => LINE) }
    const { body } = await sent('sale', { instrument: visa, level3: { brand: 'mc', data } })
    assert.equal(body.lineItems?.lineItem.length, expected)
  }
})

test('each payment of a series says which it is, and the later ones name the first', async () => {
  const network_transaction_id = 'NETWORK1'
  const recurring = setting('recurringBilling', 'true')
  const cases = [
    [BY_CARDHOLDER, undefined, undefined],
    [{ by: 'cardholder', series: 'recurring', is_first: true }, { isFirstRecurringPayment: true }, undefined],
    [{ by: 'cardholder', series: 'unscheduled', is_first: true }, { isFirstSubsequentAuth: true }, undefined],
    [{ by: 'cardholder', series: 'unscheduled', is_first: false }, { isStoredCredentials: true }, undefined],
    [
      { by: 'merchant', series: 'recurring', is_first: false, network_transaction_id },
      { isSubsequentAuth: true },
      { originalNetworkTransId: network_transaction_id },
    ],
    [{ by: 'merchant', series: 'installment', is_first: false }, { isSubsequentAuth: true }, undefined],
  ] as const
  for (const [initiation, processingOptions, subsequentAuthInformation] of cases) {
    const { body } = await sent('sale', { instrument: visa, initiation })
    assert.deepEqual(body.processingOptions, processingOptions)
    assert.deepEqual(body.subsequentAuthInformation, subsequentAuthInformation)
    const is_recurring = initiation.series === 'recurring'
    assert.deepEqual(body.transactionSettings.setting, [FULL, NO_MAIL, ...(is_recurring ? [recurring] : []), WINDOW])
  }
})

test('a guest who did not come is the reason of a later payment', async () => {
  const { body } = await sent('sale', {
    instrument: visa,
    initiation: { by: 'merchant', series: 'unscheduled', is_first: false },
    lodging: {
      checkin_date: '2030-01-01',
      checkout_date: '2030-01-02',
      room_num: '1',
      room_rate: 100n,
      folio_num: 'F',
      is_advance_deposit: false,
      is_no_show: true,
    },
  })
  assert.deepEqual(body.subsequentAuthInformation, { reason: 'noShow' })
})

test('a payment whose cardholder was authenticated is not marked as recurring, and an indicator alone is not sent', async () => {
  const initiation = { by: 'cardholder', series: 'recurring', is_first: true } as const
  const secured = await sent('sale', { instrument: visa, initiation, three_d_secure: { cavv: 'AAAB', eci: '02' } })
  assert.deepEqual(secured.body.transactionSettings.setting, [FULL, NO_MAIL, WINDOW])
  assert.equal(secured.body.cardholderAuthentication.authenticationIndicator, '2')
  const bare = await sent('sale', { instrument: visa, three_d_secure: { eci: '07' } })
  assert.equal(bare.body.cardholderAuthentication, undefined)
})

test('wallets go on encrypted, and stored profiles by their ids', async () => {
  const payment_token = '{"version":"EC_v1","data":"secret"}'
  for (const [wallet, dataDescriptor] of [
    ['apple_pay', 'COMMON.APPLE.INAPP.PAYMENT'],
    ['google_pay', 'COMMON.GOOGLE.INAPP.PAYMENT'],
  ] as const) {
    const { body } = await sent('sale', { instrument: { kind: 'wallet', wallet, payment_token } })
    const dataValue = Buffer.from(payment_token).toString('base64')
    assert.deepEqual(body.payment, { opaqueData: { dataDescriptor, dataValue } })
    assert.equal(body.retail, undefined)
  }
  const token = { kind: 'token', token: '1001-2002', brand: 'visa', exp_date: '1230', cvv: '900' } as const
  const { body } = await sent('sale', { instrument: token })
  assert.equal(body.payment, undefined)
  const paymentProfile = { paymentProfileId: '2002', cardCode: '900' }
  assert.deepEqual(body.profile, { customerProfileId: '1001', paymentProfile })
})

test('bank payments: of a consumer, of a company, and a credit', async () => {
  const consumer = await sent('debit', { instrument: checking, check_number: '1044' })
  assert.deepEqual(consumer.body.payment.bankAccount, {
    accountType: 'checking',
    routingNumber: '072000326',
    accountNumber: '123456789',
    nameOnAccount: 'Wilma Testperson',
    echeckType: 'WEB',
    checkNumber: '1044',
  })
  assert.deepEqual(consumer.body.customer, { type: 'individual' })
  assert.deepEqual(consumer.body.transactionSettings, { setting: [NO_MAIL, WINDOW] })
  assert.equal(consumer.outcome.result, 'approved')
  const account_holder_name = 'A Company With A Name That Is Too Long'
  const company = { ...checking, is_company: true, sec_code: 'CCD', account_holder_name }
  const debited = (await sent('debit', { instrument: company })).body.payment.bankAccount
  assert.equal(debited.accountType, 'businessChecking')
  assert.deepEqual([debited.echeckType, debited.nameOnAccount], ['CCD', 'A Company With A Name'])
  const credited = (await sent('credit', { instrument: company })).body
  assert.deepEqual([credited.transactionType, credited.payment.bankAccount.echeckType], ['refundTransaction', 'CCD'])
})

test('a kind of bank payment that eCheck.Net does not have is declined without being sent', async () => {
  const count = host.received.length
  const request = orderOf('debit', 100n, { instrument: { ...checking, sec_code: 'POP' } })
  const { result, reason_code_id } = await ask(processor, request)
  assert.deepEqual([result, reason_code_id, host.received.length], ['declined', 1626, count])
})

test('a voice authorization is captured by its code, and an address check holds nothing', async () => {
  const forced = await sent('force', { instrument: visa, auth_code: 'V12345' })
  assert.deepEqual([forced.body.transactionType, forced.body.authCode], ['captureOnlyTransaction', 'V12345'])
  assert.equal(forced.outcome.reason_code_id, 1002)
  const checked = await sent('avsonly', { instrument: visa, billing: { zip: '46201' } })
  assert.deepEqual([checked.body.transactionType, checked.body.amount], ['authOnlyTransaction', '0.00'])
  assert.deepEqual([checked.outcome.auth_amount, checked.outcome.avs, checked.outcome.avs_enhanced], [0n, 'ZIP', 'A'])
})

test('what follows a payment names it, and a refund its account', async () => {
  const hold = await sent('authonly', { instrument: visa })
  const id = hold.outcome.processor_reference!
  const original = { ...originalOf(hold.request), processor_reference: id }
  const captured = await sent('authcomplete', { original }, 1_000n)
  assert.deepEqual(captured.body, { transactionType: 'priorAuthCaptureTransaction', amount: '10.00', refTransId: id })
  assert.deepEqual([captured.outcome.reason_code_id, captured.outcome.auth_amount], [1001, 1_000n])
  host.book.close()
  const refunded = await sent('refund', { original }, 400n)
  assert.deepEqual(refunded.body, {
    transactionType: 'refundTransaction',
    amount: '4.00',
    currencyCode: 'USD',
    payment: { creditCard: { cardNumber: '1111', expirationDate: 'XXXX' } },
    refTransId: id,
    order: { invoiceNumber: refunded.invoiceNumber },
    transactionSettings: { setting: [WINDOW, NO_MAIL] },
  })
  const voided = await sent('void', {
    original: { ...original, processor_reference: refunded.outcome.processor_reference },
  })
  assert.deepEqual(Object.keys(voided.body), ['transactionType', 'refTransId'])
})

test('a reference of ours fits an invoice number, is unlike any other, and can be read back', () => {
  const ids = Array.from({ length: 1_000 }, () => newId(1_767_225_600_000))
  for (const id of [...ids, '0'.repeat(24), 'f'.repeat(24)]) {
    assert.match(shortReference(id), /^[0-9A-Z]{19}$/)
    assert.equal(referenceOf(shortReference(id)), id)
  }
  assert.equal(new Set(ids.map(shortReference)).size, ids.length)
  const other = shortReference('11f0-c0ff-ee00')
  assert.match(other, /^H[0-9A-Z]{19}$/)
  for (const invoice of [other, 'INV-1', 'Z'.repeat(19), '']) assert.equal(referenceOf(invoice), null)
})
