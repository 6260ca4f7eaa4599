import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '../support/app.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { CARD_FORM, payPage } from '../support/pay-page.ts'
import { ledgerBalance, ownProduct, paid, saleBody } from '../support/payments.ts'
import { cardPayment, rootActor } from '../support/power-cut.ts'
import { sentStatements } from '../support/sent-statements.ts'
import { refusal } from '../support/typed-client.ts'

const t = await testApp('payments_together')
after(() => t.close())

const TOGETHER = 24

const sent = sentStatements()

/** How many are written by one statement depends on how fast they arrive, and that each has its own on the code. */
function assertShared(writes: number, each: number): void {
  assert.ok(writes > 0 && writes < each * TOGETHER, `${writes} statements for ${TOGETHER} that have ${each} alone`)
}

function writesOf(word: 'insert into' | 'update'): number {
  return sent.filter(text => text.startsWith(`with stored as (${word} "transaction"`)).length
}

test('payments of a merchant that arrive together share statements, each as if it were alone', async () => {
  const product_transaction_id = await ownProduct(t)
  const before = await ledgerBalance(t)
  const first = await paid(t.api, saleBody({ product_transaction_id }))
  sent.length = 0
  const sales = await Promise.all(
    Array.from({ length: TOGETHER }, (_, n) =>
      t.api.transactions.create(saleBody({ product_transaction_id, order_num: `together-${n}` }), {
        idempotency_key: `together-${n}`,
        headers: { 'x-request-id': `request-${n}` },
      }),
    ),
  )
  assert.deepEqual(new Set(sales.map(({ status_id }) => status_id)), new Set([101]))
  assertShared(writesOf('insert into'), 1)
  assertShared(writesOf('update'), 1)

  const batch = await t.api.transactionbatches.get(first.transaction_batch_id)
  assert.deepEqual([batch.total_sale_count, batch.total_sale_amount], [TOGETHER + 1, `${(TOGETHER + 1) * 10}.00`])
  assert.equal((await ledgerBalance(t)) - before, BigInt(TOGETHER + 1) * 1000n)
  for (const [n, { id, order_num }] of sales.entries()) {
    assert.equal(order_num, `together-${n}`)
    const events = await t.db.query<{ verb: string; request_id: string }>(
      'select verb, request_id from event where record_id = $1 order by id',
      [id],
    )
    assert.deepEqual(events, [
      { verb: 'started', request_id: `request-${n}` },
      { verb: 'created', request_id: `request-${n}` },
    ])
    const [states] = await t.db.query<{ states: number[] }>(
      'select array_agg(status_id) as states from transactionhistory where transaction_id = $1',
      [id],
    )
    assert.deepEqual(states!.states, [101])
  }
})

test('a response that was lost is repeated to the request it belongs to', async () => {
  const send = (n: number) =>
    t.api.transactions.create(saleBody({ order_num: `again-${n}` }), { idempotency_key: `again-${n}` })
  const ids = (await Promise.all(Array.from({ length: TOGETHER }, (_, n) => send(n)))).map(({ id }) => id)
  const claims = await t.db.query<{ key: string; record_id: string }>(
    `select key, record_id from idempotency where key like 'again-%'`,
  )
  assert.deepEqual(
    Object.fromEntries(claims.map(({ key, record_id }) => [key, record_id])),
    Object.fromEntries(ids.map((id, n) => [`again-${n}`, id])),
  )
  await t.db.run(`update idempotency set status = null, answer = null where key like 'again-%'`)
  const again = await Promise.all(ids.map((_, n) => send(n)))
  assert.deepEqual(
    again.map(({ id }) => id),
    ids,
  )
})

test('a payment that PostgreSQL refuses keeps none of those back that arrived with it', async () => {
  await paid(t.api, saleBody({ transaction_api_id: 'till-7' }))
  const send = (transaction_api_id: string) => paid(t.api, saleBody({ transaction_api_id }))
  await Promise.all(
    Array.from({ length: TOGETHER }, async (_, n) => {
      if (n % 6 === 5) assert.equal((await refusal(send('till-7'))).status, 422)
      else await send(`till-of-${n}`)
    }),
  )
})

test('approvals and declines that are recorded together are each what their processor said', async () => {
  const amounts = Array.from({ length: TOGETHER }, (_, n) => (n % 3 === 0 ? '6.11' : '10.00'))
  const alone = await Promise.all([paid(t.api, saleBody({ transaction_amount: '6.11' })), paid(t.api, saleBody())])
  const sales = await Promise.all(amounts.map(transaction_amount => paid(t.api, saleBody({ transaction_amount }))))
  for (const [n, { status_id, reason_code_id }] of sales.entries()) {
    const like = alone[amounts[n] === '6.11' ? 0 : 1]!
    assert.deepEqual([status_id, reason_code_id], [like.status_id, like.reason_code_id])
  }
  assert.notEqual(alone[0]!.status_id, alone[1]!.status_id)
})

/** Pays an invoice on its page, as whoever sends this request. */
async function payForm(id: string, request_id: string): Promise<() => Promise<number>> {
  const page = payPage(t, id)
  const form = await page.form()
  return async () => (await page.send({ ...CARD_FORM, ...form }, { 'x-request-id': request_id })).status
}

test('payments of invoices that arrive together share statements, each under its own request', async () => {
  const invoices = await Promise.all(Array.from({ length: TOGETHER }, () => newInvoice(t)))
  const forms = await Promise.all(invoices.map(({ id }, n) => payForm(id, `invoice-${n}`)))
  sent.length = 0
  assert.deepEqual(new Set(await Promise.all(forms.map(send => send()))), new Set([303]))
  const writes = sent.filter(text => text.startsWith('with stored as (') && !text.includes('counted_try'))
  assertShared(writes.length, 3)
  for (const [n, { id }] of invoices.entries()) {
    const { remaining_balance, status_id, payment_status_id } = await readInvoice(t, id)
    assert.deepEqual([remaining_balance, status_id, payment_status_id], ['0.00', 2, 2])
    const events = await t.db.query<{ verb: string; request_id: string | null }>(
      `select verb, request_id from event where record_id = $1 and verb <> 'created' order by id`,
      [id],
    )
    assert.deepEqual(new Set(events.map(({ request_id }) => request_id)), new Set([`invoice-${n}`]))
  }
})

test('of payments of one invoice at the same moment no more are made than it takes', async () => {
  const { id } = await newInvoice(t, { allow_partial_pay: true })
  const pay = (amount: bigint) =>
    t.app.payments
      .run(rootActor(t), cardPayment(t, { amount, details: { quick_invoice_id: id } }))
      .then(({ outcome }) => outcome)
      .catch(() => 'refused')
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => pay(400n)))
  assert.deepEqual(outcomes.toSorted(), ['approved', 'approved', ...Array.from({ length: 6 }, () => 'refused')])
  assert.equal((await readInvoice(t, id)).remaining_balance, '2.00')
})

test('an invoice that somebody holds keeps no payment of another invoice waiting', async () => {
  const invoices = await Promise.all(Array.from({ length: 6 }, () => newInvoice(t)))
  const pay = ({ id }: { id: string }) =>
    t.app.payments.run(rootActor(t), cardPayment(t, { amount: 1000n, details: { quick_invoice_id: id } }))
  const [held, ...others] = invoices
  let last: ReturnType<typeof pay> | undefined
  await t.db.transaction(async tx => {
    await tx.query('select from quickinvoice where id = $1 for update', [held!.id])
    last = pay(held!)
    const paidOthers = await Promise.all(others.map(pay))
    assert.deepEqual(new Set(paidOthers.map(({ outcome }) => outcome)), new Set(['approved']))
  })
  assert.equal((await last!).outcome, 'approved')
})

test('refunds that arrive together share statements, and never give back more than was taken', async () => {
  const sales = await Promise.all(Array.from({ length: TOGETHER }, () => paid(t.api, saleBody())))
  const refund = (id: string, transaction_amount: string) =>
    t.api.transactions.create({
      action: 'refund',
      payment_method: 'cc',
      previous_transaction_id: id,
      transaction_amount,
    })
  sent.length = 0
  await Promise.all(sales.map(({ id }) => refund(id, '4.00')))
  assertShared(writesOf('insert into'), 1)
  assertShared(writesOf('update'), 2)
  const [{ id }] = sales as [{ id: string }]
  const more = await Promise.allSettled(Array.from({ length: 6 }, () => refund(id, '4.00')))
  const refused = more.flatMap(each => (each.status === 'rejected' ? [each.reason.status] : []))
  assert.deepEqual(refused, [422, 422, 422, 422, 422])
  const [original] = await t.db.query<{ refunded: string; pending: string }>(
    'select refunded_amount::text as refunded, refund_pending_amount::text as pending from transaction where id = $1',
    [id],
  )
  assert.deepEqual(original, { refunded: '800', pending: '0' })
})

test('a payment is answered as it is stored, and so is what is done with it', async () => {
  const sale = await paid(t.api, saleBody())
  assert.notEqual(sale.batch, null)
  assert.deepEqual(sale, await t.api.transactions.get(sale.id))
  const voided = await t.api.transactions.update(sale.id, { action: 'void' })
  assert.equal(voided.batch, sale.batch)
  assert.deepEqual(voided, await t.api.transactions.get(sale.id))
})
