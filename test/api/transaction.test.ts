import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { AMEX, MASTERCARD, paid, postTransaction, refusedOn, saleBody, VISA } from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
before(async () => {
  t = await newMerchant()
})

const REQUIRED_KEYS = [
  ...['id', 'payment_method', 'account_vault_id', 'recurring_id', 'first_six', 'last_four', 'account_holder_name'],
  ...[
    'account_type',
    'routing',
    'location_id',
    'transaction_amount',
    'description',
    'transaction_code',
    'batch',
    'item',
  ],
  ...['order_num', 'transaction_api_id', 'terms_agree', 'folio_num', 'customer_id', 'customer_ip', 'is_recurring'],
  ...['entry_mode_id', 'avs', 'avs_enhanced', 'cvv_response', 'auth', 'auth_amount', 'verbiage', 'response_message'],
  ...['status_id', 'type_id', 'reason_code_id', 'timestamp', 'transaction_settlement_status', 'effective_date'],
  ...['return_date', 'settle_date', 'charge_back_date', 'void_date', 'created_ts', 'modified_ts'],
  ...[
    'notification_email_address',
    'notification_email_sent',
    'checkin_date',
    'checkout_date',
    'room_num',
    'room_rate',
  ],
  ...['advance_deposit', 'no_show', 'emv_receipt_data', '_links'],
]

test('RT-27 RT-29 RT-30 RT-31 RT-32 RT-33 RT-34 a transaction shows every field of the response, null where unused', async () => {
  const sale = await paid(t.api, saleBody())
  for (const key of REQUIRED_KEYS) assert.ok(key in sale, key)
  assert.equal(sale._links.self.href, `http://127.0.0.1:8080/v2/transactions/${sale.id}`)
  const expected = {
    payment_method: 'cc',
    first_six: '411111',
    last_four: '1111',
    account_type: 'visa',
    routing: null,
    auth_amount: '10.00',
    status_id: 101,
    type_id: 20,
    reason_code_id: 1000,
    batch: '1',
    entry_mode_id: 'K',
    avs: null,
    avs_enhanced: 'V',
    cvv_response: null,
    tax: '0.00',
    is_recurring: false,
    is_accountvault: false,
    trx_source_id: 12,
    additional_amounts: [],
    emv_receipt_data: null,
    verbiage: 'APPROVAL',
    response_message: '00 APPROVED',
    location_id: t.merchants[0].location_id,
    product_transaction_id: t.merchants[0].cc_product_transaction_id,
  }
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(sale[key], value, key)
  assert.match(sale.order_num, /^\d{12}$/)
  assert.equal(sale.auth, sale.auth_code)
})

test('RT-28 transaction_amount is a JSON number, sent as text or number', async () => {
  for (const transaction_amount of ['10.50', 10.5]) {
    assert.equal((await paid(t.api, saleBody({ transaction_amount }))).transaction_amount, 10.5)
  }
})

test('each beginning action has its type, status and reason', async () => {
  const product = t.merchants[0].cc_product_transaction_id
  await t.api.put(`producttransactions/${product}`, { producttransaction: { allow_blind_refund: true } })
  const table: [Json, number, number, number, boolean][] = [
    [{ action: 'sale' }, 20, 101, 1000, true],
    [{ action: 'authonly' }, 20, 102, 1000, false],
    [{ action: 'force', auth_code: 'A1B2C3' }, 20, 101, 1002, true],
    [{ action: 'refund' }, 30, 111, 1000, true],
  ]
  for (const [over, type_id, status_id, reason_code_id, batched] of table) {
    const made = await paid(t.api, saleBody(over))
    assert.deepEqual(
      [made.type_id, made.status_id, made.reason_code_id],
      [type_id, status_id, reason_code_id],
      over.action,
    )
    assert.equal(made.transaction_batch_id !== null, batched, over.action)
    assert.equal(made.batch !== null, batched, over.action)
  }
  await t.api.put(`producttransactions/${product}`, { producttransaction: { allow_blind_refund: false } })
  refusedOn(await postTransaction(t.api, saleBody({ action: 'refund' })), 'previous_transaction_id')
})

test('an address check moves no money: amounts 0, no authorization code, no batch', async () => {
  const { transaction_amount: _, ...body } = saleBody({
    action: 'avsonly',
    billing_street: '5800 NW 39th AVE',
    billing_zip: '32606',
  })
  const check = await paid(t.api, body)
  assert.deepEqual([check.type_id, check.status_id, check.avs, check.avs_enhanced], [21, 121, 'GOOD', 'Y'])
  assert.deepEqual([check.transaction_amount, check.auth_amount, check.auth_code, check.batch], [0, '0.00', '', null])
})

test('RT-36 ERR-11 a decline is a 201 whose status says so, with the reason of its test amount', async () => {
  const table: [string, number, string][] = [
    ['5.00', 1500, 'DENY'],
    ['5.10', 1510, 'CALL'],
    ['5.40', 1540, 'SETUP'],
    ['6.01', 1601, 'GENERICFAIL'],
    ['6.16', 1616, 'INSUFFICIENT_FUNDS'],
    ['6.31', 1631, 'ACCOUNT_CLOSED'],
    ['8.10', 1500, 'DENY'],
  ]
  for (const [transaction_amount, reason, verbiage] of table) {
    const declined = await paid(t.api, saleBody({ transaction_amount }))
    assert.deepEqual([declined.status_id, declined.reason_code_id, declined.verbiage], [301, reason, verbiage])
    assert.deepEqual([declined.batch, declined.transaction_batch_id, declined.auth_amount], [null, null, '0.00'])
    assert.equal(declined.transaction_amount, Number(transaction_amount))
  }
  assert.equal((await paid(t.api, saleBody({ transaction_amount: '6.30' }))).status_id, 101)
})

test('a partial approval shows what was approved, where the product takes it, and is declined where not', async () => {
  const partial = await paid(t.api, saleBody({ transaction_amount: '2.01' }))
  assert.deepEqual([partial.status_id, partial.reason_code_id], [101, 1201])
  assert.deepEqual([partial.transaction_amount, partial.auth_amount], [2.01, '1.00'])
  const refused = await paid(
    t.api,
    saleBody({ transaction_amount: '2.01', allow_partial_authorization_override: false }),
  )
  assert.deepEqual([refused.status_id, refused.reason_code_id, refused.auth_amount], [301, 1657, '0.00'])
})

function alone(secret: string): RegExp {
  return new RegExp(`(?<![0-9a-z])${secret}(?![0-9a-z])`)
}

test('the security code goes to the processor, its answer comes back, and it is nowhere stored or logged', async () => {
  const table: [string, string, string][] = [
    [VISA, '999', 'M'],
    [VISA, '124', 'P'],
    [AMEX, '1234', 'M'],
    [AMEX, '9998', 'P'],
  ]
  for (const [account_number, cvv, answer] of table) {
    assert.equal((await paid(t.api, saleBody({ account_number, cvv }))).cvv_response, answer)
  }
  const kept = await t.db.query<{ text: string }>(
    'select row_to_json(t)::text as text from transaction t union all select row_to_json(a)::text from attempt a union all select row_to_json(e)::text from event e',
  )
  // Four digits may stand in an id or a time by chance, so only a value or a word of its own counts.
  for (const { text } of kept) for (const secret of [VISA, AMEX, '9998']) assert.doesNotMatch(text, alone(secret))
  for (const secret of [VISA, AMEX]) assert.ok(!t.logged().includes(secret))
})

test('a swipe is read, sent and forgotten', async () => {
  const track_data = `%B${MASTERCARD}^TESTPERSON/WILMA^30121015432112345678?;${MASTERCARD}=30121015432112345678?`
  const sale = await paid(t.api, { action: 'sale', payment_method: 'cc', transaction_amount: '4.00', track_data })
  assert.deepEqual(
    [sale.account_type, sale.last_four, sale.entry_mode_id, sale.account_holder_name],
    ['mc', '5454', 'S', 'WILMA TESTPERSON'],
  )
  refusedOn(
    await postTransaction(t.api, {
      action: 'sale',
      payment_method: 'cc',
      transaction_amount: '4.00',
      track_data: ';12?',
    }),
    'track_data',
  )
})

test('G14 a swipe without sentinels and the track of a chip are read; a chip is no swipe, and what is wrong is said', async () => {
  const sale = (track_data: string) =>
    postTransaction(t.api, { action: 'sale', payment_method: 'cc', transaction_amount: '4.10', track_data })
  for (const [track_data, entry_mode] of [
    [`B${MASTERCARD}^TESTPERSON/WILMA^30121015432112345678\r\n${MASTERCARD}=30121015432112345678`, 'S'],
    [`${MASTERCARD}=30121015432112345678`, 'S'],
    [`5713${MASTERCARD}D301220154321123456789`, 'K'],
  ] as const) {
    const { status, body } = await sale(track_data)
    const { last_four, entry_mode_id } = body.transaction
    assert.deepEqual([status, last_four, entry_mode_id], [201, '5454', entry_mode])
  }
  const { status, body } = await sale('%E?;E?')
  assert.equal(status, 422)
  assert.match(body.errors.track_data[0], /^Track Data says that the reader could not read the stripe/)
})

test('transaction_api_id is unique per location, finds its transaction, and charges once', async () => {
  const transaction_api_id = 'till-4/77'
  const sale = await paid(t.api, saleBody({ transaction_api_id }))
  const before = (await t.ledger()).length
  const again = await postTransaction(t.api, saleBody({ transaction_api_id }))
  refusedOn(again, 'transaction_api_id')
  assert.equal(again.headers.location, `/v2/transactions/${sale.id}`)
  const racing = await Promise.all(
    Array.from({ length: 8 }, () => postTransaction(t.api, saleBody({ transaction_api_id: 'race' }))),
  )
  assert.deepEqual(racing.map(each => each.status).toSorted(), [201, 422, 422, 422, 422, 422, 422, 422])
  assert.equal((await t.ledger()).length, before + 1)
  const path = `transactions/${encodeURIComponent(transaction_api_id)}?api_id=1&location_id=${sale.location_id}`
  assert.equal((await t.api.get(path)).body.transaction.id, sale.id)
})

test('an Idempotency-Key gives the first answer again and charges once', async () => {
  const headers = { 'idempotency-key': 'order-9' }
  const body = saleBody({ transaction_amount: '12.34' })
  const first = await postTransaction(t.api, body, headers)
  const again = await postTransaction(t.api, body, headers)
  assert.deepEqual([first.status, again.status, again.headers['idempotency-hit']], [201, 201, 'true'])
  assert.equal(again.body.transaction.id, first.body.transaction.id)
  const charges = (await t.ledger()).filter(each => each.amount === '12.34')
  assert.equal(charges.length, 1)
})

test('transactions are listed newest first, filtered by code, amount, word and part of a text', async () => {
  const marked = await paid(
    t.api,
    saleBody({ transaction_amount: '31.07', description: 'Garden bench', account_holder_name: 'Ada Testperson' }),
  )
  const list = (query: string) => t.api.get(`transactions?${query}`)
  const first = await list('page_size=1')
  assert.equal(first.body.transactions[0].id, marked.id)
  for (const query of [
    'description=bench',
    'account_holder_name=ada',
    'transaction_amount=31.00|31.10',
    'transaction_amount=31.07',
  ]) {
    assert.deepEqual(
      (await list(query)).body.transactions.map((each: Json) => each.id),
      [marked.id],
      query,
    )
  }
  const declined = await list('status_id=301&page_size=100')
  assert.ok(declined.body.transactions.length > 0)
  assert.ok(declined.body.transactions.every((each: Json) => each.status_id === 301))
  const both = await list('status_id=301,102&page_size=100')
  assert.ok(both.body.meta.pagination.totalCount > declined.body.meta.pagination.totalCount)
  assert.equal((await list('trx_source_id=8')).body.transactions.length, 0)
  assert.ok((await list('created_ts=today')).body.transactions.length > 0)
})

test('L3-19 expands embed what belongs to a transaction', async () => {
  const sale = await paid(t.api, saleBody({ contact_id: t.merchants[0].contact_id, tags: ['roses', 'spring'] }))
  const names = [
    ...['account_vault', 'contact', 'created_user', 'entrymode', 'is_completable', 'is_refundable', 'is_reversible'],
    ...['is_settled', 'is_voidable', 'location', 'product_transaction', 'quick_invoice', 'reason_code', 'recurring'],
    ...['signature', 'status', 'surcharge', 'surcharge_transaction', 'tags', 'transaction_histories', 'type'],
    ...['transaction_level3', 'transaction_batch', 'terminal', 'saved_account'],
  ]
  const { transaction } = (await t.api.get(`transactions/${sale.id}?expand=${names.join(',')}`)).body
  assert.equal(transaction.contact.id, t.merchants[0].contact_id)
  assert.equal(transaction.location.id, sale.location_id)
  assert.equal(transaction.product_transaction.id, sale.product_transaction_id)
  assert.equal(transaction.transaction_batch.id, sale.transaction_batch_id)
  assert.equal(transaction.reason_code.id, 1000)
  assert.deepEqual(transaction.status, { id: 101, title: 'Sale approved' })
  assert.deepEqual(transaction.type, { id: 20, title: 'Sale' })
  assert.deepEqual(transaction.entrymode, { id: 'K', title: 'Keyed' })
  const facts = ['is_completable', 'is_refundable', 'is_reversible', 'is_settled', 'is_voidable'].map(
    name => transaction[name],
  )
  assert.deepEqual(facts, [false, true, true, false, true])
  assert.deepEqual(
    transaction.transaction_histories.map((each: Json) => each.status_id),
    [101],
  )
  assert.deepEqual(transaction.tags.map((each: Json) => each.title).toSorted(), ['roses', 'spring'])
  for (const name of [
    'account_vault',
    'quick_invoice',
    'recurring',
    'signature',
    'surcharge',
    'terminal',
    'saved_account',
  ]) {
    assert.equal(transaction[name], null, name)
  }
})

test('tags are named by title, and made at the location when they are new', async () => {
  const first = await paid(t.api, saleBody({ tags: ['new one', 'new one'] }))
  const second = await paid(t.api, saleBody({ tags: ['new one'] }))
  assert.deepEqual(first.tags, second.tags)
  assert.equal(first.tags[0].title, 'new one')
  const known = await t.api.get(`tags?title=new one&location_id=${first.location_id}`)
  assert.equal(known.body.tags.length, 1)
})

test('bininfo tells what the number of the card tells', async () => {
  const sale = await paid(t.api, saleBody({ account_number: '4005562231212149' }))
  const { status, body } = await t.api.get(`transactions/${sale.id}/bininfo`)
  assert.equal(status, 200)
  assert.deepEqual([body.bininfo.card_class, body.bininfo.detail_card_product], ['P', 'V'])
})

test('DELETE is not offered', async () => {
  const sale = await paid(t.api, saleBody())
  assert.equal((await t.api.delete(`transactions/${sale.id}`)).status, 405)
})

test('another merchant sees and touches nothing of it; a clerk sees the own location only', async () => {
  const sale = await paid(t.api, saleBody())
  assert.equal((await t.stranger.get(`transactions/${sale.id}`)).status, 404)
  assert.equal((await t.stranger.put(`transactions/${sale.id}`, { transaction: { action: 'void' } })).status, 404)
  assert.equal((await t.clerk.get(`transactions/${sale.id}`)).status, 404)
  const [{ contact_id }] = t.merchants
  refusedOn(
    await postTransaction(
      t.stranger,
      saleBody({ previous_transaction_id: sale.id, account_number: null, exp_date: null }),
    ),
    'previous_transaction_id',
  )
  refusedOn(await postTransaction(t.stranger, saleBody({ contact_id })), 'contact_id')
  refusedOn(await postTransaction(t.stranger, saleBody({ location_id: sale.location_id })), 'location_id')
  refusedOn(
    await postTransaction(t.stranger, saleBody({ product_transaction_id: sale.product_transaction_id })),
    'product_transaction_id',
  )
  const own = await paid(t.clerk, saleBody())
  assert.equal(own.location_id, t.merchants[0].child_location_id)
  assert.equal((await t.api.get(`transactions/${own.id}`)).status, 200)
})
