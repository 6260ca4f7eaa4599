import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Refusal } from '../../src/lib/problem.ts'
import { newInvoice, saleElsewhere } from '../support/invoices.ts'
import { moneySite } from '../support/money-site.ts'
import { changed, paid, refundBody, saleBody } from '../support/payments.ts'
import { rowOf } from '../support/power-cut.ts'

const { t, ids } = await moneySite('refused_by_books')
after(() => t.close())
const actor = { caller: systemCaller(t.merchants[0].location_id, 'test') }

/** What a caller reads when a statement is refused behind the back of every rule of the gateway. */
async function told(statement: string): Promise<Refusal> {
  const error = await t.app.store.transaction(actor, book => book.query(statement)).catch(caught => caught)
  assert.equal(error.name, 'Refusal', String(error))
  return error as Refusal
}

test('a step that there is not, a sum that is wrong at the commit, and a link that is paid twice are refusals with a text', async () => {
  const step = await told(`update transaction set status_id = 134 where id = '${ids.debit}'`)
  assert.deepEqual(
    [step.status, step.problems],
    [422, { action: ['Action is not allowed in the current state of the transaction.'] }],
  )
  const sum = await told(`update transaction set refunded_amount = 0 where id = '${ids.refunded}'`)
  assert.deepEqual(
    [sum.status, sum.problems],
    [422, { transaction_amount: ['Transaction Amount is more than is left to refund.'] }],
  )
  const batch = await told(`update transactionbatch set total_sale_count = 0 where id = '${ids.settled_batch}'`)
  assert.deepEqual(batch.problems, { id: ['The totals of the batch are not those of its payments.'] })
})

test('no payment of an invoice begins that was deleted while its page was open, and nothing is sent', async () => {
  const { id } = await newInvoice(t)
  assert.equal((await t.api.delete(`quickinvoices/${id}`)).status, 204)
  const before = (await t.ledger()).length
  await assert.rejects(saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: id }), {
    status: 422,
    problems: { quick_invoice_id: ['quick_invoice_id provided is not valid'] },
  })
  assert.equal((await t.ledger()).length, before)
})

test('a payment that an invoice counts follows it no further once the invoice is deleted, and can still be refunded', async () => {
  const { id } = await newInvoice(t)
  const { id: payment } = await saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: id })
  assert.equal((await t.api.delete(`quickinvoices/${id}`)).status, 204)
  const back = refundBody(payment, '10.00')
  assert.equal((await paid(t.api, back)).status_id, 111)
})

test('the money of a whole batch is where its totals say, through sales, voids, refunds and captures', async () => {
  const sale = await paid(t.api, saleBody({ transaction_amount: '20.00' }))
  await changed(t.api, sale.id, { action: 'partialreversal', transaction_amount: '15.00' })
  const held = await paid(t.api, saleBody({ action: 'authonly', transaction_amount: '40.00' }))
  await changed(t.api, held.id, { action: 'authincrement', transaction_amount: '45.00' })
  await changed(t.api, held.id, { action: 'authcomplete', transaction_amount: '42.00' })
  const back = refundBody(sale.id, '1.00')
  const refund = await paid(t.api, back)
  await changed(t.api, refund.id, { action: 'void' })
  await paid(t.api, back)
  const { body } = await t.api.post(`transactionbatches/${sale.transaction_batch_id}/settle`)
  assert.equal(body.transactionbatch.processing_status_id, 2, JSON.stringify(body))
  const row = await rowOf(t, sale.id)
  assert.equal(row.refunded_amount, 100)
})
