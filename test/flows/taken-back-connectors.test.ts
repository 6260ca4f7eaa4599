import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LOGIN, openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import { openStripeHost, WEBHOOK_SECRET } from '../hosts/stripe/index.ts'
import { type Json, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { changed, debitBody, ownProduct, paid, refundBody, saleBody, transactionOf } from '../support/payments.ts'
import { resolveOnce } from '../support/power-cut.ts'

/** Each connector says in its own way that what it had approved did not happen. */
const t = await testApp('taken_back_connectors', { retry_policy: { find_ms: [10], poll_ms: 300 } })
const stripe = await openStripeHost(['skip_bank_verification'])
const authorizenet = await openAuthorizeNet(() => t.clock.seconds())
after(async () => {
  await t.close()
  await stripe.close()
  await authorizenet.close()
})
stripe.book.now = () => t.clock.seconds()
const products = { simulator: await ownProduct(t), stripe: await ownProduct(t), authorizenet: await ownProduct(t) }
const bank = t.merchants[0].ach_product_transaction_id
await connectProducts(
  t,
  {
    connector: 'stripe',
    settings: { url: stripe.url, features: 'skip_bank_verification' },
    secrets: { secret_key: stripe.secret_key, webhook_secret: WEBHOOK_SECRET },
  },
  [products.stripe, bank],
)
const { login_id, transaction_key } = LOGIN
await connectProducts(
  t,
  { connector: 'authorizenet', settings: { url: authorizenet.url, login_id }, secrets: { transaction_key } },
  [products.authorizenet],
)
const { compareNight } = t.app.payments.reconciliation
await compareNight()

const sale = (connector: keyof typeof products, over: Json = {}): Promise<Json> =>
  paid(t.api, saleBody({ product_transaction_id: products[connector], exp_date: '1249', ...over }))
const lastRefund = () => [...stripe.book.refunds.values()].at(-1)!

/** Stripe fails a refund, and says so with a signed message. */
async function failRefund(at: string): Promise<void> {
  const refund = lastRefund()
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
  const charge = [...stripe.book.charges.values()].find(each => each.payment_intent === refund.payment_intent)!
  charge.amount_refunded -= refund.amount
  stripe.book.move('refund_failure', refund.amount, refund.id)
  const seconds = Math.floor(Date.now() / 1000)
  const { headers, body } = stripe.notification('refund.failed', refund, seconds)
  const sent = await t.app.http.inject({
    method: 'POST',
    url: `/processors/stripe/${at}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  })
  assert.equal(sent.statusCode, 200)
  await t.settle()
}

async function night(): Promise<void> {
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  await t.db.run('update nightly_comparison set lease_until = 0')
  await compareNight()
  await t.settle()
}

const kinds = async (transaction_id: string): Promise<string[]> =>
  (await Array.fromAsync(t.api.discrepancies.list({ status: 'open', sort: 'id' })))
    .filter(each => each.transaction_id === transaction_id)
    .map(({ kind }) => kind)

test('G1 Stripe: a refund that failed with refund.failed is declined, and is made again', async () => {
  const { id } = await sale('stripe')
  const refund = await paid(t.api, refundBody(id, '10.00'))
  assert.equal(refund.status_id, 111)
  await failRefund(products.stripe)
  const { status_id, reason_code_id } = await transactionOf(t, refund.id)
  assert.deepEqual([status_id, reason_code_id, await kinds(refund.id)], [301, 1622, ['taken_back']])
  assert.equal((await paid(t.api, refundBody(id, '10.00'))).status_id, 111)
})

test('G1 Stripe: a pending void is pending, and a void that failed leaves the sale', async () => {
  const { id } = await sale('stripe', { transaction_amount: '11.00' })
  stripe.book.pending_refunds = true
  const asked = await changed(t.api, id, { action: 'void' })
  stripe.book.pending_refunds = false
  assert.deepEqual([asked.status_id, asked.reason_code_id], [101, 1531], 'it is not done yet')
  assert.equal((await transactionOf(t, id)).transaction_amount, 11)
  lastRefund().status = 'succeeded'
  await resolveOnce(t)
  assert.equal((await transactionOf(t, id)).status_id, 201)
  await failRefund(products.stripe)
  const { status_id, transaction_amount } = await transactionOf(t, id)
  assert.deepEqual([status_id, transaction_amount, await kinds(id)], [101, 11, ['taken_back']])
})

test('G1 Stripe: a refund of a bank debit that failed is charged back, and the debit can be refunded again', async () => {
  const body = debitBody(bank, { routing: '110000000', account_number: '000123456789' })
  const { id } = await paid(t.api, body)
  stripe.book.settleDebits()
  await resolveOnce(t)
  for (const status_id of [132, 133, 134])
    await t.db.run('update transaction set status_id = $2 where id = $1', [id, status_id])
  const refund = { action: 'refund', payment_method: 'ach', previous_transaction_id: id, transaction_amount: '25.00' }
  const first = await paid(t.api, refund)
  lastRefund().status = 'succeeded'
  await resolveOnce(t)
  assert.equal((await transactionOf(t, first.id)).status_id, 131)
  await failRefund(bank)
  const { status_id, reason_code_id } = await transactionOf(t, first.id)
  assert.deepEqual([status_id, reason_code_id], [331, 1622])
  const again = await paid(t.api, refund)
  assert.notEqual(again.status_id, 301)
})

test('G1 Stripe without a webhook: what was paid out tells that a refund failed, within a night', async () => {
  const { id } = await sale('stripe', { transaction_amount: '13.00' })
  const refund = await paid(t.api, refundBody(id, '13.00'))
  const failed = lastRefund()
  Object.assign(failed, { status: 'failed', failure_reason: 'unknown' })
  stripe.book.move('refund_failure', failed.amount, failed.id)
  stripe.book.payOut()
  await night()
  assert.equal((await transactionOf(t, refund.id)).status_id, 301)
  await night()
  assert.deepEqual(await kinds(refund.id), ['taken_back'], 'the books agree again')
})

test('G1 Authorize.Net: a refund that ends in an error is declined within a night', async () => {
  const first = await sale('authorizenet', { transaction_amount: '14.00' })
  authorizenet.book.close()
  const refund = await paid(t.api, refundBody(first.id, '14.00'))
  assert.equal(refund.status_id, 111)
  await t.clock.moveTo(t.clock.seconds() + 3600, t.app.worker)
  const entry = authorizenet.book.entries.at(-1)!
  authorizenet.book.close()
  entry.status = 'generalError'
  await night()
  assert.equal((await transactionOf(t, refund.id)).status_id, 301)
  await night()
  assert.deepEqual(await kinds(refund.id), ['taken_back'])
  assert.equal((await paid(t.api, refundBody(first.id, '14.00'))).status_id, 111)
})

test('G1 Authorize.Net: a batch that failed is a difference until it was reset and settled', async () => {
  const { id } = await sale('authorizenet', { transaction_amount: '15.00' })
  const entry = authorizenet.book.entries.at(-1)!
  await t.clock.moveTo(t.clock.seconds() + 3600, t.app.worker)
  authorizenet.book.close('settlementError')
  await night()
  assert.deepEqual([(await transactionOf(t, id)).status_id, await kinds(id)], [101, ['order_amount']])
  Object.assign(entry, { status: 'capturedPendingSettlement', batch: null })
  authorizenet.book.close()
  await night()
  assert.deepEqual([(await transactionOf(t, id)).status_id, await kinds(id)], [101, []])
})

test('G1 Authorize.Net: a payment that a person voided in its own pages is voided', async () => {
  const { id } = await sale('authorizenet', { transaction_amount: '16.00' })
  const entry = authorizenet.book.entries.at(-1)!
  Object.assign(entry, { status: 'voided', settles: 0n })
  const [attempt] = await t.db.query<{ id: string; root_id: string }>(
    'select id, root_id from attempt where transaction_id = $1',
    [id],
  )
  await t.app.payments.resolution.lookAgain(attempt!.root_id, attempt!.id)
  assert.equal((await transactionOf(t, id)).status_id, 201)
})

test('G1 the simulator takes back a refund and a void, and keeps it so', async () => {
  const first = await sale('simulator', { transaction_amount: '17.00' })
  const fault = { headers: { 'tollgate-sandbox-fault': 'take_back' } }
  const refund = await t.api.transactions.create(refundBody(first.id, '17.00'), fault)
  const second = await sale('simulator', { transaction_amount: '18.00' })
  await t.api.transactions.void(second.id, {}, fault)
  assert.deepEqual([refund.status_id, (await transactionOf(t, second.id)).status_id], [111, 201])
  await night()
  assert.deepEqual(
    [(await transactionOf(t, refund.id)).status_id, (await transactionOf(t, second.id)).status_id],
    [301, 101],
  )
  const again = await paid(t.api, refundBody(first.id, '17.00'))
  assert.equal(again.status_id, 111, 'the simulator gives it back as well')
  await night()
  assert.deepEqual([await kinds(refund.id), await kinds(second.id)], [['taken_back'], ['taken_back']])
})
