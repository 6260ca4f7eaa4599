import { type Check, check, clockCheck, partCheck } from '../../check.ts'
import type { Json } from '../../client.ts'
import { answered, record, records, refused, refusedWith, same } from '../../expect.ts'
import { newInvoice, newSale, readInvoice, UNKNOWN, voided } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'
import { dayFromNow } from '../../merchant-days.ts'
import { payByCard } from '../../pay-page.ts'

const pay = (lab: Lab, id: string, amount?: string) =>
  payByCard(lab, `/quickinvoice/?id=${id}`, amount ? { amount } : {})
const reopen = (lab: Lab, id: string) => lab.api.post(`quickinvoices/${id}/reopen`)

const attach = (lab: Lab, id: string, transaction_id: unknown) =>
  lab.api.put(`quickinvoices/${id}/addTransaction`, { quickinvoice: { transaction_id } })
const detach = (lab: Lab, id: string, transaction_id: unknown) =>
  lab.api.put(`quickinvoices/${id}/removeTransaction`, { quickinvoice: { transaction_id } })

async function states(lab: Lab, id: string): Promise<Json[]> {
  const { status_id, payment_status_id, remaining_balance } = await readInvoice(lab, id)
  return [status_id, payment_status_id, remaining_balance]
}

/** A paid invoice, closed by its payment. */
async function closed(lab: Lab, over: Record<string, Json> = {}): Promise<Json> {
  const invoice = await newInvoice(lab, over)
  await pay(lab, invoice.id)
  same(await states(lab, invoice.id), [2, 2, '0.00'], 'status, payment status and rest after a full payment')
  return invoice
}

/** A closed invoice that is unpaid again, because its payment was taken back. */
async function closedUnpaid(lab: Lab, over: Record<string, Json> = {}): Promise<Json> {
  const invoice = await closed(lab, over)
  const [payment] = records(await lab.api.get(`transactions?quick_invoice_id=${invoice.id}`), 'transactions')
  answered(await voided(lab, payment?.id), 200)
  same(await states(lab, invoice.id), [2, 1, '10.00'], 'status, payment status and rest after the payment was voided')
  return invoice
}

export const stateChecks: Check[] = [
  check(['QI-65', 'QI-74'], async lab => {
    const { id } = await closedUnpaid(lab)
    const opened = record(await reopen(lab, id), 'quickinvoice', 200)
    same(
      [opened.id, opened.status_id, opened.payment_status_id],
      [id, 1, 1],
      'id, status and payment status in the answer',
    )
    same(await states(lab, id), [1, 1, '10.00'], 'status, payment status and rest after reopening')
    await pay(lab, id)
    same(await states(lab, id), [2, 2, '0.00'], 'status, payment status and rest after it was paid again')
  }),
  partCheck(['QI-74', 'QI-78'], 'partly paid', async lab => {
    const { id } = await newInvoice(lab, { allow_partial_pay: 1 })
    await pay(lab, id, '4.00')
    await pay(lab, id, '6.00')
    const payments = records(await lab.api.get(`transactions?quick_invoice_id=${id}`), 'transactions')
    answered(await voided(lab, payments.find(each => each.transaction_amount === 6)?.id), 200)
    same(await states(lab, id), [2, 3, '6.00'], 'status, payment status and rest before reopening')
    answered(await reopen(lab, id), 200)
    same(await states(lab, id), [1, 3, '6.00'], 'status, payment status and rest after reopening')
  }),
  check('QI-75', async lab => {
    const { id } = await closedUnpaid(lab)
    answered(await lab.api.delete(`quickinvoices/${id}`), 204)
    refusedWith(await reopen(lab, id), 404)
    refusedWith(await reopen(lab, UNKNOWN), 404)
  }),
  clockCheck(['QI-76', 'ERR-10'], async lab => {
    const expire_date = await dayFromNow(lab, 1)
    const { id } = await closedUnpaid(lab, { expire_date })
    await lab.advance('P3D')
    refused(await reopen(lab, id), 'expire_date')
    same(await states(lab, id), [2, 1, '10.00'], 'status, payment status and rest after a refused reopening')
  }),
  check(['QI-77', 'ERR-10'], async lab => {
    const { id } = await newInvoice(lab)
    refused(await reopen(lab, id), 'status_id')
    same(await states(lab, id), [1, 1, '10.00'], 'status, payment status and rest after a refused reopening')
    answered(await reopen(lab, (await closedUnpaid(lab)).id), 200)
  }),
  check(['QI-78', 'ERR-10'], async lab => {
    const { id } = await closed(lab)
    refused(await reopen(lab, id), 'payment_status_id')
    same(await states(lab, id), [2, 2, '0.00'], 'status, payment status and rest after a refused reopening')
  }),
  check(['QI-79', 'ERR-08'], async lab => {
    const { id } = await closed(lab)
    const before = await readInvoice(lab, id)
    for (const body of [
      { title: 'Other' },
      { allow_overpayment: 1 },
      { status_id: 1 },
      { item_list: { Item: 20 } },
      {},
    ]) {
      refused(await lab.api.put(`quickinvoices/${id}`, { quickinvoice: body }))
    }
    same(await readInvoice(lab, id), before, 'the invoice after refused updates')
  }),
  partCheck('QI-46', 'Closed by its other name', async lab => {
    const { id } = await closed(lab)
    for (const status_id of [2, 0]) {
      const found = records(await lab.api.get(`quickinvoices?id=${id}&status_id=${status_id}`), 'quickinvoices')
      same(found.length, 1, `closed invoices found by status_id=${status_id}`)
    }
    same(
      records(await lab.api.get(`quickinvoices?id=${id}&status_id=1`), 'quickinvoices').length,
      0,
      'closed invoices found by status_id=1',
    )
  }),
  check(['QI-66', 'QI-80'], async lab => {
    const { id } = await newInvoice(lab)
    const sale = await newSale(lab, '4.00')
    const answer = record(await attach(lab, id, sale.id), 'quickinvoice', 200)
    same([answer.id, answer.remaining_balance], [id, '6.00'], 'id and rest in the answer')
    same(
      answer.transactions?.map((each: Json) => each.id),
      [sale.id],
      'the transactions in the answer',
    )
    same(await states(lab, id), [1, 3, '6.00'], 'status, payment status and rest after 4.00 were added')
    const listed = records(await lab.api.get(`transactions?quick_invoice_id=${id}`), 'transactions')
    same(
      listed.map(each => each.id),
      [sale.id],
      'transactions of the invoice',
    )
    for (const wrong of [undefined, null, '', UNKNOWN, 'short', 7])
      refused(await attach(lab, id, wrong), 'transaction_id')
    refused(await lab.api.put(`quickinvoices/${id}/addTransaction`, {}), 'transaction_id')
    refusedWith(await attach(lab, UNKNOWN, sale.id), 404)
  }),
  partCheck('QI-80', 'on a closed invoice', async lab => {
    const { id } = await closedUnpaid(lab)
    record(await attach(lab, id, (await newSale(lab, '4.00')).id), 'quickinvoice', 200)
    same(
      await states(lab, id),
      [2, 3, '6.00'],
      'status, payment status and rest after 4.00 were added to a closed invoice',
    )
  }),
  partCheck(['QI-66', 'QI-80'], 'what cannot be added', async lab => {
    const { id } = await newInvoice(lab)
    const declined = await newSale(lab, '5.00')
    same(declined.status_id, 301, 'status_id of a sale of 5.00')
    refused(await attach(lab, id, declined.id), 'transaction_id')
    const taken = await newSale(lab, '4.00')
    record(await attach(lab, (await newInvoice(lab)).id, taken.id), 'quickinvoice', 200)
    refused(await attach(lab, id, taken.id), 'transaction_id')
    const back = await newSale(lab, '4.00')
    answered(await voided(lab, back.id), 200)
    refused(await attach(lab, id, back.id), 'transaction_id')
    same(await states(lab, id), [1, 1, '10.00'], 'status, payment status and rest after refused additions')
  }),
  check(['QI-67', 'QI-81'], async lab => {
    const { id } = await newInvoice(lab)
    const sale = await newSale(lab, '4.00')
    record(await attach(lab, id, sale.id), 'quickinvoice', 200)
    const answer = record(await detach(lab, id, sale.id), 'quickinvoice', 200)
    same(answer.transactions, [], 'the transactions in the answer')
    same(await states(lab, id), [1, 1, '10.00'], 'status, payment status and rest after the payment was taken off')
    const left = record(await lab.api.get(`transactions/${sale.id}`), 'transaction', 200)
    same(left.quick_invoice_id, null, 'quick_invoice_id of the transaction')
  }),
  partCheck('QI-81', 'on a closed invoice', async lab => {
    const { id } = await closed(lab)
    const [payment] = records(await lab.api.get(`transactions?quick_invoice_id=${id}`), 'transactions')
    record(await detach(lab, id, payment?.id), 'quickinvoice', 200)
    same(await states(lab, id), [2, 1, '10.00'], 'status, payment status and rest after the payment was taken off')
  }),
  check('QI-82', async lab => {
    const { id } = await newInvoice(lab)
    const elsewhere = await newSale(lab, '4.00')
    refused(await detach(lab, id, elsewhere.id), 'transaction_id')
    record(await attach(lab, (await newInvoice(lab)).id, elsewhere.id), 'quickinvoice', 200)
    for (const wrong of [elsewhere.id, UNKNOWN, undefined]) refused(await detach(lab, id, wrong), 'transaction_id')
  }),
]
