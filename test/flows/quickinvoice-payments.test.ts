import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Transaction } from '../../packages/client/types/api.js'
import { systemCaller } from '../../src/definition/caller.ts'
import { BY_MERCHANT } from '../../src/lib/initiation.ts'
import { transaction } from '../../src/resources/transaction/transaction.ts'
import { type Json, testApp } from '../support/app.ts'
import { freshQuarterHour } from '../support/fresh-quarter-hour.ts'
import { newInvoice, outbox, readInvoice, refused, saleElsewhere } from '../support/invoices.ts'
import { BANK_FORM, CARD_FORM, payPage } from '../support/pay-page.ts'
import { refusal } from '../support/typed-client.ts'

/** The connection to the processor, which can be cut: then the outcome of an order is unknown. */
const line = { cut: false }

const t = await testApp('invoice_payments', {
  processor: real => ({
    ...real,
    actions: { ...real.actions, sale: async order => (line.cut ? dead() : real.actions.sale!(order)) },
    find: async reference => (line.cut ? dead() : real.find(reference)),
  }),
})
after(() => t.close())
const [merchant] = t.merchants
const { api } = t
const actor = { caller: systemCaller(merchant.location_id, 'test') }

function dead(): never {
  throw new Error('the line is cut')
}

/** Balance, payment status and status. */
async function status(id: string): Promise<[string, number, number]> {
  const { remaining_balance, payment_status_id, status_id } = await readInvoice(t, id)
  return [remaining_balance, payment_status_id, status_id]
}

const move = (id: string, verb: 'addTransaction' | 'removeTransaction', transaction_id?: string): Promise<Json> =>
  api.quickinvoices[verb](id, { transaction_id } as Json)

const reopen = (id: string) => api.quickinvoices.reopen(id)

test('QI-08 QI-57 QI-83 a payment in full on the page closes the invoice and leaves a transaction that names it', async () => {
  const invoice = await newInvoice(t, { contact_id: merchant.contact_id })
  const page = payPage(t, invoice.id)
  const receipt = await page.follow(await page.pay())
  assert.match(receipt.document, /Payment approved/)
  assert.match(receipt.document, /\$10\.00/)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 2])

  const transactions = await Array.fromAsync(api.transactions.list({ quick_invoice_id: invoice.id }))
  const paid = transactions[0]!
  assert.equal(transactions.length, 1)
  assert.deepEqual(
    [paid.transaction_amount, paid.status_id, paid.type_id, paid.trx_source_id, paid.contact_id, paid.last_four],
    [10, 101, 20, 8, merchant.contact_id, '1111'],
  )
  assert.match((await page.open()).document, /This invoice is paid/)
})

test('QI-32 without partial payment the page takes the whole balance only', async () => {
  const invoice = await newInvoice(t)
  const page = payPage(t, invoice.id)
  const less = await page.pay({ amount: '5.00', shown_amount: '500' })
  assert.equal(less.status, 422)
  assert.deepEqual(await status(invoice.id), ['10.00', 1, 1])
})

test('QI-08 QI-32 QI-47 with partial payment each part lowers the balance, and the last one closes', async () => {
  const invoice = await newInvoice(t, { allow_partial_pay: 1 })
  const page = payPage(t, invoice.id)
  assert.equal((await page.pay({ amount: '4.00' })).status, 303)
  assert.deepEqual(await status(invoice.id), ['6.00', 3, 1])
  assert.equal((await page.pay({ amount: '6.01' })).status, 422)
  assert.equal((await page.pay({ amount: '6.00' })).status, 303)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 2])
})

test('QI-31 with overpayment a paid invoice stays open and takes more; the balance stays at nothing', async () => {
  const invoice = await newInvoice(t, { allow_overpayment: 1 })
  const page = payPage(t, invoice.id)
  assert.equal((await page.pay({ amount: '12.00' })).status, 303)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 1])
  assert.equal((await page.pay({ amount: '3.00' })).status, 303)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 1])
})

test('a bank debit on the page is of class WEB and pays the invoice at once', async () => {
  const invoice = await newInvoice(t, { ach_product_transaction_id: merchant.ach_product_transaction_id })
  const page = payPage(t, invoice.id)
  const answer = await page.send({ ...BANK_FORM, ...(await page.form()) })
  assert.match((await page.follow(answer)).document, /debit/)
  const transactions = await Array.fromAsync(api.transactions.list({ quick_invoice_id: invoice.id }))
  const [{ type_id, status_id, ach_sec_code }] = transactions as [Transaction]
  assert.deepEqual([type_id, status_id, ach_sec_code], [50, 131, 'WEB'])
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 2])
})

test('a declined payment moves nothing and can be tried again', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '6.16' } })
  const page = payPage(t, invoice.id)
  const answer = await page.pay()
  assert.equal(answer.status, 422)
  assert.match(answer.document, /The payment was declined/)
  assert.deepEqual(await status(invoice.id), ['6.16', 1, 1])
  const transactions = await Array.fromAsync(api.transactions.list({ quick_invoice_id: invoice.id }))
  assert.deepEqual(
    transactions.map((each: { status_id: number }) => each.status_id),
    [301],
  )
})

test('the same form sent twice pays once, also at the same moment, and leads to the same receipt', async () => {
  const invoice = await newInvoice(t, { allow_partial_pay: 1 })
  const page = payPage(t, invoice.id)
  const filled = { ...CARD_FORM, ...(await page.form()), amount: '2.00' }
  const together = await Promise.all([page.send(filled), page.send(filled)])
  const again = await page.send(filled)
  for (const answer of [...together, again]) assert.equal(answer.location, together[0]!.location)
  assert.deepEqual(await status(invoice.id), ['8.00', 3, 1])
  assert.equal((await t.ledger()).filter(entry => entry.amount === '2.00').length, 1)
})

test('of two payments of the whole balance at the same moment one is refused before anything is sent', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '44.44' } })
  const page = payPage(t, invoice.id)
  const forms = await Promise.all([page.form(), page.form(), page.form()])
  const answers = await Promise.all(forms.map(form => page.send({ ...CARD_FORM, ...form })))
  assert.deepEqual(answers.map(each => each.status).toSorted(), [303, 409, 409])
  assert.equal((await t.ledger()).filter(entry => entry.amount === '44.44').length, 1)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 2])
})

test('a payment whose outcome is not known holds the invoice until it is; then it can be paid', async () => {
  const invoice = await newInvoice(t, { item_list: { Mowing: '33.33' } })
  const page = payPage(t, invoice.id)
  line.cut = true
  const answer = await page.pay()
  line.cut = false
  assert.match((await page.follow(answer)).document, /Payment being confirmed/)
  assert.match((await page.open()).document, /A payment is being confirmed/)
  assert.deepEqual(await status(invoice.id), ['33.33', 1, 1])
  const shrunk = await refusal(api.quickinvoices.update(invoice.id, { item_list: { Mowing: 5 } }))
  assert.deepEqual(refused(shrunk), ['item_list'])

  // The resolver waits in machine time; here its time has come.
  await t.db.run('update attempt set ask_ts = 0, believe_ts = 0')
  await t.app.payments.resolve()
  assert.match((await page.follow(answer)).document, /Payment declined/)
  assert.equal((await page.pay()).status, 303)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 2])
})

test('GAP-11 GAP-18 QI-66 QI-80 addTransaction counts a payment made elsewhere; the status stays', async () => {
  const invoice = await newInvoice(t)
  const part = await saleElsewhere(t, 400n)
  const quickinvoice = await move(invoice.id, 'addTransaction', part.id)
  assert.deepEqual(
    [quickinvoice.remaining_balance, quickinvoice.payment_status_id, quickinvoice.status_id],
    ['6.00', 3, 1],
  )
  assert.deepEqual(
    quickinvoice.transactions.map((each: { id: string }) => each.id),
    [part.id],
  )

  const rest = await saleElsewhere(t, 600n)
  await move(invoice.id, 'addTransaction', rest.id)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 1])
  assert.match((await payPage(t, invoice.id).open()).document, /This invoice is paid/)
})

test('QI-67 QI-81 removeTransaction gives the balance back; the status stays', async () => {
  const invoice = await newInvoice(t)
  assert.equal((await payPage(t, invoice.id).pay()).status, 303)
  const { transactions } = await readInvoice(t, invoice.id, 'transactions')
  const quickinvoice = await move(invoice.id, 'removeTransaction', transactions[0].id)
  assert.deepEqual(
    [quickinvoice.remaining_balance, quickinvoice.payment_status_id, quickinvoice.status_id],
    ['10.00', 1, 2],
  )
  assert.deepEqual(quickinvoice.transactions, [])
  const transaction = await api.transactions.get(transactions[0].id)
  assert.equal(transaction.quick_invoice_id, null)
})

test('QI-66 QI-82 a transaction that is missing, foreign, declined, given back or another invoice’s is refused', async () => {
  const invoice = await newInvoice(t)
  const second = await newInvoice(t)
  const sale = await saleElsewhere(t, 100n)
  assert.deepEqual(refused(await refusal(move(invoice.id, 'addTransaction'))), ['transaction_id'])
  assert.deepEqual(refused(await refusal(move(invoice.id, 'addTransaction', 'f'.repeat(24)))), ['transaction_id'])
  assert.deepEqual(refused(await refusal(move(invoice.id, 'removeTransaction', sale.id))), ['transaction_id'])
  const declined = await saleElsewhere(t, 616n)
  assert.deepEqual(refused(await refusal(move(invoice.id, 'addTransaction', declined.id))), ['transaction_id'])
  const voided = await saleElsewhere(t, 100n)
  await t.app.payments.follow(actor, voided.id, 'void', { amount: null, set: {} })
  assert.deepEqual(refused(await refusal(move(invoice.id, 'addTransaction', voided.id))), ['transaction_id'])
  const child = await newInvoice(t, { location_id: merchant.child_location_id })
  assert.deepEqual(refused(await refusal(move(child.id, 'addTransaction', sale.id))), ['transaction_id'])
  await move(second.id, 'addTransaction', sale.id)
  assert.deepEqual(refused(await refusal(move(invoice.id, 'addTransaction', sale.id))), ['transaction_id'])
  await move(second.id, 'addTransaction', sale.id)
  assert.deepEqual(await status(second.id), ['9.00', 3, 1])
})

test('an authorization counts with what it holds, and with what was captured from then on', async () => {
  const invoice = await newInvoice(t)
  const held = await saleElsewhere(t, 1000n, 'authonly')
  await move(invoice.id, 'addTransaction', held.id)
  assert.deepEqual(await status(invoice.id), ['0.00', 2, 1])
  await t.app.payments.follow(actor, held.id, 'authcomplete', { amount: 300n, set: {} })
  assert.deepEqual(await status(invoice.id), ['7.00', 3, 1])
})

test('a void or a refund gives the balance back and never reopens', async () => {
  const invoice = await newInvoice(t)
  assert.equal((await payPage(t, invoice.id).pay()).status, 303)
  const { transactions } = await readInvoice(t, invoice.id, 'transactions')
  const sale = await t.app.store.reader(actor.caller).one(transaction, transactions[0].id, 'id')
  await t.app.payments.run(actor, {
    action: 'refund',
    location_id: merchant.location_id,
    product_transaction_id: merchant.cc_product_transaction_id,
    amount: 400n,
    source: null,
    refunds: sale,
    initiation: BY_MERCHANT,
    details: {},
  })
  assert.deepEqual(await status(invoice.id), ['4.00', 3, 2])

  const other = await newInvoice(t)
  assert.equal((await payPage(t, other.id).pay()).status, 303)
  const paid = await readInvoice(t, other.id, 'transactions')
  await t.app.payments.follow(actor, paid.transactions[0].id, 'void', { amount: null, set: {} })
  assert.deepEqual(await status(other.id), ['10.00', 1, 2])
})

test('GAP-12 QI-65 QI-74 QI-78 ERR-10 a closed invoice reopens as the money says, once it is not paid any more', async () => {
  const invoice = await newInvoice(t)
  const page = payPage(t, invoice.id)
  assert.equal((await page.pay()).status, 303)
  assert.deepEqual(refused(await refusal(reopen(invoice.id))), ['payment_status_id'])
  assert.match((await page.open()).document, /This invoice is paid/)
  const { transactions } = await readInvoice(t, invoice.id, 'transactions')
  await move(invoice.id, 'removeTransaction', transactions[0].id)
  assert.match((await page.open()).document, /This invoice is closed/)
  const reopened = await reopen(invoice.id)
  assert.deepEqual([reopened.status_id, reopened.payment_status_id], [1, 1])
  assert.equal((await page.pay()).status, 303)
})

test('QI-74 an invoice that was paid in part reopens as Partially Paid', async () => {
  const invoice = await newInvoice(t)
  assert.equal((await payPage(t, invoice.id).pay()).status, 303)
  const { transactions } = await readInvoice(t, invoice.id, 'transactions')
  await move(invoice.id, 'removeTransaction', transactions[0].id)
  const part = await saleElsewhere(t, 300n)
  await move(invoice.id, 'addTransaction', part.id)
  const quickinvoice = await reopen(invoice.id)
  assert.deepEqual(
    [quickinvoice.status_id, quickinvoice.payment_status_id, quickinvoice.remaining_balance],
    [1, 3, '7.00'],
  )
})

test('QI-77 ERR-10 an open invoice cannot be reopened', async () => {
  const invoice = await newInvoice(t)
  assert.deepEqual(refused(await refusal(reopen(invoice.id))), ['status_id'])
})

test('GAP-37 QI-79 ERR-08 a closed invoice takes no PUT, but transactions still move', async () => {
  const invoice = await newInvoice(t)
  assert.equal((await payPage(t, invoice.id).pay()).status, 303)
  const before = await readInvoice(t, invoice.id)
  const answer = await refusal(api.quickinvoices.update(invoice.id, { title: 'x' }))
  assert.deepEqual(answer.body.errors, { status_id: ['Quick Invoice is closed and cannot be updated.'] })
  assert.deepEqual(await readInvoice(t, invoice.id), before)
})

test('QI-14 products can change until a payment was made', async () => {
  const invoice = await newInvoice(t, { allow_partial_pay: 1 })
  const set = (ach_product_transaction_id: string | null) =>
    api.quickinvoices.update(invoice.id, { ach_product_transaction_id })
  await set(merchant.ach_product_transaction_id)
  assert.equal((await payPage(t, invoice.id).pay({ amount: '1.00' })).status, 303)
  assert.deepEqual(refused(await refusal(set(null))), ['ach_product_transaction_id'])
  await set(merchant.ach_product_transaction_id)
})

test('the receipt opens with its own token only, for its own invoice only', async () => {
  const invoice = await newInvoice(t)
  const second = await newInvoice(t)
  const page = payPage(t, invoice.id)
  const answer = await page.pay()
  const location = answer.location!
  assert.equal((await page.follow(answer)).status, 200)
  for (const url of [
    location.replace(invoice.id, second.id),
    `${location.slice(0, -1)}${location.endsWith('0') ? '1' : '0'}`,
  ]) {
    const response = await t.app.http.inject({ method: 'GET', url })
    assert.equal(response.statusCode, 404)
  }
})

test('the first look of an hour at the page is recorded with its address', async () => {
  const invoice = await newInvoice(t)
  await payPage(t, invoice.id).open()
  await payPage(t, invoice.id).open()
  const { quick_invoice_views } = await readInvoice(t, invoice.id, 'quick_invoice_views')
  assert.deepEqual(
    quick_invoice_views.map((each: { remote_ip: string }) => each.remote_ip),
    ['127.0.0.1'],
  )
})

test('too many tries on one invoice are stopped for a while, and nothing is sent any more', async () => {
  await freshQuarterHour(t)
  const invoice = await newInvoice(t, { item_list: { Mowing: '6.16' } })
  const page = payPage(t, invoice.id)
  // Not the card of the other tests: declines count against a card too.
  const own = { cc_account_number: '5454545454545454' }
  const before = (await t.ledger()).length
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await page.pay(own)).status)
  assert.deepEqual(statuses, [422, 422, 422, 429, 429, 429])
  assert.equal((await t.ledger()).length, before + 3)
})

test('NT-07 who pays in full is thanked once, and the payer gets a receipt where asked for', async () => {
  const invoice = await newInvoice(t, { email: 'thanked@example.com' })
  const page = payPage(t, invoice.id)
  const answer = await page.pay({ notification_email_address: 'payer@example.com' })
  assert.match((await page.follow(answer)).document, /payer@example\.com/)
  const [thanks, ...more] = await outbox(t, 'thanked@example.com')
  assert.deepEqual(more, [])
  assert.equal(thanks.reason, 'quickinvoice.thanks')
  assert.match(thanks.text, /paid in full/)
  const [receipt] = await outbox(t, 'payer@example.com')
  assert.equal(receipt.reason, 'quickinvoice.receipt')
  assert.match(receipt.text, /Visa ending in 1111/)
  assert.doesNotMatch(receipt.text + receipt.html, /4111111111111111|04\/31|(?<![0-9a-f])0431(?![0-9a-f])/)

  const { transactions } = await readInvoice(t, invoice.id, 'transactions')
  assert.equal(transactions[0].notification_email_sent, true)
  await move(invoice.id, 'removeTransaction', transactions[0].id)
  await move(invoice.id, 'addTransaction', transactions[0].id)
  assert.equal((await outbox(t, 'thanked@example.com')).length, 1)
})

test('QI-76 ERR-10 an expired invoice takes no payment and cannot be reopened', async () => {
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.now())
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
  const invoice = await newInvoice(t, { expire_date: today.toString() })
  const page = payPage(t, invoice.id)
  const form = await page.form()
  await t.clock.moveTo(t.clock.seconds() + 2 * 86_400, t.app.worker)
  assert.match((await page.open()).document, /This invoice has expired/)
  assert.equal((await page.send({ ...CARD_FORM, ...form })).status, 409)
  assert.deepEqual(await status(invoice.id), ['10.00', 1, 1])
  assert.deepEqual(refused(await refusal(reopen(invoice.id))), ['expire_date'])
})

test('no card number is left in the log', () => {
  assert.doesNotMatch(t.logged(), /4111111111111111|123456789/)
})

test('G10 the receipt of a payment that was voided says that the bank may show it for some days', async () => {
  const page = payPage(t, (await newInvoice(t, { item_list: { Mowing: '10.00' } })).id)
  const answer = await page.pay()
  assert.doesNotMatch((await page.follow(answer)).document, /Your bank may show/)
  const [sale] = await Array.fromAsync(api.transactions.list({ page_size: 1, sort: '-id' }))
  await api.transactions.update(sale!.id, { action: 'void' })
  assert.match((await page.follow(answer)).document, /not been charged.*Your bank may show the amount as pending/s)
})
