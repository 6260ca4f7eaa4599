import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValidationError } from '../../packages/client/src/index.js'
import { systemCaller } from '../../src/definition/caller.ts'
import { storeAmountLimits } from '../../src/payments/accounts/amount-limits.ts'
import { disconnectProduct } from '../../src/payments/accounts/change-account.ts'
import { openStripeRoom } from '../contracts/stripe.fixture.ts'
import type { IntentRecord } from '../hosts/stripe/book.ts'
import type { Json } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { formAddress, payment } from '../support/hosted-form.ts'
import { asking, linkTo, madePage } from '../support/hosted-pages.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { payPage } from '../support/pay-page.ts'
import { changed, debitBody, paid, refundBody, transactionOf } from '../support/payments.ts'
import { resolveOnce } from '../support/power-cut.ts'
import { cardSale, connectedSite, NOON } from '../support/recurrings.ts'
import { refusal } from '../support/typed-client.ts'

const room = await openStripeRoom()
const site = await connectedSite('stripe', room)
const { t } = site
const { book } = room.host
book.now = () => t.clock.seconds()

const last = (): IntentRecord => [...book.intents.values()].at(-1)!
const chargeOf = (intent: IntentRecord) => book.charges.get(intent.latest_charge!)!

test('a sale is approved with what Stripe says of it, refunded in part, and another one voided', async () => {
  const card = { cvv: '123', billing_street: '1 Main St.', billing_zip: '01803' }
  const sale = await paid(t.api, cardSale({ ...card, order_num: 'A-1 23' }))
  assert.deepEqual(
    [sale.status_id, sale.reason_code_id, sale.avs, sale.avs_enhanced, sale.cvv_response],
    [101, 1000, 'GOOD', 'Y', 'M'],
  )
  assert.match(sale.auth_code, /^\d{6}$/)
  assert.deepEqual([last().metadata.order_num, last().metadata.transaction_id], ['A-1 23', sale.id])
  assert.equal((await paid(t.api, refundBody(sale.id, '4.00'))).status_id, 111)
  assert.equal(chargeOf(last()).amount_refunded, 400)
  const other = await paid(t.api, cardSale({ transaction_amount: '11.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.equal(chargeOf(last()).amount_refunded, 1100)
})

test('G70 results of 3-D Secure in part are 422 with what is missing, and nothing is sent', async () => {
  const cavv = 'AAABBEg0VhI0VniQEjRWAAAAAAA='
  const xid = 'f38e6948-5388-41a6-bca4-b49723c19437'
  const sent = room.host.received.length
  const cases: [Json, string[]][] = [
    [{ cavv, eci: '05' }, ['xid']],
    [{ xid }, ['cavv']],
    [{ eci: '05' }, ['cavv', 'xid']],
  ]
  for (const [given, missing] of cases) {
    const { status, fields } = await refusal(t.api.transactions.create(cardSale(given)), ValidationError)
    assert.deepEqual([status, Object.keys(fields)], [422, missing])
  }
  assert.equal(room.host.received.length, sent)
  assert.equal((await paid(t.api, cardSale({ eci: '07' }))).status_id, 101)
})

const product = t.merchants[0].cc_product_transaction_id
const { location_id } = site
const invoiceOf = (over: Json) => newInvoice(t, { due_date: '2041-01-31', ...over })

test('G12 what Stripe does not take is refused before anything is sent; a refund may be less', async () => {
  const sent = room.host.received.length
  const refused: [() => Promise<unknown>, string, RegExp][] = [
    [
      () => t.api.transactions.create(cardSale({ transaction_amount: '0.49' })),
      'transaction_amount',
      /no less than 0\.50/,
    ],
    [
      () => t.api.transactions.create(cardSale({ transaction_amount: '1000000' })),
      'transaction_amount',
      /than 999999\.99/,
    ],
    [
      () => invoiceOf({ item_list: { Stamp: '0.30' } }),
      'item_list',
      /balance of 0\.30, which must be no less than 0\.50/,
    ],
    [() => invoiceOf({ item_list: { Ship: '1000000.00' } }), 'item_list', /no greater than 999999\.99/],
    [() => t.api.paylinks.create({ location_id, amount_due: '0.30' }), 'amount_due', /no less than 0\.50/],
  ]
  for (const [request, field, text] of refused) {
    const { status, fields } = await refusal(request(), ValidationError)
    assert.deepEqual([status, Object.keys(fields)], [422, [field]])
    assert.match(fields[field]!.join(), text)
  }
  assert.equal(room.host.received.length, sent)
  const sale = await paid(t.api, cardSale({ transaction_amount: '0.50' }))
  assert.equal((await paid(t.api, refundBody(sale.id, '0.30'))).status_id, 111)
  const parts = await invoiceOf({ item_list: { Ship: '1000000.00' }, allow_partial_pay: 1 })
  assert.equal(parts.remaining_balance, '1000000.00')
  const whole = await refusal(t.api.quickinvoices.update(parts.id, { allow_partial_pay: 0 }), ValidationError)
  assert.deepEqual(Object.keys(whole.fields), ['allow_partial_pay'])
})

test('G12 a part paid on a page leaves nothing that Stripe does not take; the page says what it takes', async () => {
  const invoice = await invoiceOf({ item_list: { Mowing: '10.00' }, allow_partial_pay: 1 })
  const page = payPage(t, invoice.id)
  const { document } = await page.open()
  assert.match(document, /From \$0\.50 to \$10\.00\. To pay less than \$10\.00, leave at least \$0\.50\./)
  const card = { cc_exp_date: '12/49' }
  for (const amount of ['0.49', '9.51', '9.70']) assert.equal((await page.pay({ ...card, amount })).status, 422, amount)
  assert.equal((await page.pay({ ...card, amount: '9.50' })).status, 303)
  const shrunk = t.api.quickinvoices.update(invoice.id, { item_list: { Mowing: '9.80' } })
  assert.deepEqual(Object.keys((await refusal(shrunk, ValidationError)).fields), ['item_list'])
  assert.equal((await page.pay(card)).status, 303)
  assert.equal((await readInvoice(t, invoice.id)).payment_status_id, 2)

  const rest = await invoiceOf({ item_list: { Hedge: '10.00' } })
  const { id } = await paid(t.api, cardSale({ transaction_amount: '9.70' }))
  await t.api.quickinvoices.addTransaction(rest.id, { transaction_id: id })
  const untaken = await payPage(t, rest.id).open()
  assert.match(untaken.document, /from \$0\.50 to \$999,999\.99\. Ask .* how to pay \$0\.30\./)
  assert.doesNotMatch(untaken.document, /name="attempt"/)
  await t.api.quickinvoices.update(rest.id, { title: 'What is left' })
})

test('G12 hosted forms and hosted pages ask for nothing that Stripe does not take', async () => {
  const form = async (transaction_amount: string) => {
    const url = formAddress(t, 'payform', payment(t, { location_id, transaction_amount }))
    return t.app.http.inject({ method: 'GET', url })
  }
  assert.equal((await form('0.30')).statusCode, 422)
  assert.match((await form('0.50')).body, /name="attempt"/)
  await t.api.producttransactions.update(product, { hosted_payment_page_allow: 1 })
  const { fields } = await refusal(madePage(t.api, t.merchants[0], { max_payment_amount: '0.40' }), ValidationError)
  assert.deepEqual(Object.keys(fields), ['max_payment_amount'])
  const page = await madePage(t.api, t.merchants[0])
  const shown = async (url: string) => (await t.app.http.inject({ method: 'GET', url })).body
  assert.match(await shown(linkTo(page)), /From \$0\.50 to \$999,999\.99/)
  assert.doesNotMatch(await shown(asking(page, '0.30')), /name="attempt"/)
  assert.match(await shown(asking(page, '0.50')), /name="attempt"/)
})

test('G12 a recurring that Stripe cannot bill is on hold and says why, also when its product moves there', async () => {
  const made = await site.post({ transaction_amount: '0.40' })
  assert.deepEqual([made.status, made.body.recurring.status], [201, 'on hold'])
  assert.match(made.headers['tollgate-hints'] ?? '', /on hold: transaction_amount must be no less than 0\.50/)
  const { id } = made.body.recurring
  for (const answer of [await site.act(id, 'activate'), await site.put(id, { active: 1 })])
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['transaction_amount']])

  const parts = { store: t.app.store, cipher: t.cipher, clock: t.clock, connectors: t.connectors }
  await disconnectProduct(parts, { caller: systemCaller(location_id, 'test') }, product)
  const moved = await site.make({ transaction_amount: '0.40', interval_type: 'd', start_date: '2040-03-11' })
  assert.equal(moved.status, 'active')
  await connectProducts(t, { connector: 'stripe' })
  const sent = room.host.received.length
  await t.clock.moveTo(NOON + 86_400, t.app.worker)
  assert.equal((await t.api.recurrings.get(moved.id)).status, 'on hold')
  const { changelogs: history } = (await t.api.recurrings.get(moved.id, { expand: ['changelogs'] })) as Json
  assert.ok(history.some(({ verb }: Json) => verb === 'amount_refused'))
  assert.equal(room.host.received.length, sent)
})

test('G12 rules of a product pass small amounts on; a start stores what connectors declare', async () => {
  const { id: _, ...like } = (await t.api.producttransactions.get(product)) as Json
  const small = await t.api.producttransactions.create({
    ...{ location_id, title: 'Small amounts', payment_method: 'cc', processor: 'zgate' },
    industry_type: like.industry_type,
  })
  const rules = [{ amount_to: '0.49', product_transaction_id: small.id }]
  await t.api.producttransactions.update(product, { processor_rules: { rules } })
  const sale = await paid(t.api, cardSale({ transaction_amount: '0.30' }))
  assert.equal(sale.product_transaction_id, small.id)
  assert.equal(
    (await payPage(t, (await invoiceOf({ item_list: { Stamp: '0.30' } })).id).pay({ cc_exp_date: '12/49' })).status,
    303,
  )
  await t.api.producttransactions.update(product, { processor_rules: null })

  await t.owner.query('update producttransaction set least_amount = 7 where id = any($1)', [[product, small.id]])
  assert.equal(await storeAmountLimits(t.db, t.connectors), 2)
  const stored = await t.db.query(
    'select least_amount::int as least from producttransaction where id = any($1) order by 1',
    [[product, small.id]],
  )
  assert.deepEqual(stored, [{ least: 1 }, { least: 50 }])
  assert.equal(await storeAmountLimits(t.db, t.connectors), 0)
})

test('an authorization is captured for less and given back, another one is canceled', async () => {
  const hold = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '30.00' }))
  assert.deepEqual([hold.status_id, last().status], [102, 'requires_capture'])
  const captured = await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '25.00' })
  assert.deepEqual([captured.status_id, last().amount_received], [101, 2500])
  await paid(t.api, refundBody(hold.id, '25.00'))
  assert.equal(chargeOf(last()).amount_refunded, 2500)
  const other = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '31.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.equal(last().status, 'canceled')
})

test('G16 the statement says what the payment asks for, else its product; a refused text loses no payment', async () => {
  const id = t.merchants[0].cc_product_transaction_id
  await t.api.producttransactions.update(id, { statement_descriptor: 'Chairs & Söhne <*>' })
  const said = async (over: Json): Promise<unknown> => {
    const from = room.host.received.length
    assert.equal((await paid(t.api, cardSale(over))).status_id, 101)
    const forms = room.host.received.slice(from).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    return forms.filter(({ amount }) => amount).map(form => form.statement_descriptor_suffix ?? null)
  }
  assert.deepEqual(await said({ transaction_amount: '41.00' }), ['Chairs & Sohne'])
  assert.deepEqual(await said({ transaction_amount: '41.10', statement_descriptor: 'Table 7' }), ['Table 7'])
  const refused = { transaction_amount: '41.20', statement_descriptor: 'Refused text' }
  assert.deepEqual(await said(refused), ['Refused text', null])
  await t.api.producttransactions.update(id, { statement_descriptor: null })
  assert.deepEqual(await said({ transaction_amount: '41.30' }), [null])
})

test('a decline has its reason, and the caller is told of a set-up issue where numbers may not be sent', async () => {
  const declined = await paid(t.api, cardSale({ account_number: '4000000000009995' }))
  assert.deepEqual([declined.status_id, declined.reason_code_id], [301, 1616])
  room.host.account.raw_cards = false
  const issue = await paid(t.api, cardSale({ transaction_amount: '12.34' }))
  assert.deepEqual([issue.status_id, issue.reason_code_id], [301, 1540])
  room.host.account.raw_cards = true
})

test('a recurring begins its series with the first payment, and sends the network id of that with the next', async () => {
  await site.make({ transaction_amount: '16.00' })
  await t.clock.moveTo(NOON + 60 * 86_400, t.app.worker)
  const charges = room.host.received
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    .filter(({ amount }) => amount === '1600')
  const [first, second] = charges
  assert.equal(charges.length, 2)
  assert.deepEqual([first?.setup_future_usage, second?.off_session], ['off_session', 'true'])
  const kept = [...book.intents.values()].find(({ metadata }) => metadata.reference === first?.['metadata[reference]'])!
  const { card } = chargeOf(kept).payment_method_details as { card: { network_transaction_id: string } }
  assert.equal(
    second?.['payment_method_options[card][mit_exemption][network_transaction_id]'],
    card.network_transaction_id,
  )
})

test('a bank debit waits for its bank, and goes into no file of ours', async () => {
  const bodyOf = (account_number: string) =>
    debitBody(t.merchants[0].ach_product_transaction_id, { routing: '110000000', account_number })
  const debit = await t.api.transactions.create(bodyOf('000123456789'))
  const refused = await t.api.transactions.create(bodyOf('000111111113'))
  assert.deepEqual([debit.status_id, refused.status_id, last().status], [0, 0, 'processing'])
  await resolveOnce(t)
  assert.equal((await transactionOf(t, debit.id)).status_id, 0)
  book.settleDebits()
  await resolveOnce(t)
  const [paid_row, refused_row] = [await transactionOf(t, debit.id), await transactionOf(t, refused.id)]
  assert.ok([131, 132, 133, 134].includes(paid_row.status_id), `status ${paid_row.status_id}`)
  assert.deepEqual([refused_row.status_id, refused_row.reason_code_id], [301, 2102])
  const entries = await t.db.query('select 1 from ach_entry where transaction_id = $1', [debit.id])
  assert.deepEqual(entries, [])
})
