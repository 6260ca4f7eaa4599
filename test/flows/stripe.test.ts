import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValidationError } from '../../packages/client/src/index.js'
import { openStripeRoom } from '../contracts/stripe.fixture.ts'
import type { IntentRecord } from '../hosts/stripe/book.ts'
import type { Json } from '../support/app.ts'
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
