import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Processor } from '../../src/ports/processor.ts'
import { type Json, testApp } from '../support/app.ts'
import { newInvoice, readInvoice, saleElsewhere } from '../support/invoices.ts'
import { AMEX, changed, MASTERCARD, paid, refusedOn, saleBody, transactionOf } from '../support/payments.ts'
import { disturbed, gateway, type Line, neverSent, resolveNow } from '../support/power-cut.ts'
import { refusal } from '../support/typed-client.ts'

/** Authorizations that are not captured in time: given back, shown as expired, and no longer a payment of anything. */

const DAY = 86_400
const line: Line = { fault: undefined, instead: undefined }
const processor = (real: Processor): Processor => disturbed(real, line)
const t = await testApp('authorizations_end', { processor })
after(t.close)
beforeEach(() => {
  line.fault = undefined
  line.instead = undefined
})

const hold = (over: Json = {}) =>
  paid(t.api, saleBody({ action: 'authonly', transaction_amount: '50.00', exp_date: '1249', ...over }))
const later = (days: number, minutes = 0) => t.clock.moveTo(t.clock.seconds() + days * DAY + minutes * 60, t.app.worker)
const statuses = async (...all: Json[]) =>
  Promise.all(all.map(async ({ id }) => (await transactionOf(t, id)).status_id))

test('an authorization ends after the days of its network, and its money is given back at the processor', async () => {
  const [visa, amex, mc] = [
    await hold(),
    await hold({ account_number: AMEX }),
    await hold({ account_number: MASTERCARD }),
  ]
  await later(7, -5)
  assert.deepEqual(await statuses(visa, amex, mc), [102, 102, 102])
  await later(0, 10)
  assert.deepEqual(await statuses(visa, amex, mc), [102, 201, 102])
  await later(3)
  assert.deepEqual(await statuses(visa, amex, mc), [201, 201, 102])
  await later(20)
  assert.deepEqual(await statuses(visa, amex, mc), [201, 201, 201])
  for (const { id } of [visa, amex, mc]) {
    const ended = await transactionOf(t, id, 'transaction_histories', 'is_completable')
    assert.deepEqual(
      [ended.reason_code_id, ended.verbiage, ended.transaction_amount, ended.auth_amount, ended.is_completable],
      [1658, 'EXPIRED AUTHORIZATION', 0, '50.00', false],
    )
    assert.match(ended.void_date, /^\d{4}-\d\d-\d\d$/)
    assert.deepEqual(ended.transaction_histories.map((each: Json) => each.status_id).toSorted(), [102, 201])
    const [row] = await t.db.query<{ id: string }>(
      `select id from attempt where transaction_id = $1 and action = 'void'`,
      [id],
    )
    assert.equal((await t.ledger(row!.id))[0]?.result, 'approved')
  }
})

test('once it has ended a capture is refused, and says why', async () => {
  const held = await hold({ account_number: AMEX })
  await later(8)
  const errors = refusedOn(await refusal(t.api.transactions.update(held.id, { action: 'authcomplete' })), 'action')
  assert.match(errors.action[0], /expired/)
})

test('an invoice that was paid by it is due again', async () => {
  const invoice = await newInvoice(t, { due_date: '2049-01-31' })
  const held = await saleElsewhere(t, 1000n, 'authonly')
  await t.api.quickinvoices.addTransaction(invoice.id, { transaction_id: held.id })
  assert.deepEqual((await readInvoice(t, invoice.id)).payment_status_id, 2)
  await later(11)
  const due = await readInvoice(t, invoice.id)
  assert.deepEqual([due.payment_status_id, due.remaining_balance], [1, '10.00'])
})

test('a capture in time stays; one that is on its way at that moment is not disturbed', async () => {
  const [taken, slow] = [await hold({ account_number: AMEX }), await hold({ account_number: AMEX })]
  await changed(t.api, taken.id, { action: 'authcomplete' })
  let arrived = () => {}
  const there = new Promise<void>(resolve => {
    arrived = resolve
  })
  let go = () => {}
  const held_back = new Promise<void>(resolve => {
    go = resolve
  })
  line.instead = async (order, call) => {
    if (order.action !== 'authcomplete') return call()
    arrived()
    await held_back
    return call()
  }
  const capture = changed(t.api, slow.id, { action: 'authcomplete' })
  await there
  await later(8)
  go()
  assert.equal((await capture).status_id, 101)
  await later(2)
  assert.deepEqual(await statuses(taken, slow), [101, 101])
})

test('an increment renews an authorization of Mastercard', async () => {
  const held = await hold({ account_number: MASTERCARD })
  await later(20)
  await changed(t.api, held.id, { action: 'authincrement', transaction_amount: '60.00' })
  await later(15)
  assert.deepEqual(await statuses(held), [102])
  await later(16)
  assert.deepEqual(await statuses(held), [201])
})

test('a processor that does not take it back keeps no invoice: it has ended all the same', async () => {
  const held = await hold({ account_number: AMEX })
  line.fault = 'keep'
  const kept = await hold({ account_number: AMEX })
  line.fault = undefined
  await later(8)
  const ended = await transactionOf(t, kept.id)
  assert.deepEqual([ended.status_id, ended.reason_code_id], [201, 1658])
  assert.match(ended.response_message, /^12 /)
  assert.deepEqual(await statuses(held), [201])
})

test('a void of unknown outcome is asked about, and one that never arrived is made again', async () => {
  const [unknown, lost] = [await hold({ account_number: AMEX }), await hold({ account_number: AMEX })]
  line.instead = (order, call) => {
    if (order.original?.reference === lost.id) return neverSent()
    line.fault = 'drop_after,hide:9'
    return call()
  }
  await later(7, 5)
  assert.deepEqual(await statuses(unknown, lost), [102, 102])
  line.instead = undefined
  line.fault = undefined
  await resolveNow(t, gateway(t, processor))
  assert.deepEqual(await statuses(unknown, lost), [201, 102])
  await later(0, 120)
  const again = await transactionOf(t, lost.id)
  assert.deepEqual([again.status_id, again.reason_code_id], [201, 1658])
})

test('many that end at the same moment all end, some jobs at a time', async () => {
  const ids: Json[] = []
  for (let count = 0; count < 45; count += 1) ids.push(await saleElsewhere(t, 700n, 'authonly'))
  await later(11)
  const text = 'select count(*)::int as ended from transaction where id = any($1) and status_id = 201'
  const [found] = await t.db.query<{ ended: number }>(text, [ids.map(({ id }) => id)])
  assert.equal(found!.ended, ids.length)
})
