import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Json, testApp } from '../support/app.ts'
import { newInvoice, outbox, readInvoice } from '../support/invoices.ts'
import { BANK_FORM, payPage } from '../support/pay-page.ts'
import { changed, paid, refundBody, refusedOn, saleBody } from '../support/payments.ts'
import { DEBIT_CARD, surchargedProduct } from '../support/surcharges.ts'
import { refusal } from '../support/typed-client.ts'

/** The connection to the processor, which can be cut: then the outcome of an order is unknown. */
const line = { cut: false, captured: [] as (bigint | undefined)[], refunded: [] as (bigint | undefined)[] }

const t = await testApp('surcharge_flows', {
  processor: real => ({
    ...real,
    actions: {
      ...real.actions,
      sale: async order => (line.cut ? dead() : real.actions.sale!(order)),
      authcomplete(order) {
        line.captured.push(order.surcharge)
        return real.actions.authcomplete!(order)
      },
      refund(order) {
        line.refunded.push(order.surcharge)
        return real.actions.refund!(order)
      },
    },
    find: async reference => (line.cut ? dead() : real.find(reference)),
  }),
})
after(() => t.close())
const [merchant] = t.merchants
const { product_transaction_id, surcharge_id } = await surchargedProduct(t)

function dead(): never {
  throw new Error('the line is cut')
}

const invoice = (over: Json = {}) =>
  newInvoice(t, { cc_product_transaction_id: product_transaction_id, allow_partial_pay: 1, ...over })
const paymentsOf = async ({ id }: Json): Promise<Json[]> =>
  await Array.fromAsync(t.api.transactions.list({ quick_invoice_id: id }))
const amounts = ({ transaction_amount, surcharge_amount, subtotal_amount }: Json) => [
  transaction_amount,
  surcharge_amount,
  subtotal_amount,
]
const balance = async ({ id }: Json) => {
  const { remaining_balance, payment_status_id } = await readInvoice(t, id)
  return [remaining_balance, payment_status_id]
}

test('a page names the surcharge before the payer agrees, and the invoice is paid without it', async () => {
  const made = await invoice({ allow_partial_pay: 0 })
  const page = payPage(t, made.id)
  const shown = (await page.open()).document
  assert.match(shown, /Card fee: .*\$0\.30.* is added with a credit card, .*\$10\.30.* in all/s)
  const receipt = await page.follow(await page.pay({ notification_email_address: 'fee@example.com' }))
  assert.match(receipt.document, /<dt>Subtotal<\/dt><dd>\$10\.00.*<dt>Card fee<\/dt><dd>\$0\.30.*\$10\.30 USD/s)
  const [payment] = await paymentsOf(made)
  assert.deepEqual(amounts(payment!), [10.3, '0.30', '10.00'])
  assert.deepEqual(await balance(made), ['0.00', 2])
  await t.settle()
  const [mail] = await outbox(t, 'fee@example.com')
  for (const text of ['Card fee', '$0.30', '$10.30']) assert.ok(mail!.text.includes(text), text)
})

test('a debit card and a bank account pay what is due and nothing else', async () => {
  const made = await invoice({ allow_partial_pay: 0 })
  const page = payPage(t, made.id)
  await page.follow(await page.pay({ cc_account_number: DEBIT_CARD }))
  assert.deepEqual(amounts((await paymentsOf(made))[0]!), [10, null, null])
  const { ach_product_transaction_id } = merchant
  const other = await invoice({ allow_partial_pay: 0, ach_product_transaction_id })
  const bank = payPage(t, other.id)
  await bank.follow(await bank.send({ ...BANK_FORM, ...(await bank.form()) }))
  assert.deepEqual(amounts((await paymentsOf(other))[0]!), [10, null, null])
})

test('without the script a typed amount is shown with its surcharge before it is paid', async () => {
  const made = await invoice()
  const page = payPage(t, made.id)
  const answer = await page.pay({ amount: '4.00' })
  assert.equal(answer.status, 422)
  assert.match(answer.document, /With a credit card, \$0\.12 is added, \$4\.12 in all/)
  assert.match(answer.document, /name="shown_surcharge" value="12"/)
  assert.deepEqual(await paymentsOf(made), [])
  await page.follow(await page.pay({ amount: '4.00', shown_surcharge: '12' }))
  assert.deepEqual(amounts((await paymentsOf(made))[0]!), [4.12, '0.12', '4.00'])
  assert.deepEqual(await balance(made), ['6.00', 3])
})

test('a surcharge that was raised since the page was opened is shown anew', async () => {
  const made = await invoice({ allow_partial_pay: 0 })
  const page = payPage(t, made.id)
  const form = await page.form()
  await t.api.surcharges.update(surcharge_id, { surcharge_rate: '2.00' })
  assert.equal((await page.pay(form)).status, 422)
  assert.deepEqual(await paymentsOf(made), [])
  await t.api.surcharges.update(surcharge_id, { surcharge_rate: '3.00' })
})

test('refunds and voids of a payment with a surcharge open the invoice by what was paid of it', async () => {
  const made = await invoice({ allow_partial_pay: 0 })
  await payPage(t, made.id).pay()
  const [payment] = await paymentsOf(made)
  const { surcharge_amount } = await paid(t.api, refundBody(payment!.id, '5.15'))
  assert.equal(surcharge_amount, '0.15')
  assert.deepEqual(await balance(made), ['5.00', 3])
  await paid(t.api, refundBody(payment!.id, '5.15'))
  assert.deepEqual(await balance(made), ['10.00', 1])
  const other = await invoice({ allow_partial_pay: 0 })
  await payPage(t, other.id).pay()
  await changed(t.api, (await paymentsOf(other))[0]!.id, { action: 'void' })
  assert.deepEqual(await balance(other), ['10.00', 1])
})

test('a payment of unknown outcome holds the balance without its surcharge, and counts once it is known', async () => {
  const made = await invoice({ allow_partial_pay: 0 })
  line.cut = true
  await payPage(t, made.id).pay()
  line.cut = false
  const [open] = await t.db.query<{ pending: string }>(
    'select pending_amount::text as pending from quickinvoice where id = $1',
    [made.id],
  )
  assert.equal(open!.pending, '1000')
  await t.settle()
  const [sums] = await t.db.query<{ pending: string; paid: string }>(
    'select pending_amount::text as pending, paid_amount::text as paid from quickinvoice where id = $1',
    [made.id],
  )
  assert.ok(['0', '1000'].includes(sums!.paid) && BigInt(sums!.paid) + BigInt(sums!.pending) <= 1000n)
})

test('a partial approval keeps the same share of the surcharge', async () => {
  const { product_transaction_id: own } = await surchargedProduct(t, {}, { allow_partial_authorization: 1 })
  // Of 2.01 the simulator approves 1.00.
  const parts = { subtotal_amount: '1.96', surcharge_amount: '0.05', transaction_amount: '2.01' }
  const part = await paid(t.api, saleBody({ product_transaction_id: own, ...parts }))
  assert.deepEqual([part.auth_amount, part.surcharge_amount, part.subtotal_amount], ['1.00', '0.02', '0.98'])
})

test('an invoice and a link can take debit cards alone', async () => {
  const made = await newInvoice(t, { bank_funded_only_override: 1 })
  const page = payPage(t, made.id)
  const refused = await page.pay()
  assert.equal(refused.status, 422)
  assert.match(refused.document, /Only debit cards are taken here/)
  await page.follow(await page.pay({ cc_account_number: DEBIT_CARD }))
  const { location_id } = merchant
  const paylink = await t.api.paylinks.create({ location_id, amount_due: '10.00', bank_funded_only_override: 1 })
  assert.equal(paylink.bank_funded_only_override, 1)
})

test('a recurring carries the surcharge only where it is said to', async () => {
  const day = 86_400
  const vault = await t.api.accountvaults.create({
    location_id: merchant.location_id,
    contact_id: merchant.contact_id,
    payment_method: 'cc',
    account_number: '4111111111111111',
    exp_date: '1250',
  })
  const start_date = Temporal.Instant.fromEpochMilliseconds((t.clock.seconds() + day) * 1000)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDate()
    .toString()
  const plan = {
    transaction_amount: '10.00',
    interval: '1',
    interval_type: 'm',
    start_date,
    installment_total_count: 2,
  } as const
  const made: Json[] = []
  for (const surcharge_on_recurring of [1, 0]) {
    const own = await surchargedProduct(t, { surcharge_on_recurring })
    const recurring = { location_id: merchant.location_id, account_vault_id: vault.id, ...plan }
    made.push(await t.api.recurrings.create({ ...recurring, product_transaction_id: own.product_transaction_id }))
  }
  await t.clock.moveTo(t.clock.seconds() + 3 * day, t.app.worker)
  const charged: unknown[] = []
  for (const { id } of made)
    charged.push(amounts((await Array.fromAsync(t.api.transactions.list({ recurring_id: id })))[0]))
  assert.deepEqual(charged, [
    [10.3, '0.30', '10.00'],
    [10, null, null],
  ])
})

test('what a caller sends too much is refused and nothing is stored', async () => {
  const body = saleBody({ product_transaction_id, transaction_amount: '10.40', subtotal_amount: '10.00' })
  refusedOn(await refusal(t.api.transactions.create({ ...body, surcharge_amount: '0.40' })), 'surcharge_amount')
})

test('a capture tells the processor what of it is surcharge, of less as well as of all', async () => {
  const parts = { subtotal_amount: '10.00', surcharge_amount: '0.30', transaction_amount: '10.30' }
  const held = { ...saleBody({ product_transaction_id, ...parts }), action: 'authonly' }
  line.captured = []
  const whole = await paid(t.api, held)
  await changed(t.api, whole.id, { action: 'authcomplete' })
  const less = await paid(t.api, held)
  await changed(t.api, less.id, {
    ...{ action: 'authcomplete', transaction_amount: '5.15', subtotal_amount: '5.00', surcharge_amount: '0.15' },
  })
  const plain = await paid(t.api, { ...saleBody(), action: 'authonly' })
  await changed(t.api, plain.id, { action: 'authcomplete' })
  assert.deepEqual(line.captured, [30n, 15n, undefined])
})

test('a refund tells the processor what of it is surcharge', async () => {
  const parts = { subtotal_amount: '10.00', surcharge_amount: '0.30', transaction_amount: '10.30' }
  const { id } = await paid(t.api, saleBody({ product_transaction_id, ...parts }))
  line.refunded = []
  for (const amount of ['5.15', '5.15']) await paid(t.api, refundBody(id, amount))
  await paid(t.api, refundBody((await paid(t.api, saleBody())).id, '1.00'))
  assert.deepEqual(line.refunded, [15n, 15n, undefined])
})
