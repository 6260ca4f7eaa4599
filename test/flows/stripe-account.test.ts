import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { processor } from '../../src/cli/processor.ts'
import { openStripeHost, WEBHOOK_SECRET } from '../hosts/stripe/index.ts'
import { type Json, testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { changed, debitBody, paid, refundBody, transactionOf } from '../support/payments.ts'
import { cardSale } from '../support/recurrings.ts'

/** An operator connects products to Stripe by command; from then on their payments go there. */
const host = await openStripeHost(['skip_bank_verification'])
const t = await testApp('stripe_account')
after(async () => {
  await t.close()
  await host.close()
})
host.book.now = () => t.clock.seconds()
const operator = operatorOf(t)
const run = (...args: string[]) => operator.run(processor(args))
const { cc_product_transaction_id: cards, ach_product_transaction_id: bank } = t.merchants[0]

const settings = (over: Json = {}): string => {
  const path = join(t.home, 'stripe.json')
  const { secret_key, url } = host
  writeFileSync(path, JSON.stringify({ secret_key, url, webhook_secret: WEBHOOK_SECRET, ...over }))
  return path
}
const connect = (product: string, over?: Json) =>
  run('set', '--product', product, '--connector', 'stripe', '--settings', settings(over))

test('what is no key, address or feature of Stripe’s is refused by name', async () => {
  for (const [name, value] of Object.entries({ secret_key: 'pk_live_1', url: 'api.stripe.com', features: 'all' }))
    await assert.rejects(connect(cards, { [name]: value }), (error: Error) => {
      assert.match(error.message, new RegExp(name))
      assert.ok(!error.message.includes(value))
      return true
    })
})

test('what Stripe has paid out agrees with the books: payments, refunds, and what was voided', async () => {
  await connect(cards)
  const compare = () => t.app.payments.reconciliation.compareNight()
  await compare()
  const sale = await paid(t.api, cardSale({ transaction_amount: '21.00' }))
  await paid(t.api, refundBody(sale.id, '4.00'))
  const voided = await paid(t.api, cardSale({ transaction_amount: '22.00' }))
  await changed(t.api, voided.id, { action: 'void' })
  const hold = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '23.00' }))
  await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '20.00' })
  host.book.payOut()
  await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
  await compare()
  const rows = await t.db.query<Json>(
    'select transaction_id, sum(amount)::int as amount, sum(fee)::int as fee from settled_payment where transaction_id = any($1) group by 1',
    [[sale.id, voided.id, hold.id]],
  )
  assert.deepEqual(
    [sale, voided, hold].map(({ id }) => rows.find(row => row.transaction_id === id)?.amount),
    [2100, 0, 2000],
  )
  assert.ok(rows.every(({ fee }) => fee > 0))
  assert.deepEqual(await Array.fromAsync(t.api.discrepancies.list({ status: 'open' })), [])
})

test('a debit ends when Stripe says that something has happened; the message itself is not believed', async () => {
  await connect(bank, { features: 'skip_bank_verification' })
  const body = debitBody(bank, { routing: '110000000', account_number: '000222222227' })
  const debit = await t.api.transactions.create(body)
  assert.equal(debit.status_id, 0)
  const intent = [...host.book.intents.values()].at(-1)!
  const notify = async (object: object, secret = WEBHOOK_SECRET) => {
    const seconds = Math.floor(Date.now() / 1000)
    const { headers, body: payload } = host.notification('payment_intent.payment_failed', object, seconds)
    const signed = secret === WEBHOOK_SECRET ? headers : { 'stripe-signature': `t=${seconds},v1=00` }
    const json = { 'content-type': 'application/json' }
    return t.app.http.inject({
      method: 'POST',
      url: `/processors/stripe/${bank}`,
      headers: { ...signed, ...json },
      payload,
    })
  }
  const resolved = async () => {
    await t.app.payments.resolve()
    return transactionOf(t, debit.id)
  }
  assert.equal((await notify(intent, 'whsec_guessed')).statusCode, 401)
  assert.equal((await notify({ ...intent, status: 'succeeded' })).statusCode, 200)
  assert.equal((await resolved()).status_id, 0, 'Stripe is still waiting for the bank')
  host.book.settleDebits()
  assert.equal((await notify(intent)).statusCode, 200)
  const { status_id, reason_code_id } = await resolved()
  assert.deepEqual([status_id, reason_code_id], [301, 2101])
})
