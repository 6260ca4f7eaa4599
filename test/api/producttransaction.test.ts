import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

let t: Shop
let location_id: string

before(async () => {
  t = await newMerchant()
  location_id = t.merchants[0].location_id
})

const CARD = { title: 'Cards', payment_method: 'cc', processor: 'zgate', industry_type: 'ecommerce' }
const BANK = { title: 'Bank', payment_method: 'ach', processor: 'ach', industry_type: 'ecommerce' }

const post = (over: Record<string, unknown>) =>
  t.api.post('producttransactions', { producttransaction: { location_id, ...over } })
const make = async (over: Record<string, unknown>): Promise<Json> => {
  const answer = await post(over)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.producttransaction
}

test('GEN-12 GEN-14 a product is created from what it cannot do without', async () => {
  const made = await make(CARD)
  assert.deepEqual((await t.api.get(`producttransactions/${made.id}`)).body, { producttransaction: made })
  assert.equal(made._links.self.href, `http://127.0.0.1:8080/v2/producttransactions/${made.id}`)
  for (const name of ['location_id', ...Object.keys(CARD)]) {
    const answer = await post({
      ...CARD,
      [name]: undefined,
      ...(name === 'location_id' ? { location_id: undefined } : {}),
    })
    assert.equal(answer.status, 422, name)
    assert.deepEqual(Object.keys(answer.body.errors), [name])
  }
})

test('LI-04 LI-05 LI-06 a card product starts ready to sell', async () => {
  const made = await make(CARD)
  const expected = {
    active: 1,
    default_transaction_type: 'sale',
    current_batch: 1,
    card_type_visa: 1,
    card_type_ebt: 0,
    vt_enable: 1,
    vt_require_cvv: 0,
    vt_require_zip: 0,
    auto_decline_cvv: 0,
    allow_blind_refund: 0,
    ach_allow_debit: 0,
    quick_invoice_allow: 1,
    paylink_allow: 1,
    level3_allow: 1,
    hosted_payment_page_max_allowed: 5,
    surcharge_id: null,
    receipt_header: null,
    processor_data: { terminals: [] },
    created_user_id: t.merchants[0].user.user_id,
  }
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(made[name], value, name)
})

test('a bank product starts with the usual entry classes and the sixteen limits', async () => {
  const made = await make(BANK)
  assert.equal(made.default_transaction_type, 'debit')
  assert.deepEqual([made.ach_allow_debit, made.ach_allow_refund, made.ach_allow_credit], [1, 1, 0])
  assert.deepEqual([made.card_type_visa, made.vt_cvv, made.level3_allow], [0, 0, 0])
  assert.deepEqual(
    made.processor_data.terminals.map((each: Json) => each.sec_code),
    ['WEB', 'PPD', 'CCD', 'TEL'],
  )
  assert.equal(Object.keys(made.velocity_settings).length, 16)
  assert.equal(made.velocity_settings.debit_hold_days, 0)
})

test('GEN-16 settings change alone, the payment method and the location never', async () => {
  const made = await make({ ...BANK, velocity_settings: { debit_hold_days: 2 } })
  const change = { title: 'Renamed', active: 0, velocity_settings: { credit_items_per_day: 5 }, payment_method: 'cc' }
  const answer = await t.api.put(`producttransactions/${made.id}`, {
    producttransaction: { ...change, location_id: t.merchants[0].child_location_id },
  })
  assert.equal(answer.status, 200, answer.text)
  const velocity_settings = { ...made.velocity_settings, credit_items_per_day: 5 }
  const { modified_ts } = answer.body.producttransaction
  assert.deepEqual(answer.body.producttransaction, {
    ...made,
    title: 'Renamed',
    active: 0,
    velocity_settings,
    modified_ts,
  })
  assert.equal(answer.headers['tollgate-ignored-fields'], 'payment_method, location_id')
})

test('what does not fit together is refused', async () => {
  const refused: [Record<string, unknown>, string][] = [
    [{ ...CARD, processor: 'ach' }, 'processor'],
    [{ ...CARD, processor: 'unheard-of' }, 'processor'],
    [{ ...BANK, default_transaction_type: 'sale' }, 'default_transaction_type'],
    [{ ...CARD, industry_type: 'mining' }, 'industry_type'],
    [{ ...CARD, payment_method: 'gold' }, 'payment_method'],
    [{ ...CARD, mcc: '12A4' }, 'mcc'],
    [{ ...CARD, hosted_payment_page_max_allowed: 0 }, 'hosted_payment_page_max_allowed'],
    [{ ...BANK, processor_data: { terminals: [{ terminal_id: '1' }] } }, 'processor_data'],
    [{ ...BANK, velocity_settings: { faster: 1 } }, 'velocity_settings'],
    [{ ...CARD, location_id: t.merchants[1].location_id }, 'location_id'],
  ]
  for (const [sent, field] of refused) {
    const answer = await post(sent)
    assert.equal(answer.status, 422, `${field} ${answer.text}`)
    assert.deepEqual(Object.keys(answer.body.errors), [field])
  }
})

test('a product is never deleted: DELETE is not offered', async () => {
  const made = await make(CARD)
  const answer = await t.api.delete(`producttransactions/${made.id}`)
  assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, PUT'])
  assert.equal((await t.api.get(`producttransactions/${made.id}`)).status, 200)
})

test('a product carries no secret of its processor', async () => {
  const answer = await post({ ...CARD, username: 'u', password: 'p', authentication_code: 'c' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['tollgate-ignored-fields'], 'username, password, authentication_code')
})

test('GEN-36 GEN-37 products are found by the own id of the caller and embed their location', async () => {
  const made = await make({ ...CARD, product_transaction_api_id: 'front' })
  const path = `producttransactions/front?api_id=1&location_id=${location_id}&expand=location,created_user`
  const found = (await t.api.get(path)).body.producttransaction
  assert.deepEqual(
    [found.id, found.location.id, found.created_user.id],
    [made.id, location_id, t.merchants[0].user.user_id],
  )
  const again = await post({ ...CARD, product_transaction_api_id: 'front' })
  assert.deepEqual(Object.keys(again.body.errors), ['product_transaction_api_id'])
})

test('GEN-22 products are listed by any column', async () => {
  const made = await make({ ...BANK, title: 'Only one', partner: 'standalone' })
  const { body } = await t.api.get('producttransactions?payment_method=ach&title=Only one&active=1')
  assert.deepEqual(
    body.producttransactions.map((each: Json) => each.id),
    [made.id],
  )
})

test('clerks read the products below them and write none, strangers see nothing', async () => {
  const { cc_product_transaction_id, child_cc_product_transaction_id } = t.merchants[0]
  assert.equal((await t.clerk.get(`producttransactions/${child_cc_product_transaction_id}`)).status, 200)
  assert.equal((await t.clerk.get(`producttransactions/${cc_product_transaction_id}`)).status, 404)
  const sent = { producttransaction: { ...CARD, location_id: t.merchants[0].child_location_id } }
  assert.equal((await t.clerk.post('producttransactions', sent)).status, 403)
  assert.equal((await t.clerk.put(`producttransactions/${child_cc_product_transaction_id}`, sent)).status, 403)
  assert.equal((await t.stranger.get(`producttransactions/${cc_product_transaction_id}`)).status, 404)
})

test('DT-20 reason codes are listed by number, with what they mean', async () => {
  const { body } = await t.api.get('reasoncodes?id=1000,1541,2101')
  assert.deepEqual(
    body.reasoncodes.map((each: Json) => [each.id, each.title]),
    [
      [1000, 'Approved'],
      [1541, 'The device cannot capture signatures'],
      [2101, 'Bank return R01: not enough funds'],
    ],
  )
  const one = await t.api.get('reasoncodes/1500')
  assert.deepEqual(one.body.reasoncode, {
    id: 1500,
    title: 'Declined',
    _links: { self: { href: 'http://127.0.0.1:8080/v2/reasoncodes/1500' } },
  })
  assert.equal((await t.api.get('reasoncodes?page_size=1')).body.meta.pagination.totalCount, 188)
  assert.equal((await t.api.post('reasoncodes', { reasoncode: {} })).status, 405)
})

test('F19 a null or empty product id on POST means no product, not the default', async () => {
  const { cc_product_transaction_id: cc, ach_product_transaction_id: ach } = t.merchants[0]
  const { api } = t
  await api.put(`locations/${location_id}`, { location: { default_cc: cc, default_ach: ach } })
  for (const none of [null, '']) {
    const invoice = await newInvoice(t, { ach_product_transaction_id: ach, cc_product_transaction_id: none })
    assert.deepEqual([invoice.cc_product_transaction_id, invoice.ach_product_transaction_id], [null, ach])
    const link = await api.paylinks.create({ location_id, amount_due: 10, ach_product_transaction_id: none })
    assert.deepEqual([link.cc_product_transaction_id, link.ach_product_transaction_id], [cc, null])
  }
  const neither = { cc_product_transaction_id: null, ach_product_transaction_id: null }
  for (const [path, wrapper, record] of [
    ['quickinvoices', 'quickinvoice', { title: 'x', due_date: '2030-01-31', item_list: { a: 1 } }],
    ['paylinks', 'paylink', { amount_due: 1 }],
  ] as const) {
    const answer = await api.post(path, { [wrapper]: { location_id, ...record, ...neither } })
    assert.deepEqual(Object.keys(answer.body.errors), ['cc_product_transaction_id'])
  }
})
