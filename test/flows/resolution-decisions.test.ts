import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { writeSandboxFile } from '../../sandbox/sandbox-file.ts'
import type { Json } from '../support/app.ts'
import { consoleOn } from '../support/console-site.ts'
import { newInvoice, readInvoice } from '../support/invoices.ts'
import { refundBody } from '../support/payments.ts'
import {
  bankPayment,
  cardPayment,
  gateway,
  openAttempts,
  orderAtProcessor,
  rootActor,
  rowOf,
} from '../support/power-cut.ts'
import { stuckPayments } from '../support/stuck-payments.ts'
import { refusal } from '../support/typed-client.ts'

const { t, line, processor, resolved, told, stuck, disconnected, story, decide, verbs } =
  await stuckPayments('ways_out')

const states = async (id: string): Promise<string[]> =>
  (await story(id)).map(({ purpose, action, state }) => `${purpose} ${action} ${state}`)
const waiting = async (): Promise<string[]> =>
  (await Array.fromAsync(t.api.transactions.list({ is_stuck: '1' }))).map(({ id }: Json) => id)

test('an approval that was settled before it could be voided is refunded, once, and the payment is a decline', async () => {
  const id = await told({}, 'drop_after,hide:2,settled')
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.status_id, row.reason_code_id, row.outcome, row.stuck_ts], [301, 1531, 'declined', null])
  assert.deepEqual(await states(id), ['order sale reversed', 'reversal void declined', 'reversal refund approved'])
  assert.deepEqual(await orderAtProcessor(t, id), { held: 1000, captured: 1000, refunded: 1000 })
  assert.deepEqual([row.captured_amount, row.refunded_amount, row.transaction_batch_id], [0, 0, null])
  assert.deepEqual(await verbs(id), ['started', 'created', 'reversal_refused', 'updated'])
})

test('only what was approved of a payment is refunded', async () => {
  const details = { allow_partial_authorization_override: true }
  const id = await told({ amount: 201n, details }, 'drop_after,hide:2,settled')
  await resolved()
  assert.deepEqual((await states(id)).at(-1), 'reversal refund approved')
  assert.deepEqual(await orderAtProcessor(t, id), { held: 100, captured: 100, refunded: 100 })
})

test('a refund of unknown outcome in place of a void is asked about, and sent once', async () => {
  for (const fault of ['drop_after', 'drop_before', 'garbage', 'drop_after,hide:3', 'twice']) {
    const id = await told({}, 'drop_after,hide:2,settled')
    const sent: string[] = []
    line.instead = (order, call) => {
      line.fault = order.action === 'refund' && !sent.includes(id) ? fault : undefined
      if (order.action === 'refund') sent.push(id)
      return call()
    }
    await resolved()
    line.instead = undefined
    line.fault = undefined
    assert.equal((await states(id)).at(-1), 'reversal refund approved', fault)
    assert.deepEqual(await orderAtProcessor(t, id), { held: 1000, captured: 1000, refunded: 1000 }, fault)
    const refunds = (await t.ledger(id)).filter(({ action }) => action === 'refund')
    assert.equal(refunds.length, 1, fault)
  }
})

test('a refund that was settled cannot be refunded in turn: a person decides', async () => {
  const sale = await gateway(t, processor).run(rootActor(t), cardPayment(t))
  const id = await stuck({ action: 'refund', source: null, refunds: sale, amount: 400n }, 'settled')
  assert.deepEqual(await states(id), ['order refund approved', 'reversal void declined'])
  assert.equal((await rowOf(t, sale.id)).refund_pending_amount, 400)
})

test('what is refused for good is shown with what happened, and who decided what about it', async () => {
  const id = await stuck({}, 'settled,no_refund')
  assert.ok((await waiting()).includes(id))
  const before = await story(id)
  assert.deepEqual(
    before.map(({ action, state, reason_code_id, resolutions }) => [action, state, reason_code_id, resolutions]),
    [
      ['sale', 'approved', 1000, []],
      ['void', 'declined', 1667, []],
      ['refund', 'declined', 1667, ['given_back_outside', 'kept']],
    ],
  )
  const row = await decide(id, 'given_back_outside')
  assert.deepEqual([row.status_id, row.reason_code_id, row.is_stuck], [301, 1654, false])
  const { intervention, resolutions } = (await story(id)).at(-1)!
  const { user } = t.merchants[0]
  assert.deepEqual(
    [intervention.resolution, intervention.note, intervention.user_id, resolutions],
    ['given_back_outside', 'looked at the processor, told the customer', user.user_id, []],
  )
  assert.ok(!(await waiting()).includes(id))
  const [event] = await t.db.query<Json>(`select * from event where noun = 'intervention' order by id desc limit 1`)
  assert.deepEqual(
    [event.user_id, event.changes.transaction_id, event.changes.note],
    [user.user_id, id, intervention.note],
  )
})

test('a decision is made once: repeated it changes nothing, another one is refused, and it needs a note', async () => {
  const id = await stuck()
  assert.equal((await refusal(decide(id, 'given_back_outside', ''))).status, 422)
  const wrong = await refusal(decide(id, 'approved'))
  assert.deepEqual(
    [wrong.status, wrong.body.errors.resolution],
    [422, ['Resolution must be given_back_outside or kept here.']],
  )
  await Promise.all([decide(id, 'kept'), decide(id, 'kept')])
  assert.equal((await refusal(decide(id, 'given_back_outside'))).status, 422)
  const rows = await t.db.query('select 1 from intervention where transaction_id = $1', [id])
  assert.equal(rows.length, 1)
  const sale = await gateway(t, processor).run(rootActor(t), cardPayment(t))
  assert.equal((await refusal(decide(sale.id, 'kept'))).status, 422)
})

test('G32 the sandbox console shows a stuck payment with a form to decide it, and no other button', async () => {
  const { location_id } = t.merchants[0]
  const { id: paylink_id } = await t.api.paylinks.create({ location_id, amount_due: '10.00' })
  const id = await stuck({ details: { paylink_id } })
  const site = Fastify()
  await writeSandboxFile(t.home, { base_url: '', developer_id: t.developer_id, merchants: t.merchants })
  await consoleOn(site, t, () => '')
  const url = `/sandbox/console/records/transaction/${id}`
  const link = await site.inject(`/sandbox/console/records/paylink/${paylink_id}`)
  assert.doesNotMatch(link.body, /\/withdraw"/)
  const { body } = await site.inject(url)
  const actions = [...body.matchAll(/action="(\/sandbox\/console\/records\/transaction\/[^"]+)"/g)].map(([, to]) => to)
  assert.deepEqual(actions, [`${url}/resolve`])
  const token = /name="token" value="(\w+)"/.exec(body)![1]!
  const payload = new URLSearchParams({ token, choice: 'kept', note: 'The customer knows.' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const { location } = (await site.inject({ method: 'POST', url: `${url}/resolve`, headers, payload })).headers
  assert.match(String(location), /\?done=/)
  assert.equal((await rowOf(t, id)).status_id, 101)
  await site.close()
})

test('a payment that is kept is the approval it was, and everything that follows an approval follows', async () => {
  const over = { details: { notification_email_address: 'payer@kept.example' } }
  const id = await stuck(over)
  assert.match((await refusal(t.api.transactions.void(id))).message, /waits for a person.*resolve/)
  const row = await decide(id, 'kept')
  assert.deepEqual(
    [row.status_id, row.reason_code_id, row.auth_amount, row.transaction_amount],
    [101, 1000, '10.00', 10],
  )
  assert.ok(row.transaction_batch_id)
  const jobs = await t.db.query(
    `select 1 from job where task = 'transaction.receipt' and payload ->> 'transaction_id' = $1`,
    [id],
  )
  assert.equal(jobs.length, 1)
  const stored = await rowOf(t, id)
  assert.deepEqual([stored.outcome, stored.captured_amount, stored.authorized_amount], ['approved', 1000, 1000])
  // From here on it is a payment like any other.
  const settled = await t.api.transactionbatches.settle(row.transaction_batch_id)
  assert.equal(settled.processing_status_id, 2)
  const refund = refundBody(id, '10.00')
  assert.equal((await t.api.transactions.create(refund)).status_id, 111)
})

test('an authorization, a blind refund, a refund and a bank debit can be kept as what they are', async () => {
  const authorized = await decide(await stuck({ action: 'authonly' }), 'kept')
  assert.equal(authorized.status_id, 102)
  const captured = await t.api.transactions.update(authorized.id, {
    action: 'authcomplete',
    transaction_amount: '7.00',
  })
  assert.equal(captured.status_id, 101)
  const blind = await decide(await stuck({ action: 'refund' }), 'kept')
  assert.deepEqual([blind.status_id, blind.type_id], [111, 30])
  const sale = await gateway(t, processor).run(rootActor(t), cardPayment(t))
  await decide(await stuck({ action: 'refund', source: null, refunds: sale, amount: 400n }), 'kept')
  const original = await rowOf(t, sale.id)
  assert.deepEqual([original.refunded_amount, original.refund_pending_amount], [400, 0])
  const debit = await stuck(bankPayment(t, 'debit'))
  assert.equal((await decide(debit, 'kept')).status_id, 131)
  const kept = await rowOf(t, debit)
  assert.ok(kept.originate_ts > 0, 'it leaves with the next file')
  assert.equal(kept.velocity_date, null)
})

test('an approval that the merchant did not accept and the processor keeps can be kept too', async () => {
  const product = t.merchants[0].cc_product_transaction_id
  await t.api.producttransactions.update(product, { auto_decline_cvv: true })
  line.fault = 'keep'
  const source = { ...cardPayment(t).source!, cvv: '124' }
  const { id, outcome } = await gateway(t, processor).run(rootActor(t), cardPayment(t, { source }))
  line.fault = undefined
  await t.api.producttransactions.update(product, { auto_decline_cvv: false })
  assert.equal(outcome, 'declined')
  const row = await decide(id, 'kept')
  assert.deepEqual([row.status_id, row.reason_code_id, row.cvv_response], [101, 1000, 'P'])
})

test('an invoice waits for a stuck payment, and is payable, deletable or paid by the decision', async () => {
  const make = async () => {
    const { id } = await newInvoice(t)
    return { id, payment: await stuck({ details: { quick_invoice_id: id } }) }
  }
  const freed = await make()
  const refused = await refusal(t.api.quickinvoices.delete(freed.id))
  assert.equal(refused.status, 409)
  assert.match(refused.message, /is_stuck.*resolve/)
  await decide(freed.payment, 'given_back_outside')
  await gateway(t, processor).run(rootActor(t), cardPayment(t, { details: { quick_invoice_id: freed.id } }))
  assert.equal((await readInvoice(t, freed.id)).remaining_balance, '0.00')

  const deleted = await make()
  await decide(deleted.payment, 'given_back_outside')
  await t.api.quickinvoices.delete(deleted.id)

  const kept = await make()
  await decide(kept.payment, 'kept')
  const paid = await readInvoice(t, kept.id)
  assert.deepEqual([paid.remaining_balance, paid.payment_status_id, paid.status_id], ['0.00', 2, 2])
})

test('a payment that is kept leaves an invoice that another one has paid, or that is deleted', async () => {
  const late = async (): Promise<{ id: string; payment: string }> => {
    const { id } = await newInvoice(t)
    const product = t.merchants[0].cc_product_transaction_id
    await t.api.producttransactions.update(product, { auto_decline_cvv: true })
    line.fault = 'keep'
    const source = { ...cardPayment(t).source!, cvv: '124' }
    const row = await gateway(t, processor).run(
      rootActor(t),
      cardPayment(t, { source, details: { quick_invoice_id: id } }),
    )
    line.fault = undefined
    await t.api.producttransactions.update(product, { auto_decline_cvv: false })
    return { id, payment: row.id }
  }
  const paid = await late()
  await gateway(t, processor).run(rootActor(t), cardPayment(t, { details: { quick_invoice_id: paid.id } }))
  const kept = await decide(paid.payment, 'kept')
  assert.deepEqual([kept.status_id, kept.quick_invoice_id], [101, null])
  const gone = await late()
  await t.api.quickinvoices.delete(gone.id)
  assert.deepEqual((await decide(gone.payment, 'kept')).quick_invoice_id, null)
})

const newLink = async (): Promise<string> => {
  const body = { location_id: t.merchants[0].location_id, amount_due: '10.00' }
  return (await t.api.paylinks.create(body)).id
}

test('a paylink waits for a stuck payment, and is payable, deletable or paid by the decision', async () => {
  const make = async () => {
    const id = await newLink()
    return { id, payment: await stuck({ details: { paylink_id: id } }) }
  }
  const freed = await make()
  const refused = await refusal(t.api.paylinks.delete(freed.id))
  assert.equal(refused.status, 409)
  assert.match(refused.message, /is_stuck.*resolve/)
  await decide(freed.payment, 'given_back_outside')
  await gateway(t, processor).run(rootActor(t), cardPayment(t, { details: { paylink_id: freed.id } }))
  assert.equal((await t.api.paylinks.get(freed.id)).status_id, 1)

  const deleted = await make()
  await decide(deleted.payment, 'given_back_outside')
  await t.api.paylinks.delete(deleted.id)

  const kept = await make()
  await decide(kept.payment, 'kept')
  assert.equal((await t.api.paylinks.get(kept.id)).status_id, 1)
})

test('a payment that is kept leaves a paylink that another one has paid', async () => {
  const link = await newLink()
  const product = t.merchants[0].cc_product_transaction_id
  await t.api.producttransactions.update(product, { auto_decline_cvv: true })
  line.fault = 'keep'
  const source = { ...cardPayment(t).source!, cvv: '124' }
  const { id } = await gateway(t, processor).run(
    rootActor(t),
    cardPayment(t, { source, details: { paylink_id: link } }),
  )
  line.fault = undefined
  await t.api.producttransactions.update(product, { auto_decline_cvv: false })
  await gateway(t, processor).run(rootActor(t), cardPayment(t, { details: { paylink_id: link } }))
  const kept = await decide(id, 'kept')
  assert.deepEqual([kept.status_id, kept.paylink_id], [101, null])
})

test('where its processor is no longer connected, an open payment is marked, and a person says what the processor said', async () => {
  const approved = await told()
  await disconnected().resolve()
  assert.ok((await waiting()).includes(approved))
  assert.deepEqual((await story(approved))[0]!.resolutions, ['approved', 'declined'])
  // A caller was told that it failed, so that the approval has to go back; nobody is there to take it.
  await decide(approved, 'approved')
  assert.deepEqual(await states(approved), ['order sale approved', 'reversal void pending'])
  await t.db.run(`update attempt set ask_ts = 0 where transaction_id = $1 and purpose = 'reversal'`, [approved])
  await disconnected().resolve()
  assert.deepEqual((await story(approved))[1]!.resolutions, ['approved', 'given_back_outside', 'kept'])
  assert.equal((await decide(approved, 'given_back_outside')).is_stuck, false)
  assert.equal((await rowOf(t, approved)).outcome, 'declined')

  const declined = await told({}, 'drop_before')
  await disconnected().resolve()
  await decide(declined, 'declined')
  assert.deepEqual([(await rowOf(t, declined)).outcome, await openAttempts(t)], ['declined', 0])

  const sale = await gateway(t, processor).run(rootActor(t), cardPayment(t))
  line.fault = 'drop_before'
  await gateway(t, processor).follow(rootActor(t), sale.id, 'void', { amount: null, set: {} })
  line.fault = undefined
  await disconnected().resolve()
  assert.match((await refusal(t.api.transactions.void(sale.id))).message, /waits for a person.*resolve/)
  await decide(sale.id, 'declined')
  assert.equal((await t.api.transactions.update(sale.id, { action: 'void' })).status_id, 201)
})

test('a processor that is connected again answers by itself, and nobody has to decide any more', async () => {
  const id = await told()
  await disconnected().resolve()
  assert.ok((await waiting()).includes(id))
  await resolved()
  const row = await rowOf(t, id)
  assert.deepEqual([row.outcome, row.stuck_ts], ['declined', null])
  assert.equal((await refusal(decide(id, 'declined'))).status, 422)
})

test('a processor that has not answered for a day: a person may decide, and is not called before', async () => {
  const id = await told({}, 'drop_after,hide:500')
  for (let round = 0; round < 12; round += 1) await gateway(t, processor).resolve()
  assert.ok(!(await waiting()).includes(id))
  await t.db.run('update attempt set created_ts = created_ts - 90000 where id = $1', [id])
  await gateway(t, processor).resolve()
  assert.ok((await waiting()).includes(id))
  await decide(id, 'declined')
  assert.equal((await rowOf(t, id)).outcome, 'declined')
})

test('who may not give up a batch may not decide about a payment', async () => {
  const id = await stuck()
  const refused = await refusal(t.clerk.transactions.resolve(id, { resolution: 'kept', note: 'no' }))
  assert.equal(refused.status, 403)
  assert.equal((await refusal(t.stranger.transactions.listAttempts(id))).status, 404)
  await decide(id, 'kept')
})
