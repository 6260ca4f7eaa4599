import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { newInvoice, readInvoice, saleElsewhere } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

const t = await newMerchant()
const { api } = t

test('F26 a PUT that would close an invoice is 422; a PUT with the same status_id changes the other fields', async () => {
  const { id } = await newInvoice(t)
  for (const status_id of [2, 0]) {
    const answer = await api.put(`quickinvoices/${id}`, { quickinvoice: { status_id, title: 'Other' } })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['status_id']])
  }
  const kept = await api.put(`quickinvoices/${id}`, { quickinvoice: { status_id: 1, title: 'Other' } })
  assert.deepEqual([kept.status, kept.body.quickinvoice.title], [200, 'Other'])
  assert.equal((await readInvoice(t, id)).status_id, 1)
})

test('an invoice has its own texts and payment limits, and reopens after a void if auto_reopen is set', async () => {
  const texts = { quick_invoice_c1: 'a', quick_invoice_c2: 'b', quick_invoice_c3: 'x'.repeat(128) }
  const limits = { single_payment_min_amount: '2.00', single_payment_max_amount: '6.00' }
  const invoice = await newInvoice(t, { ...texts, ...limits, auto_reopen: 1 })
  for (const [name, value] of Object.entries({ ...texts, ...limits, auto_reopen: 1 }))
    assert.equal(invoice[name], value)
  const put = (quickinvoice: Json) => api.put(`quickinvoices/${invoice.id}`, { quickinvoice })
  for (const wrong of [
    { single_payment_max_amount: 1 },
    { single_payment_min_amount: 7 },
    { single_payment_max_amount: 0 },
  ]) {
    assert.deepEqual(Object.keys((await put(wrong)).body.errors), ['single_payment_min_amount'])
  }
  assert.equal((await put({ single_payment_min_amount: null })).body.quickinvoice.single_payment_min_amount, '0.00')

  for (const auto_reopen of [1, 0]) {
    const { id } = await newInvoice(t, { auto_reopen })
    const sale = await saleElsewhere(t, 1000n, 'sale', { quick_invoice_id: id })
    assert.deepEqual(await statesOf(id), [2, 2])
    assert.equal((await api.put(`transactions/${sale.id}`, { transaction: { action: 'void' } })).status, 200)
    assert.deepEqual(await statesOf(id), [auto_reopen ? 1 : 2, 1])
  }
})

async function statesOf(id: string): Promise<number[]> {
  const { status_id, payment_status_id } = await readInvoice(t, id)
  return [status_id, payment_status_id]
}
