import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { discrepancies } from '../../src/cli/discrepancies.ts'
import { bankDate } from '../../src/lib/banking-day.ts'
import { LOGIN, openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import { openStripeHost } from '../hosts/stripe/index.ts'
import { MERCHANT, worldpayHost } from '../hosts/worldpay-cnp/index.ts'
import {
  layDown,
  NET_SETTLED_SALES,
  reportText,
  settledName,
  settledRow,
  toTransfer,
} from '../hosts/worldpay-cnp/reports.ts'
import { type Json, testApp } from '../support/app.ts'
import { bentProcessor } from '../support/bent-processor.ts'
import { connectProducts } from '../support/connect-products.ts'
import { operatorOf } from '../support/operator.ts'
import { ownProduct, paid, refundBody, saleBody } from '../support/payments.ts'

/** A duplicate that is planted at a processor is a difference within a night, of every kind and at every connector. */
const { bend, processor } = bentProcessor()
const t = await testApp('settled_twice', { processor, retry_policy: { find_ms: [10], poll_ms: 300 } })
const stripe = await openStripeHost()
const authorizenet = await openAuthorizeNet(() => t.clock.seconds())
const worldpay = await worldpayHost()
const folder = mkdtempSync(join(tmpdir(), 'tollgate-twice-'))
after(async () => {
  await t.close()
  for (const host of [stripe, authorizenet, worldpay]) await host.close()
  rmSync(folder, { recursive: true })
})
stripe.book.now = () => t.clock.seconds()
const products = {
  simulator: await ownProduct(t),
  stripe: await ownProduct(t),
  authorizenet: await ownProduct(t),
  worldpay: await ownProduct(t),
}
const { secret_key } = stripe
await connectProducts(t, { connector: 'stripe', settings: { url: stripe.url }, secrets: { secret_key } }, [
  products.stripe,
])
const { login_id, transaction_key } = LOGIN
const to_authorizenet = { settings: { url: authorizenet.url, login_id }, secrets: { transaction_key } }
await connectProducts(t, { connector: 'authorizenet', ...to_authorizenet }, [products.authorizenet])
const { password, ...shown } = MERCHANT
const to_worldpay = {
  settings: { ...shown, url: worldpay.address, reports: `file://${folder}` },
  secrets: { password },
}
await connectProducts(t, { connector: 'worldpay-cnp', ...to_worldpay }, [products.worldpay])
const { compareNight } = t.app.payments.reconciliation
await compareNight()

const sale = (connector: keyof typeof products, transaction_amount: string): Promise<Json> =>
  paid(t.api, saleBody({ product_transaction_id: products[connector], exp_date: '1249', transaction_amount }))

async function night(): Promise<void> {
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  await t.db.run('update nightly_comparison set lease_until = 0')
  await compareNight()
  await t.settle()
}

const listed = async (transaction_id: string): Promise<string[]> =>
  (await Array.fromAsync(t.api.discrepancies.list({ status: 'open', sort: 'id' })))
    .filter(each => each.transaction_id === transaction_id)
    .map(({ kind, ours, theirs }) => `${kind}: ${ours}, ${theirs}`)

/** Stripe has made it a second time under the reference of the first. */
function plantAtStripe(of: 'charge' | 'refund'): void {
  const { book } = stripe
  const [type, kept] = of === 'charge' ? (['charge', book.charges] as const) : (['refund', book.refunds] as const)
  const [first] = [...kept.values()].slice(-1)
  const { id: _, object, created: __, metadata, ...about } = first!
  const copy = book.keep(kept as Map<string, never>, of === 'charge' ? 'ch' : 're', object, {}, about) as Json
  copy.metadata = metadata
  copy.payment_intent = of === 'charge' ? `${first!.payment_intent}twice` : first!.payment_intent
  book.move(type, of === 'charge' ? first!.amount : -first!.amount, copy.id)
}

test('G61 Stripe: a payment made twice under one reference, and a refund, are listed', async () => {
  const { id } = await sale('stripe', '88.88')
  plantAtStripe('charge')
  const refund = await paid(t.api, refundBody((await sale('stripe', '50.00')).id, '5.00'))
  plantAtStripe('refund')
  stripe.book.payOut()
  await night()
  assert.deepEqual(await listed(id), ['order_amount: approved 88.88, settled 177.76 in 2 lines'])
  assert.deepEqual(await listed(refund.id), ['order_amount: approved -5.00, settled -10.00 in 2 lines'])
})

test('G61 Stripe: a charge that is twice in one payout, or in two, is listed', async () => {
  const { id } = await sale('stripe', '31.00')
  const charge = [...stripe.book.charges.values()].at(-1)!
  stripe.book.move('charge', charge.amount, charge.id)
  const other = await sale('stripe', '32.00')
  const second = [...stripe.book.charges.values()].at(-1)!
  stripe.book.payOut()
  stripe.book.move('charge', second.amount, second.id)
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  stripe.book.payOut()
  await night()
  assert.deepEqual(await listed(id), ['order_amount: approved 31.00, settled 62.00 in 2 lines'])
  assert.deepEqual(await listed(other.id), ['order_amount: approved 32.00, settled 64.00 in 2 lines'])
  await night()
  assert.equal((await listed(id)).length, 1, 'reading the same payout again counts nothing twice')
})

test('G61 Authorize.Net: a payment made twice, settled in two batches, and a refund made twice are listed', async () => {
  const { book } = authorizenet
  const first = await sale('authorizenet', '88.88')
  book.entries.push({ ...book.entries.at(-1)!, id: '69000000001' })
  const again = await sale('authorizenet', '40.00')
  const entry = book.entries.at(-1)!
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  book.close()
  const refund = await paid(t.api, refundBody(first.id, '8.00'))
  book.entries.push({ ...book.entries.at(-1)!, id: '69000000002' })
  book.entries.push({ ...entry, status: 'capturedPendingSettlement', batch: null })
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  book.close()
  await night()
  assert.deepEqual(await listed(first.id), ['order_amount: approved 88.88, settled 177.76 in 2 lines'])
  assert.deepEqual(await listed(again.id), ['order_amount: approved 40.00, settled 80.00 in 2 lines'])
  assert.deepEqual(await listed(refund.id), ['order_amount: approved -8.00, settled -16.00 in 2 lines'])
})

test('G61 Worldpay: a payment with two ids, twice in one report, in two batches, or with another amount later', async () => {
  const { merchant_id } = MERCHANT
  const sales = [await sale('worldpay', '88.88'), await sale('worldpay', '41.00'), await sale('worldpay', '42.00')]
  const corrected = await sale('worldpay', '43.00')
  const day = bankDate(t.clock.seconds())
  const rows = toTransfer(worldpay.book.transactions).map(each => settledRow(each, { merchant_id, day }))
  const rowOf = (amount: string) => rows.find(row => row['Settlement Amt'] === amount)!
  const planted = [
    { ...rowOf('88.88'), 'Vantiv Payment ID': "'82900000000000077" },
    rowOf('41.00'),
    { ...rowOf('42.00'), 'Batch ID': '4712' },
  ]
  layDown(folder, settledName(day), reportText(NET_SETTLED_SALES, [...rows, ...planted]), t.clock.seconds())
  await night()
  for (const [index, amount] of ['88.88', '41.00', '42.00'].entries())
    assert.deepEqual(await listed(sales[index]!.id), [
      `order_amount: approved ${amount}, settled ${(Number(amount) * 2).toFixed(2)} in 2 lines`,
    ])
  assert.deepEqual(await listed(corrected.id), [])
  const later = [{ ...rowOf('43.00'), 'Settlement Amt': '86.00' }]
  layDown(folder, settledName(day.add({ days: 1 })), reportText(NET_SETTLED_SALES, later), t.clock.seconds())
  await night()
  assert.deepEqual(await listed(corrected.id), ['order_amount: approved 43.00, settled 86.00'])
})

test('G61 a request that a processor lists twice under one reference took both amounts', async () => {
  const { id } = await sale('simulator', '44.00')
  bend.requests = async (since, until, real) =>
    (await real.requests!(since, until)).flatMap(each => (each.reference === id ? [each, each] : [each]))
  await night()
  bend.requests = undefined as never
  assert.deepEqual(await listed(id), ['order_amount: sale approved 44.00, sale approved 88.00'])
})

test('G61 discrepancies --look reads settlements at every connector that lists them', async () => {
  const operator = operatorOf(t)
  const at_stripe = await sale('stripe', '51.00')
  plantAtStripe('charge')
  const at_authorizenet = await sale('authorizenet', '52.00')
  authorizenet.book.entries.push({ ...authorizenet.book.entries.at(-1)!, id: '69000000003' })
  const at_worldpay = await sale('worldpay', '53.00')
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  stripe.book.payOut()
  authorizenet.book.close()
  const day = bankDate(t.clock.seconds()).add({ days: 2 })
  const row = toTransfer(worldpay.book.transactions)
    .map(each => settledRow(each, { merchant_id: MERCHANT.merchant_id, day }))
    .find(each => each['Settlement Amt'] === '53.00')!
  layDown(folder, settledName(day), reportText(NET_SETTLED_SALES, [row, row]), t.clock.seconds())
  await t.clock.moveTo(t.clock.seconds() + 60, t.app.worker)
  await assert.rejects(operator.run(discrepancies(['--look'])), /discrepancies are open/)
  assert.deepEqual(await listed(at_stripe.id), ['order_amount: approved 51.00, settled 102.00 in 2 lines'])
  assert.deepEqual(await listed(at_authorizenet.id), ['order_amount: approved 52.00, settled 104.00 in 2 lines'])
  assert.deepEqual(await listed(at_worldpay.id), ['order_amount: approved 53.00, settled 106.00 in 2 lines'])
})
