import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { diskFiles } from '../../src/adapters/files/disk/index.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { Refusal } from '../../src/lib/problem.ts'
import type { PagePayment } from '../../src/pages/checkout/checkout.ts'
import { shownAmount } from '../../src/pages/payform/amount.ts'
import { payable } from '../../src/pages/quickinvoice/invoice-page.ts'
import { type InvoicePagePort, invoicePagePort } from '../../src/pages/quickinvoice/invoice-port.ts'
import { testApp } from '../support/app.ts'
import { newInvoice, readInvoice, saleElsewhere } from '../support/invoices.ts'
import { SHOWN } from '../support/shown.ts'

const t = await testApp('invoice_port')
after(() => t.close())
const [merchant] = t.merchants

/** A port of its own, as another process of the same gateway would have. */
const realPort = () =>
  invoicePagePort({
    db: t.db,
    store: t.app.store,
    payments: t.app.payments,
    files: diskFiles(join(t.home, 'files')),
    printer: { pdf: async () => Buffer.of(), close: async () => {} },
    publicUrl: () => 'http://127.0.0.1:1',
    clock: t.clock,
    cipher: t.cipher,
    payer_tries: 12,
  })

/** A page that a payer opens just before it is sent. */
function port(): InvoicePagePort {
  const real = realPort()
  return {
    ...real,
    async pay(order, view) {
      const shown = await real.reading(order.page_id)
      return real.pay({ ...order, shown_amount: shown ? shownAmount(payable(shown.invoice)!) : '' }, view)
    },
  }
}

let count = 0

function payment(page_id: string, amount: bigint, attempt?: string): PagePayment {
  count += 1
  return {
    page_id,
    amount,
    shown_amount: '',
    attempt: attempt ?? count.toString(16).padStart(32, '0'),
    remote_ip: '192.0.2.7',
    surcharge: 0n,
    notification_email_address: null,
    words: SHOWN.words,
    details: {},
    instrument: {
      payment_method: 'cc',
      account_holder_name: 'Rosa Lindqvist',
      account_number: '4111111111111111',
      exp_date: '0431',
      cvv: null,
      billing_street: null,
      billing_zip: null,
    },
  }
}

const taken = async (amount: string) => (await t.ledger()).filter(entry => entry.amount === amount).length

test('one form sent to two processes at the same moment is one payment with one answer', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '70.01' }, allow_overpayment: 1 })
  const order = payment(invoice.id, 7001n)
  const [first, second] = await Promise.all([port().pay(order), port().pay(order)])
  const outcomes = [first, second].filter(each => each.result === 'approved')
  // The second may find the payment of the first still pending.
  for (const each of [first, second]) assert.ok(['approved', 'unknown'].includes(each.result))
  assert.ok(outcomes.length >= 1)
  assert.equal(first.receipt_token, second.receipt_token)
  assert.deepEqual(await port().pay(order), outcomes[0])
  assert.deepEqual(await port().earlier(invoice.id, order.attempt, SHOWN.words), outcomes[0])
  assert.equal(await taken('70.01'), 1)
})

test('what a payer did on a page is found by the id of the request', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '70.09' } })
  const fields = {
    attempt: 'b'.repeat(32),
    shown_amount: '7009',
    cc_account_number: '4111111111111111',
    cc_exp_date: '0431',
    cc_cvv: '999',
    cc_account_holder_name: 'Rosa Lindqvist',
    cc_billing_zip: '32606',
  }
  const browser = t.as({ 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' })
  const sent = { 'x-request-id': 'payer-4711' }
  const { status } = await browser.post(`/quickinvoice/?id=${invoice.id}`, String(new URLSearchParams(fields)), sent)
  assert.equal(status, 303)
  const events = await t.db.query<{ noun: string }>(`select distinct noun from event where request_id = 'payer-4711'`)
  const nouns = events.map(({ noun }) => noun)
  assert.ok(nouns.includes('transaction') && nouns.includes('quickinvoice'), String(nouns))
})

test('the same token on another invoice is another payment', async () => {
  const [first, second] = [await newInvoice(t), await newInvoice(t)]
  const order = payment(first.id, 1000n)
  assert.equal((await port().pay(order)).result, 'approved')
  assert.equal(await port().earlier(second.id, order.attempt, SHOWN.words), null)
  assert.equal((await port().pay({ ...order, page_id: second.id })).result, 'approved')
})

test('what no longer fits is refused under the lock with a text for the payer, stays refused, and nothing is sent', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '70.03' } })
  const part = payment(invoice.id, 7002n)
  const outcome = await port().pay(part)
  assert.equal(outcome.result, 'refused')
  assert.match(outcome.message, /\$70\.03/)
  await t.api.quickinvoices.update(invoice.id, { allow_partial_pay: 1 })
  assert.deepEqual(await port().pay(part), outcome)
  assert.equal((await port().pay(payment(invoice.id, 7004n))).result, 'refused')
  assert.equal((await port().pay(payment(invoice.id, 7002n))).result, 'approved')
  assert.deepEqual([await taken('70.02'), await taken('70.04')], [1, 0])
})

test('a closed, expired or deleted invoice is refused under the lock', async () => {
  const closed = await newInvoice(t, { item_list: { Mowing: '70.05' } })
  await t.db.run('update quickinvoice set status_id = 2 where id = $1', [closed.id])
  const expired = await newInvoice(t, { item_list: { Mowing: '70.05' }, expire_date: '2020-01-01' })
  const deleted = await newInvoice(t, { item_list: { Mowing: '70.05' } })
  await t.api.quickinvoices.delete(deleted.id)
  for (const { id } of [closed, expired, deleted])
    assert.equal((await port().pay(payment(id, 7005n))).result, 'refused')
  assert.equal(await taken('70.05'), 0)
})

test('a method the invoice does not offer, or no longer does, is refused', async () => {
  const product = await t.api.producttransactions.create({
    location_id: merchant.location_id,
    title: 'Soon gone',
    payment_method: 'cc',
    processor: 'zgate',
    industry_type: 'ecommerce',
  })
  const { id } = product
  const invoice = await newInvoice(t, { cc_product_transaction_id: id })
  await t.api.producttransactions.update(id, { quick_invoice_allow: 0 })
  assert.equal((await port().view(invoice.id, null))?.methods.cc, null)
  const outcome = await port().pay(payment(invoice.id, 1000n))
  assert.deepEqual([outcome.result, outcome.message], ['refused', 'This invoice cannot be paid by card.'])
})

test('of payments that name an invoice, by whatever way, no more start than it has left', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '70.06' } })
  const run = () => saleElsewhere(t, 7006n, 'sale', { quick_invoice_id: invoice.id })
  const ended = await Promise.allSettled([run(), run(), run()])
  const refusals = ended.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  assert.equal(refusals.length, 2)
  for (const refusal of refusals) {
    assert.ok(refusal instanceof Refusal)
    assert.deepEqual(Object.keys(refusal.problems ?? {}), ['transaction_amount'])
  }
  assert.equal(await taken('70.06'), 1)
  const { remaining_balance, status_id } = await readInvoice(t, invoice.id)
  assert.deepEqual([remaining_balance, status_id], ['0.00', 2])
})

test('what a processor has answered is stored, also when it is more than the invoice asks for', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '70.07' }, allow_partial_pay: 1 })
  const tipped = await saleElsewhere(t, 7000n, 'sale', { quick_invoice_id: invoice.id })
  const actor = { caller: systemCaller(merchant.location_id, 'test') }
  await t.app.payments.follow(actor, tipped.id, 'tipadjust', { amount: 9000n, set: { tip_amount: 2000n } })
  const { remaining_balance, payment_status_id, status_id } = await readInvoice(t, invoice.id)
  assert.deepEqual([remaining_balance, payment_status_id, status_id], ['0.00', 2, 2])
})

test('an invoice of one merchant is found by its id alone, and its page says nothing of another', async () => {
  const made = await t.stranger.quickinvoices.create({
    location_id: t.merchants[1].location_id,
    title: 'Filling',
    due_date: '2030-01-31',
    item_list: { Filling: 80 },
  })
  const view = await port().view(made.id, null)
  assert.equal(view?.merchant.name, t.merchants[1].name)
  assert.equal(await port().view('f'.repeat(24), null), null)
})

test('requirements of the bank’s terminal are asked on the page unless the invoice has met them', async () => {
  const required = ['account_holder_name', 'driver_license', 'identity_verification']
  const made = await t.api.producttransactions.create({
    location_id: merchant.location_id,
    title: 'Strict bank',
    payment_method: 'ach',
    processor: 'ach',
    industry_type: 'ecommerce',
    processor_data: { terminals: [{ terminal_id: '1', sec_code: 'WEB', actions: ['debit'], required }] },
  })
  const ach_product_transaction_id = made.id
  const invoice = await newInvoice(t, { ach_product_transaction_id, customer_id: '77', dob_year: '1980' })
  assert.deepEqual((await port().view(invoice.id, null))?.methods.ach?.required, ['account_holder_name'])
})
