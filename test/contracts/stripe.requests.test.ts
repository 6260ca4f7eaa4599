import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Initiation } from '../../src/lib/initiation.ts'
import type { Action, ProcessorRequest } from '../../src/ports/processor-request.ts'
import { ask, orderOf, originalOf } from './processor.contract.ts'
import { checking, openStripeRoom, PRODUCT, pay, visa } from './stripe.fixture.ts'

const room = await openStripeRoom()
const { send } = room
after(() => room.close())
beforeEach(() => {
  room.host.received.length = 0
  room.host.account.raw_cards = true
})

const FIRST: Initiation = { by: 'cardholder', series: 'recurring', is_first: true }
const LATER: Initiation = {
  by: 'merchant',
  series: 'recurring',
  is_first: false,
  network_transaction_id: '101100000000042',
}

describe('a request, parameter by parameter', () => {
  const plain = (reference: string, action: Action) => ({
    amount: '1000',
    currency: 'usd',
    confirm: 'true',
    capture_method: action === 'authonly' ? 'manual' : 'automatic',
    'allowed_payment_method_types[0]': 'card',
    error_on_requires_action: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': visa.number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2030',
    'metadata[reference]': reference,
    'metadata[action]': action,
    'metadata[product_transaction_id]': PRODUCT,
    'expand[0]': 'latest_charge',
  })
  const sentBy = async (request: ProcessorRequest) => {
    const outcome = await send(request)
    assert.equal(outcome.result === 'declined' || outcome.result === 'unknown', false, JSON.stringify(outcome.verbiage))
    return room.sent()
  }

  test('a sale that says nothing more', async () => {
    const sale = pay('sale')
    assert.deepEqual(await sentBy(sale), plain(sale.reference, 'sale'))
    const { headers, method, path } = room.host.received.at(-1)!
    assert.deepEqual([method, path, headers['idempotency-key']], ['POST', '/v1/payment_intents', sale.reference])
    assert.equal(headers['x-stripe-client-user-agent'], undefined)
    assert.equal(headers['x-stripe-client-telemetry'], undefined)
  })

  test('a keyed authorization with everything a merchant may say', async () => {
    const order = pay('authonly', {
      instrument: { ...visa, cvv: '123' },
      transaction_id: '0192aa00000000000000000f',
      billing: {
        name: 'Wilma T.',
        street: '5800 NW 39th AVE',
        zip: '32606',
        email: 'w@example.com',
        phone: '3525550100',
      },
      shipping: { name: 'Fred T.', street: '1 Elm St', city: 'Ithaca', state: 'NY', zip: '14850', country: 'US' },
      order_num: 'A/1.#7_b',
      po_number: 'PO 77',
      description: 'Two\nchairs',
      descriptor: 'Chairs & Söhne <*>',
      tax: 83n,
      entry_mode: 'keyed',
      three_d_secure: { cavv: 'AAABBBCCC=', xid: 'f38e6948-5388-41a6-bca4-b49723c19437', eci: '05', version: '2.1.0' },
    })
    assert.deepEqual(await sentBy(order), {
      ...plain(order.reference, 'authonly'),
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'Wilma T.',
      'payment_method_data[billing_details][email]': 'w@example.com',
      'payment_method_data[billing_details][phone]': '3525550100',
      'payment_method_data[billing_details][address][line1]': '5800 NW 39th AVE',
      'payment_method_data[billing_details][address][postal_code]': '32606',
      'shipping[name]': 'Fred T.',
      'shipping[address][line1]': '1 Elm St',
      'shipping[address][city]': 'Ithaca',
      'shipping[address][state]': 'NY',
      'shipping[address][postal_code]': '14850',
      'shipping[address][country]': 'US',
      'metadata[transaction_id]': '0192aa00000000000000000f',
      'metadata[order_num]': 'A/1.#7_b',
      'metadata[po_number]': 'PO 77',
      description: 'Two chairs',
      statement_descriptor_suffix: 'Chairs & Sohne',
      'payment_details[order_reference]': 'A/1.#7_b',
      'payment_details[customer_reference]': 'PO 77',
      'amount_details[tax][total_tax_amount]': '83',
      'amount_details[enforce_arithmetic_validation]': 'false',
      'payment_method_options[card][moto]': 'true',
      'payment_method_options[card][request_incremental_authorization]': 'if_available',
      'payment_method_options[card][three_d_secure][cryptogram]': 'AAABBBCCC=',
      'payment_method_options[card][three_d_secure][transaction_id]': 'f38e6948-5388-41a6-bca4-b49723c19437',
      'payment_method_options[card][three_d_secure][version]': '2.1.0',
      'payment_method_options[card][three_d_secure][electronic_commerce_indicator]': '05',
    })
  })

  test('level 3: lines in whole pieces and cents, the tax of lines instead of the whole', async () => {
    const line = {
      commodity_code: '55',
      description: 'Lawn seed',
      product_code: 'SEED',
      unit_code: 'EA',
      tax_rate: '8.25',
    }
    const data = {
      freight_amount: '1.50',
      shipto_zip_code: '14850',
      line_items: [
        { ...line, quantity: '5', unit_cost: '2.00', tax_amount: '0.83' },
        { ...line, quantity: '0.5', unit_cost: '3.333', tax_amount: '0.10', discount_amount: '0.20' },
      ],
    }
    const sent = await sentBy(pay('sale', { tax: 93n, level3: { brand: 'visa', data } }))
    const details = Object.entries(sent).filter(([name]) => name.startsWith('amount_details'))
    const of = (index: number, name: string) => `amount_details[line_items][${index}]${name}`
    assert.deepEqual(Object.fromEntries(details), {
      [of(0, '[product_name]')]: 'Lawn seed',
      [of(0, '[product_code]')]: 'SEED',
      [of(0, '[quantity]')]: '5',
      [of(0, '[unit_cost]')]: '200',
      [of(0, '[unit_of_measure]')]: 'EA',
      [of(0, '[tax][total_tax_amount]')]: '83',
      [of(0, '[payment_method_options][card][commodity_code]')]: '55',
      [of(1, '[product_name]')]: 'Lawn seed',
      [of(1, '[product_code]')]: 'SEED',
      [of(1, '[quantity]')]: '1',
      [of(1, '[unit_cost]')]: '167',
      [of(1, '[unit_of_measure]')]: 'EA',
      [of(1, '[tax][total_tax_amount]')]: '10',
      [of(1, '[discount_amount]')]: '20',
      [of(1, '[payment_method_options][card][commodity_code]')]: '55',
      'amount_details[shipping][amount]': '150',
      'amount_details[shipping][to_postal_code]': '14850',
      'amount_details[enforce_arithmetic_validation]': 'false',
    })
  })

  test('G13 level 3: half a cent is rounded up, as it is for Worldpay', async () => {
    const line = {
      commodity_code: '55',
      description: 'Bolt',
      product_code: 'BOLT',
      unit_code: 'EA',
      tax_amount: '0.29',
    }
    const line_items = [
      { ...line, quantity: '1', unit_cost: '0.285' },
      { ...line, quantity: '3', unit_cost: '0.29' },
    ]
    const sent = await sentBy(pay('sale', { level3: { brand: 'visa', data: { line_items } } }))
    const of = (index: number, name: string) => sent[`amount_details[line_items][${index}]${name}`]
    assert.deepEqual([of(0, '[quantity]'), of(0, '[unit_cost]'), of(0, '[tax][total_tax_amount]')], ['1', '29', '29'])
    assert.deepEqual([of(1, '[quantity]'), of(1, '[unit_cost]')], ['3', '29'])
  })

  test('level 3 data goes with a capture as it would with a sale', async () => {
    const line = { commodity_code: '55', description: 'Lawn seed', product_code: 'SEED', unit_code: 'EA' }
    const line_items = [{ ...line, quantity: '5', unit_cost: '2.00', tax_amount: '0.83' }]
    const level3 = { brand: 'visa', data: { shipto_zip_code: '14850', line_items } } as const
    const about = { level3, order_num: 'A-1', po_number: 'PO 77', tax: 93n }
    const said = (sent: Record<string, string>) =>
      Object.fromEntries(Object.entries(sent).filter(([name]) => /^(amount|payment)_details/.test(name)))
    const expected = said(await sentBy(pay('sale', about)))
    assert.equal(expected['amount_details[line_items][0][product_code]'], 'SEED')
    assert.equal(expected['payment_details[customer_reference]'], 'PO 77')
    const hold = pay('authonly')
    const held = await send(hold)
    const original = { ...originalOf(hold), processor_reference: held.processor_reference }
    const capture = await sentBy(orderOf('authcomplete', 700n, { original, ...about }))
    assert.deepEqual(said(capture), expected)
    assert.equal(capture.amount_to_capture, '700')
  })

  test('the first of a series is kept under a customer; later ones go by its token, or by number and network id', async () => {
    const first = pay('sale', {
      initiation: FIRST,
      customer_id: 'c1',
      billing: { name: 'Wilma T.', email: 'no address' },
    })
    const { token, network_transaction_id } = await send(first)
    assert.match(token ?? '', /^cus_\w+\/pm_\w+$/)
    assert.match(network_transaction_id ?? '', /^\d{15}$/)
    const [customer, intent] = room.host.received
    assert.deepEqual(
      [customer!.path, customer!.headers['idempotency-key'], customer!.body],
      [
        '/v1/customers',
        `${first.reference}-customer`,
        `name=Wilma%20T.&metadata[reference]=${first.reference}&metadata[customer_id]=c1`,
      ],
    )
    const sent = Object.fromEntries(new URLSearchParams(intent!.body))
    assert.equal(sent.setup_future_usage, 'off_session')
    assert.equal(sent['payment_method_options[card][setup_credential_usage]'], 'recurring')
    assert.ok(sent.customer)

    const instrument = { kind: 'token', token: token!, brand: 'visa', exp_date: '1230' } as const
    const later = await sentBy(pay('sale', { instrument, initiation: LATER }))
    assert.deepEqual([later.off_session, later.error_on_requires_action], ['true', undefined])
    assert.equal(`${later.customer}/${later.payment_method}`, token)
    assert.equal(later['payment_method_options[card][stored_credential_usage]'], 'recurring')
    const by_number = await sentBy(pay('sale', { initiation: LATER }))
    assert.equal(by_number['payment_method_options[card][mit_exemption][network_transaction_id]'], '101100000000042')
  })

  test('without an answer about the customer the payment was not sent', async () => {
    room.host.faults.push('garbage')
    const outcome = await send(pay('sale', { initiation: FIRST }))
    assert.deepEqual([outcome.result, outcome.never_left], ['unknown', true])
    assert.equal(room.host.received.length, 1)
  })

  test('what a wallet made for Stripe is charged; what it made for another is not sent', async () => {
    room.host.book.methods.set('tok_1Wallet', { number: visa.number, customer: null })
    for (const payment_token of ['tok_1Wallet', '{"id":"tok_1Wallet","object":"token"}']) {
      const sent = await sentBy(pay('sale', { instrument: { kind: 'wallet', wallet: 'google_pay', payment_token } }))
      assert.equal(sent['payment_method_data[card][token]'], 'tok_1Wallet')
    }
    const header = { transactionId: 'aa01' }
    const sealed = JSON.stringify({ version: 'EC_v1', data: 'sealed', signature: 's', header })
    const apple = { kind: 'wallet', wallet: 'apple_pay', payment_token: sealed } as const
    const by_phone = pay('sale', { instrument: apple })
    assert.match((await sentBy(by_phone))['payment_method_data[card][token]'] ?? '', /^tok_\w+sealed$/)
    const { path, body, headers } = room.host.received.at(-2)!
    assert.deepEqual([path, headers['idempotency-key']], ['/v1/tokens', `${by_phone.reference}-token`])
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      pk_token: sealed,
      pk_token_transaction_id: 'aa01',
    })
    room.host.received.length = 0
    const payment_token = '{"signedMessage":"secret-of-a-wallet"}'
    const outcome = await send(pay('sale', { instrument: { kind: 'wallet', wallet: 'google_pay', payment_token } }))
    assert.deepEqual([outcome.result, room.host.received.length], ['declined', 0])
    assert.doesNotMatch(JSON.stringify({ ...outcome, auth_amount: null }), /secret-of-a-wallet/)
    const token = { kind: 'token', token: 'of another processor', brand: 'visa', exp_date: '1230' } as const
    assert.equal((await send(pay('sale', { instrument: token }))).result, 'declined')
  })

  test('a card is checked without a payment', async () => {
    const check = pay('avsonly', { amount: 0n, billing: { street: '1 Elm St', zip: '99999' } })
    const outcome = await send(check)
    assert.deepEqual([outcome.result, outcome.avs, outcome.avs_enhanced], ['approved', 'ZIP', 'A'])
    assert.deepEqual(await room.processor.find(check), { seen: true, outcome })
    const refused = pay('avsonly', { amount: 0n, instrument: { ...visa, number: '4000000000000002' } })
    const declined = await send(refused)
    assert.equal(declined.reason_code_id, 1601)
    assert.deepEqual(await room.processor.find(refused), { seen: true, outcome: declined })
  })
})

describe('bank accounts', () => {
  const debit = (account_number = checking.account_number, more: Partial<ProcessorRequest> = {}) =>
    pay('debit', { instrument: { ...checking, account_number }, ...more })

  test('a debit is sent with its mandate', async () => {
    const order = debit(undefined, { customer_ip: '203.0.113.7' })
    const outcome = await send(order)
    assert.deepEqual([outcome.result, outcome.reason_code_id, outcome.auth_amount], ['pending', 1000, null])
    assert.deepEqual(room.sent(), {
      amount: '1000',
      currency: 'usd',
      confirm: 'true',
      capture_method: 'automatic',
      'allowed_payment_method_types[0]': 'us_bank_account',
      error_on_requires_action: 'true',
      'payment_method_data[type]': 'us_bank_account',
      'payment_method_data[us_bank_account][account_holder_type]': 'individual',
      'payment_method_data[us_bank_account][account_number]': '000123456789',
      'payment_method_data[us_bank_account][account_type]': 'checking',
      'payment_method_data[us_bank_account][routing_number]': '110000000',
      'payment_method_data[billing_details][name]': 'Wilma Testperson',
      'payment_method_options[us_bank_account][verification_method]': 'skip',
      'mandate_data[customer_acceptance][type]': 'online',
      'mandate_data[customer_acceptance][online][ip_address]': '203.0.113.7',
      'mandate_data[customer_acceptance][online][user_agent]': 'unknown',
      'metadata[reference]': order.reference,
      'metadata[action]': 'debit',
      'metadata[product_transaction_id]': PRODUCT,
      'expand[0]': 'latest_charge',
    })
  })

  test('it is pending until its bank has paid or refused', async () => {
    const [paid, refused] = [debit(), debit('000222222227')]
    for (const order of [paid, refused]) assert.equal((await send(order)).result, 'pending')
    const found = await room.processor.find(paid)
    assert.equal(found.seen && found.outcome.result, 'pending')
    room.host.book.settleDebits()
    const ends = await Promise.all([paid, refused].map(order => room.processor.find(order)))
    const said = ends.map(each => each.seen && [each.outcome.result, each.outcome.reason_code_id])
    assert.deepEqual(said, [
      ['approved', 1000],
      ['declined', 2101],
    ])
  })

  test('one that was paid comes back: the return is told with its code', async () => {
    const order = debit()
    const { processor_reference } = await send(order)
    room.host.book.settleDebits()
    room.host.book.returnDebit(processor_reference!, 'debit_not_authorized')
    const found = await room.processor.find(order)
    assert.equal(found.seen && found.outcome.returned?.code, 'R10')
  })

  test('one that is on its way is canceled; one that is paid is given back, which takes its time', async () => {
    const follow = (action: Action, of: ProcessorRequest) => orderOf(action, of.amount, { original: originalOf(of) })
    const early = debit()
    await send(early)
    const undo = follow('void', early)
    assert.equal((await send(undo)).result, 'approved')
    assert.ok((await room.processor.find(undo)).seen)
    const late = debit()
    await send(late)
    room.host.book.settleDebits()
    const refund = follow('refund', late)
    assert.equal((await send(refund)).result, 'pending')
    for (const each of room.host.book.refunds.values()) each.status = 'succeeded'
    const found = await room.processor.find(refund)
    assert.equal(found.seen && found.outcome.result, 'approved')
    for (const each of room.host.book.refunds.values())
      Object.assign(each, { status: 'failed', failure_reason: 'declined' })
    const failed = await room.processor.find(refund)
    assert.deepEqual(failed.seen && [failed.outcome.result, failed.outcome.reason_code_id], ['declined', 1601])
  })

  test('an account that Stripe has to verify first is a clear decline', async () => {
    const plain = room.another({ features: '' })
    const outcome = await ask(plain, debit())
    assert.deepEqual([outcome.result, outcome.reason_code_id], ['declined', 1620])
  })
})
