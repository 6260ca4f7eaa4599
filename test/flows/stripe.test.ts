import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openStripeRoom } from '../contracts/stripe.fixture.ts'
import type { IntentRecord } from '../hosts/stripe/book.ts'
import type { Json } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { changed, debitBody, ownProduct, paid, postTransaction, saleBody } from '../support/payments.ts'
import { NOON, recurringSite } from '../support/recurrings.ts'

const room = await openStripeRoom()
after(() => room.close())
const site = await recurringSite('stripe', {
  connectors: { stripe: () => room.processor },
  retry_policy: { find_ms: [10], poll_ms: 500 },
})
const { t } = site
await connectProducts(t, { connector: 'stripe' })
const { book } = room.host
book.now = () => t.clock.seconds()

const NUMBER = '4242424242424242'
/** Of a card that is valid at the time of the test. */
const cardSale = (over: Json = {}): Json => saleBody({ account_number: NUMBER, exp_date: '1249', ...over })
const refundOf = (id: string, transaction_amount: string): Json => {
  return { action: 'refund', payment_method: 'cc', previous_transaction_id: id, transaction_amount }
}
const shown = async (id: string): Promise<Json> => (await t.api.get(`transactions/${id}`)).body.transaction
const last = (): IntentRecord => [...book.intents.values()].at(-1)!
const chargeOf = (intent: IntentRecord) => book.charges.get(intent.latest_charge!)!
const attempts = (id: string): Promise<Json[]> =>
  t.db.query('select purpose, state from attempt where transaction_id = $1 order by id', [id])
async function resolved(): Promise<void> {
  await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
  await t.app.payments.resolve()
}

test('a sale is approved with what Stripe says of it, refunded in part, and another one voided', async () => {
  const card = { cvv: '123', billing_street: '1 Main St.', billing_zip: '01803' }
  const sale = await paid(t.api, cardSale({ ...card, order_num: 'A-1 23' }))
  assert.deepEqual(
    [sale.status_id, sale.reason_code_id, sale.avs, sale.avs_enhanced, sale.cvv_response],
    [101, 1000, 'GOOD', 'Y', 'M'],
  )
  assert.match(sale.auth_code, /^\d{6}$/)
  assert.deepEqual([last().metadata.order_num, last().metadata.transaction_id], ['A-1 23', sale.id])
  assert.equal((await paid(t.api, refundOf(sale.id, '4.00'))).status_id, 111)
  assert.equal(chargeOf(last()).amount_refunded, 400)
  const other = await paid(t.api, cardSale({ transaction_amount: '11.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.equal(chargeOf(last()).amount_refunded, 1100)
})

test('an authorization is captured for less and given back, another one is canceled', async () => {
  const hold = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '30.00' }))
  assert.deepEqual([hold.status_id, last().status], [102, 'requires_capture'])
  const captured = await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '25.00' })
  assert.deepEqual([captured.status_id, last().amount_received], [101, 2500])
  await paid(t.api, refundOf(hold.id, '25.00'))
  assert.equal(chargeOf(last()).amount_refunded, 2500)
  const other = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '31.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.equal(last().status, 'canceled')
})

test('a decline has its reason, and the caller is told of a set-up issue where numbers may not be sent', async () => {
  const declined = await paid(t.api, cardSale({ account_number: '4000000000009995' }))
  assert.deepEqual([declined.status_id, declined.reason_code_id], [301, 1616])
  room.host.account.raw_cards = false
  const issue = await paid(t.api, cardSale({ transaction_amount: '12.34' }))
  assert.deepEqual([issue.status_id, issue.reason_code_id], [301, 1540])
  room.host.account.raw_cards = true
})

test('a payment whose answer is lost is found while its caller waits', async () => {
  room.host.faults.push('lost_after')
  const sale = await paid(t.api, cardSale({ transaction_amount: '12.00' }))
  assert.equal(sale.status_id, 101)
  assert.equal([...book.intents.values()].filter(({ amount }) => amount === 1200).length, 1)
})

test('one that cannot be found in time is told as failed, found later and taken back; one that never arrived ends', async () => {
  room.host.is_blind = true
  room.host.faults.push('garbage')
  const lost = (await postTransaction(t.api, cardSale({ transaction_amount: '13.00' }))).body.transaction
  const intent = last()
  assert.deepEqual([lost.status_id, lost.reason_code_id, intent.status], [301, 1531, 'succeeded'])
  room.host.faults.push('lost_before')
  const never = (await postTransaction(t.api, cardSale({ transaction_amount: '14.00' }))).body.transaction
  await resolved()
  assert.equal((await attempts(lost.id))[0]?.state, 'unknown', 'nothing is decided while nothing can be asked')
  room.host.is_blind = false
  await resolved()
  await resolved()
  assert.equal(chargeOf(intent).amount_refunded, 1300)
  assert.deepEqual(await attempts(lost.id), [
    { purpose: 'order', state: 'reversed' },
    { purpose: 'reversal', state: 'approved' },
  ])
  assert.equal((await attempts(never.id))[0]?.state, 'declined')
  assert.deepEqual(
    [last().status, last().metadata.ruled_out],
    ['canceled', never.id],
    'it is declined should it still come',
  )
  assert.equal((await shown(lost.id)).status_id, 301)
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
  const debit = (await postTransaction(t.api, bodyOf('000123456789'))).body.transaction
  const refused = (await postTransaction(t.api, bodyOf('000111111113'))).body.transaction
  assert.deepEqual([debit.status_id, refused.status_id, last().status], [0, 0, 'processing'])
  await resolved()
  assert.equal((await shown(debit.id)).status_id, 0)
  book.settleDebits()
  await resolved()
  const [paid_row, refused_row] = [await shown(debit.id), await shown(refused.id)]
  assert.ok([131, 132, 133, 134].includes(paid_row.status_id), `status ${paid_row.status_id}`)
  assert.deepEqual([refused_row.status_id, refused_row.reason_code_id], [301, 2102])
  const entries = await t.db.query('select 1 from ach_entry where transaction_id = $1', [debit.id])
  assert.deepEqual(entries, [])
})

test('a batch is closed; Stripe settles its payments by itself, and they are still given back', async () => {
  const product_transaction_id = await ownProduct(t)
  const sale = await paid(t.api, cardSale({ product_transaction_id, transaction_amount: '17.00' }))
  const closed = await t.api.post(`transactionbatches/${sale.transaction_batch_id}/settle`)
  assert.equal(closed.status, 200, closed.text)
  assert.equal(closed.body.transactionbatch.processing_status_id, 2)
  book.payOut()
  assert.equal((await paid(t.api, refundOf(sale.id, '17.00'))).status_id, 111)
})

test('no number, code or key of any of this is in the log or the database', async () => {
  const [row] = await t.db.query<{ written: string }>(
    `select coalesce(string_agg(a::text, ' '), '') || coalesce((select string_agg(e::text, ' ') from event e), '') as written from attempt a`,
  )
  for (const secret of [NUMBER, room.host.secret_key, '000111111113'])
    assert.ok(!`${t.logged()}${row!.written}`.includes(secret), secret)
})
