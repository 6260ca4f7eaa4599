import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { worldpayRoom } from '../contracts/worldpay-cnp.fixture.ts'
import type { Booked } from '../hosts/worldpay-cnp/book.ts'
import type { Json } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { changed, debitBody, ownProduct, paid, postTransaction, putTransaction, saleBody } from '../support/payments.ts'
import { resolveNow } from '../support/power-cut.ts'
import { NOON, recurringSite } from '../support/recurrings.ts'

const room = await worldpayRoom()
after(() => room.close())
const site = await recurringSite('worldpay', {
  connectors: { worldpay: () => room.processor },
  retry_policy: { find_ms: [10], poll_ms: 500 },
})
const { t } = site
await connectProducts(t, { connector: 'worldpay' })

/** Of a card that is valid at the time of the test. */
const cardSale = (over: Json = {}): Json => saleBody({ exp_date: '1249', ...over })
const shown = async (id: string): Promise<Json> => (await t.api.get(`transactions/${id}`)).body.transaction
const last = (): Booked => room.host.book.transactions.at(-1)!
const attempts = (id: string): Promise<Json[]> =>
  t.db.query('select purpose, state from attempt where transaction_id = $1 order by id', [id])
async function resolved(): Promise<void> {
  await t.db.run(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
  await t.app.payments.resolve()
}

test('a sale is approved with what Worldpay says of it, refunded in part and voided while it is not settled', async () => {
  const card = { account_number: '4457010000000009', cvv: '349', billing_street: '1 Main St.', billing_zip: '01803' }
  const sale = await paid(t.api, cardSale({ ...card, order_num: 'A-1 23' }))
  assert.deepEqual(
    [sale.status_id, sale.reason_code_id, sale.auth_code, sale.avs, sale.avs_enhanced, sale.cvv_response],
    [101, 1000, '11111', 'GOOD', 'X', 'M'],
  )
  assert.match(room.sent(), /<orderId>A-1 23<.*<addressLine1>1 Main St\.<.*<zip>01803</)
  const refund = await paid(t.api, {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: sale.id,
    transaction_amount: '4.00',
  })
  assert.equal(refund.status_id, 111)
  assert.deepEqual([last().element, last().amount, last().on?.cnp_txn_id], ['credit', 400n, last().on?.cnp_txn_id])
  const other = await paid(t.api, cardSale({ transaction_amount: '11.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.deepEqual([last().element, last().on?.is_voided], ['void', true])
})

test('an authorization is captured for less, another one is reversed', async () => {
  const hold = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '30.00' }))
  assert.equal(hold.status_id, 102)
  const captured = await changed(t.api, hold.id, { action: 'authcomplete', transaction_amount: '25.00' })
  assert.deepEqual([captured.status_id, last().element, last().amount], [101, 'capture', 2500n])
  const capture = last()
  await paid(t.api, {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: hold.id,
    transaction_amount: '25.00',
  })
  assert.equal(last().on, capture, 'a refund gives the capture back, not the authorization')
  const other = await paid(t.api, cardSale({ action: 'authonly', transaction_amount: '31.00' }))
  assert.equal((await changed(t.api, other.id, { action: 'void' })).status_id, 201)
  assert.equal(last().element, 'authReversal')
})

test('a voice authorization keeps the code it came with, which Worldpay does not repeat', async () => {
  const forced = await paid(t.api, cardSale({ action: 'force', auth_code: 'VOICE1' }))
  assert.deepEqual([forced.status_id, forced.reason_code_id, forced.auth_code], [101, 1002, 'VOICE1'])
})

test('level 3 data that comes after an authorization goes with its capture', async () => {
  const hold = await paid(t.api, cardSale({ action: 'authonly', account_number: '4485271031055802', tax: '1.00' }))
  const line = { commodity_code: '55', description: 'Hedges', product_code: 'H1', quantity: '2', unit_code: 'EA' }
  const line_items = [{ ...line, unit_cost: '4.50', tax_amount: '1.00', tax_rate: '8.25' }]
  const level3_data = { tax_rate: '8.25', sales_tax: '1.00', line_items }
  const sent = await t.api.post('transactionlevel3s', { transactionlevel3: { transaction_id: hold.id, level3_data } })
  assert.equal(sent.status, 201, sent.text)
  assert.equal((await changed(t.api, hold.id, { action: 'authcomplete' })).status_id, 101)
  assert.match(
    room.sent(),
    /^<capture .*<enhancedData><salesTax>100<.*<itemDescription>Hedges<.*<\/enhancedData><\/capture>$/,
  )
})

test('a decline has its reason, and the caller is told of a set-up issue where the profile is wrong', async () => {
  const declined = await paid(t.api, cardSale({ account_number: '4457010100000008' }))
  assert.deepEqual([declined.status_id, declined.reason_code_id], [301, 1616])
  const issue = await paid(t.api, cardSale({ transaction_amount: '70003.48' }))
  assert.deepEqual([issue.status_id, issue.reason_code_id], [301, 1540])
})

test('a payment whose answer is lost is found while its caller waits', async () => {
  room.host.faults = ['lost_after']
  const sale = await paid(t.api, cardSale({ transaction_amount: '12.00' }))
  assert.equal(sale.status_id, 101)
  assert.equal(room.host.book.under(last().id).length, 1)
})

test('one that cannot be found in time is told as failed, found later and taken back; one that never arrived ends', async () => {
  room.host.is_blind = true
  room.host.faults = ['garbage']
  const lost = (await postTransaction(t.api, cardSale({ transaction_amount: '13.00' }))).body.transaction
  const booked = last()
  assert.deepEqual([lost.status_id, lost.reason_code_id], [301, 1531])
  room.host.faults = ['lost_before']
  const never = (await postTransaction(t.api, cardSale({ transaction_amount: '14.00' }))).body.transaction
  await resolved()
  assert.equal((await attempts(lost.id))[0]?.state, 'unknown', 'nothing is decided while nothing can be asked')
  room.host.is_blind = false
  await resolved()
  await resolved()
  assert.equal(booked.is_voided, true)
  assert.deepEqual(await attempts(lost.id), [
    { purpose: 'order', state: 'reversed' },
    { purpose: 'reversal', state: 'approved' },
  ])
  assert.equal((await attempts(never.id))[0]?.state, 'declined')
  assert.equal((await shown(lost.id)).status_id, 301)
})

/** What a payment comes to at Worldpay, in minor units, whoever was told what. */
async function moneyAtWorldpay(id: string): Promise<Json> {
  const orders = await t.db.query<{ id: string }>(
    `select a.id from attempt a join transaction t on t.id = a.transaction_id where t.id = $1 or t.refunded_id = $1`,
    [id],
  )
  const moved = orders
    .flatMap(order => room.host.book.under(order.id))
    .filter(({ code, is_voided }) => code === '000' && !is_voided)
  const sum = (...elements: string[]) =>
    moved.filter(({ element }) => elements.includes(element)).reduce((all, { amount }) => all + amount, 0n)
  return { captured_amount: Number(sum('sale', 'capture')), refunded_amount: Number(sum('credit')) }
}

test('follow-ups that are lost on either way end as the books of Worldpay have them', async () => {
  const refund = (id: string) =>
    postTransaction(t.api, {
      action: 'refund',
      payment_method: 'cc',
      previous_transaction_id: id,
      transaction_amount: '5.00',
    })
  const follow: Record<string, (id: string) => Promise<unknown>> = {
    void: id => putTransaction(t.api, id, { action: 'void' }),
    authcomplete: id => putTransaction(t.api, id, { action: 'authcomplete', transaction_amount: '15.00' }),
    refund,
  }
  for (const [name, act] of Object.entries(follow))
    for (const fault of ['lost_before', 'lost_after', 'garbage', 'error_500'] as const) {
      const action = name === 'authcomplete' ? 'authonly' : 'sale'
      const { id } = await paid(t.api, cardSale({ action, transaction_amount: '15.00' }))
      room.host.is_blind = true
      room.host.faults = [fault]
      await act(id)
      room.host.is_blind = false
      await resolveNow(t)
      const [row] = await t.db.query(
        `select captured_amount::int, refunded_amount::int, doing from transaction where id = $1`,
        [id],
      )
      assert.deepEqual(row, { ...(await moneyAtWorldpay(id)), doing: null }, `${name}, ${fault}`)
    }
})

test('a recurring begins its series with the first payment, and sends the network id of that with the next', async () => {
  await site.make({ transaction_amount: '16.00' })
  await t.clock.moveTo(NOON + 60 * 86_400, t.app.worker)
  const charges = room.host.received.map(({ body }) => body).filter(body => body.includes('<amount>1600<'))
  assert.equal(charges.length, 2)
  assert.match(charges[0]!, /<orderSource>ecommerce<.*<processingType>initialRecurring</)
  assert.match(charges[1]!, /<orderSource>recurring<.*<originalNetworkTransactionId>63225578415568556365452427825</)
})

test('a bank debit goes to Worldpay and into no file of ours', async () => {
  const body = debitBody(t.merchants[0].ach_product_transaction_id, {
    routing: '011100012',
    account_number: '1099999003',
  })
  const debit = await paid(t.api, body)
  assert.deepEqual([last().element, last().amount], ['echeckSale', 2500n])
  const rows = await t.db.query('select status_id, originate_ts from transaction where id = $1', [debit.id])
  assert.deepEqual(rows, [{ status_id: 131, originate_ts: null }])
})

test('a batch is closed; Worldpay settles its payments by itself, and then a void is refused', async () => {
  const product_transaction_id = await ownProduct(t)
  const sale = await paid(t.api, cardSale({ product_transaction_id, transaction_amount: '17.00' }))
  const closed = await t.api.post(`transactionbatches/${sale.transaction_batch_id}/settle`)
  assert.equal(closed.status, 200, closed.text)
  assert.equal(closed.body.transactionbatch.processing_status_id, 2)
  room.host.book.settle()
  const refund = await paid(t.api, {
    action: 'refund',
    payment_method: 'cc',
    previous_transaction_id: sale.id,
    transaction_amount: '17.00',
  })
  assert.equal(refund.status_id, 111)
})

test('no number, code or password of any of this is in the log or the database', async () => {
  assert.ok(!t.logged().includes('4457010000000009'))
  assert.ok(!t.logged().includes('pw-8c1f-planted'))
  const [row] = await t.db.query<{ written: string }>(
    `select coalesce(string_agg(a::text, ' '), '') || coalesce((select string_agg(e::text, ' ') from event e), '') as written from attempt a`,
  )
  for (const secret of ['4457010000000009', 'pw-8c1f-planted', '1099999003']) assert.ok(!row!.written.includes(secret))
})
