import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Json, Shop } from '../support/app.ts'
import {
  changed,
  MASTERCARD,
  ownProduct,
  paid,
  postTransaction,
  putTransaction,
  refundBody,
  refusedOn,
  saleBody,
  transactionOf,
} from '../support/payments.ts'
import { newMerchant } from '../support/shared-gateway.ts'
import { DEBIT_CARD, PREPAID_CARD, surchargedProduct, surchargeOf, UNKNOWN_CARD } from '../support/surcharges.ts'

let t: Shop
let product: { surcharge_id: string; product_transaction_id: string }
before(async () => {
  t = await newMerchant()
  product = await surchargedProduct(t)
})

/** $100.00 and three percent of it. */
const PARTS = { subtotal_amount: '100.00', surcharge_amount: '3.00', transaction_amount: '103.00' }
const sale = (over: Json = {}) =>
  saleBody({ product_transaction_id: product.product_transaction_id, ...PARTS, ...over })
const refuses = async (over: Json, ...fields: string[]) =>
  refusedOn(await postTransaction(t.api, sale(over)), ...fields)
const at = () => ({ location_id: t.merchants[0].location_id })
const amounts = ({ transaction_amount, surcharge_amount, subtotal_amount }: Json) => [
  transaction_amount,
  surcharge_amount,
  subtotal_amount,
]

test('a surcharge is made, read, changed and sent back as it was read', async () => {
  const made = await surchargeOf(t.api, at())
  assert.deepEqual(
    [made.surcharge_rate, made.surcharge_fee, made.refund_surcharges, made.run_as_separate_transaction],
    ['3.00', '0.00', 1, 0],
  )
  assert.match(made._links.self.href, new RegExp(`/v2/surcharges/${made.id}$`))
  const put = await t.api.put(`surcharges/${made.id}`, { surcharge: { ...made, max_fee_amount: '20.00' } })
  assert.equal(put.body.surcharge.max_fee_amount, '20.00', put.text)
})

test('rates above what the networks allow are refused, and Visa allows three percent', async () => {
  const post = (surcharge: Json) => t.api.post('surcharges', { surcharge: { title: 'Fee', ...at(), ...surcharge } })
  refusedOn(await post({ surcharge_rate: '4.01' }), 'surcharge_rate')
  refusedOn(await post({ min_fee_amount: '2', max_fee_amount: '1' }), 'max_fee_amount')
  refusedOn(await post({ run_as_separate_transaction: 1 }), 'run_as_separate_transaction')
  const { id } = await surchargeOf(t.api, { ...at(), surcharge_rate: '4.00' })
  const visa = await t.api.put(`producttransactions/${product.product_transaction_id}`, {
    producttransaction: { surcharge_id: id },
  })
  refusedOn(visa, 'surcharge_id')
  const without = await ownProduct(t, { surcharge_id: id, card_type_visa: 0 })
  const again = { producttransaction: { card_type_visa: 1 } }
  refusedOn(await t.api.put(`producttransactions/${without}`, again), 'surcharge_id')
  const raised = { surcharge: { surcharge_rate: '3.01' } }
  refusedOn(await t.api.put(`surcharges/${product.surcharge_id}`, raised), 'surcharge_rate')
})

test('it is of the location of its product, for cards, and stays while a product names it', async () => {
  const { child_location_id, ach_product_transaction_id } = t.merchants[0]
  const { id } = await surchargeOf(t.api, { location_id: child_location_id })
  const of = (surcharge_id: string, product_id: string) =>
    t.api.put(`producttransactions/${product_id}`, { producttransaction: { surcharge_id } })
  refusedOn(await of(id, product.product_transaction_id), 'surcharge_id')
  refusedOn(await of(product.surcharge_id, ach_product_transaction_id), 'surcharge_id')
  const kept = await t.api.delete(`surcharges/${product.surcharge_id}`)
  assert.equal(kept.status, 409, kept.text)
  assert.equal((await t.api.delete(`surcharges/${id}`)).status, 204)
})

test('a clerk reads surcharges and another merchant does not', async () => {
  const { id } = await surchargeOf(t.api, { location_id: t.merchants[0].child_location_id })
  assert.equal((await t.clerk.get(`surcharges/${id}`)).status, 200)
  assert.equal((await t.clerk.put(`surcharges/${id}`, { surcharge: { title: 'x' } })).status, 403)
  assert.equal((await t.stranger.get(`surcharges/${id}`)).status, 404)
})

test('products, location infos and payments show it', async () => {
  const { body } = await t.api.get(`producttransactions/${product.product_transaction_id}?expand=surcharge`)
  assert.equal(body.producttransaction.surcharge.surcharge_rate, '3.00')
  const info = await t.api.get(`locationinfos/${t.merchants[0].location_id}`)
  const products: Json[] = info.body.locationinfo.product_transactions
  const shown = products.find(({ id }) => id === product.product_transaction_id)!
  assert.equal(shown.surcharge.id, product.surcharge_id)
  assert.ok(products.some(({ surcharge }) => surcharge === null))
  const { id } = await paid(t.api, sale())
  const seen = await transactionOf(t, id, 'surcharge', 'surcharge_transaction')
  assert.deepEqual([seen.surcharge.id, seen.surcharge_transaction], [product.surcharge_id, null])
})

test('sale and authonly have to say subtotal and surcharge, and no more than it is', async () => {
  const errors = await refuses({ subtotal_amount: null, surcharge_amount: null }, 'subtotal_amount', 'surcharge_amount')
  assert.deepEqual(errors.subtotal_amount, ['Subtotal amount cannot be empty or 0'])
  await refuses({ action: 'authonly', subtotal_amount: '0.00' }, 'subtotal_amount')
  const more = await refuses({ surcharge_amount: '3.01', transaction_amount: '103.01' }, 'surcharge_amount')
  assert.deepEqual(more.surcharge_amount, ['Surcharge Amount must be no more than 3.00.'])
  await refuses({ transaction_amount: '102.99' }, 'transaction_amount')
  await refuses({ tax: '5.00' }, 'transaction_amount')
  assert.equal((await paid(t.api, sale({ surcharge_amount: '0.00', transaction_amount: '100.00' }))).status_id, 101)
})

test('with tax_surcharge_config 3 the surcharge is of the tax too', async () => {
  const taxed = { tax: '5.00', surcharge_amount: '3.15', transaction_amount: '108.15' }
  await refuses(taxed, 'surcharge_amount')
  const { product_transaction_id } = await surchargedProduct(t, {}, { tax_surcharge_config: 3 })
  assert.equal((await paid(t.api, sale({ ...taxed, product_transaction_id }))).surcharge_amount, '3.15')
})

for (const [what, account_number] of [
  ['a debit card', DEBIT_CARD],
  ['a prepaid card', PREPAID_CARD],
  ['a card of which nothing is known', UNKNOWN_CARD],
] as const) {
  test(`${what} carries no surcharge: it is taken off the amount, also when it is captured later`, async () => {
    assert.deepEqual(amounts(await paid(t.api, sale({ account_number }))), [100, '0.00', '100.00'])
    const held = await paid(t.api, sale({ account_number, action: 'authonly' }))
    const parts = { subtotal_amount: '50.00', surcharge_amount: '1.50', transaction_amount: '51.50' }
    const done = await changed(t.api, held.id, { action: 'authcomplete', ...parts })
    assert.deepEqual(amounts(done), [50, '0.00', '50.00'])
  })
}

test('credit cards of all brands carry it, and the processor is told of it', async () => {
  for (const account_number of ['4111111111111111', MASTERCARD])
    assert.deepEqual(amounts(await paid(t.api, sale({ account_number }))), [103, '3.00', '100.00'])
})

test('a capture of less has to say subtotal and surcharge anew', async () => {
  const held = await paid(t.api, sale({ action: 'authonly' }))
  const capture = (over: Json) => putTransaction(t.api, held.id, { action: 'authcomplete', ...over })
  refusedOn(await capture({ transaction_amount: '51.50' }), 'subtotal_amount', 'surcharge_amount')
  const more = { transaction_amount: '51.50', subtotal_amount: '49.90', surcharge_amount: '1.60' }
  refusedOn(await capture(more), 'surcharge_amount')
  const half = { transaction_amount: '51.50', subtotal_amount: '50.00', surcharge_amount: '1.50' }
  assert.deepEqual(amounts((await capture(half)).body.transaction), [51.5, '1.50', '50.00'])
})

test('refunds give back their part of it, and together all of it', async () => {
  const { id } = await paid(t.api, sale())
  const refund = async (amount: string) => (await paid(t.api, refundBody(id, amount))).surcharge_amount
  assert.deepEqual([await refund('50.00'), await refund('50.00'), await refund('3.00')], ['1.46', '1.45', '0.09'])
  const row = await t.db.query(
    'select refunded_amount::text as all, refunded_surcharge_amount::text as part from transaction where id = $1',
    [id],
  )
  assert.deepEqual(row, [{ all: '10300', part: '300' }])
})

test('a merchant may keep it, but for a void', async () => {
  const { product_transaction_id } = await surchargedProduct(t, { refund_surcharges: 0 })
  const { id } = await paid(t.api, sale({ product_transaction_id }))
  const [text] = refusedOn(
    await postTransaction(t.api, refundBody(id, '100.01')),
    'transaction_amount',
  ).transaction_amount
  assert.match(text, /the surcharge of 3\.00 is not given back/)
  assert.equal((await paid(t.api, refundBody(id, '100.00'))).surcharge_amount, '0.00')
  const voided = await paid(t.api, sale({ product_transaction_id }))
  assert.equal((await changed(t.api, voided.id, { action: 'void' })).status_id, 201)
})

test('G66 what was given back of it before the merchant kept it is no part of what is kept', async () => {
  const { surcharge_id, product_transaction_id } = await surchargedProduct(t)
  const { id } = await paid(t.api, sale({ product_transaction_id }))
  const keep = async (refund_surcharges: number) =>
    assert.equal((await t.api.put(`surcharges/${surcharge_id}`, { surcharge: { refund_surcharges } })).status, 200)
  const refund = async (amount: string) => (await paid(t.api, refundBody(id, amount))).surcharge_amount
  assert.equal(await refund('50.00'), '1.46')
  await keep(0)
  const [text] = refusedOn(
    await postTransaction(t.api, refundBody(id, '51.47')),
    'transaction_amount',
  ).transaction_amount
  assert.match(text, /which is 51\.46: the surcharge of 1\.54 is not given back/)
  assert.equal(await refund('51.46'), '0.00')
  refusedOn(await postTransaction(t.api, refundBody(id, '0.01')), 'transaction_amount')
  await keep(1)
  assert.equal(await refund('1.54'), '1.54')
})

test('only users of the named type add it', async () => {
  const { product_transaction_id, surcharge_id } = await surchargedProduct(t, { apply_to_user_type_id: 400 })
  const body = sale({ product_transaction_id })
  refusedOn(await postTransaction(t.api, body), 'surcharge_amount')
  const plain = saleBody({ product_transaction_id, transaction_amount: '9.00' })
  assert.equal((await paid(t.api, plain)).surcharge_amount, null)
  await t.api.put(`surcharges/${surcharge_id}`, { surcharge: { apply_to_user_type_id: 250 } })
  assert.equal((await paid(t.api, body)).surcharge_amount, '3.00')
})

test('a product for money from bank accounts takes debit cards only, unless the payment says otherwise', async () => {
  const product_transaction_id = await ownProduct(t, { bank_funded_only: 1 })
  const body = (over: Json) => saleBody({ product_transaction_id, ...over })
  for (const account_number of ['4111111111111111', PREPAID_CARD, UNKNOWN_CARD])
    refusedOn(await postTransaction(t.api, body({ account_number })), 'account_number')
  assert.equal((await paid(t.api, body({ account_number: DEBIT_CARD }))).status_id, 101)
  assert.equal((await paid(t.api, body({ bank_funded_only_override: 0 }))).status_id, 101)
  refusedOn(await postTransaction(t.api, saleBody({ bank_funded_only_override: 1 })), 'account_number')
})
