import { type Check, check, partCheck } from '../../check.ts'
import type { Json } from '../../client.ts'
import { answered, records, same, that } from '../../expect.ts'
import { newInvoice, readInvoice } from '../../fixtures.ts'
import type { Lab } from '../../lab.ts'
import { formOf, openPage, payByCard } from '../../pay-page.ts'

const pageOf = (id: string): string => `/quickinvoice/?id=${id}`

const paymentsOf = async (lab: Lab, id: string): Promise<Json[]> =>
  records(await lab.api.get(`transactions?quick_invoice_id=${id}`), 'transactions')

/** The money fields of the invoice. */
async function money(lab: Lab, id: string): Promise<Json[]> {
  const { amount_due, remaining_balance, status_id, payment_status_id } = await readInvoice(lab, id)
  return [amount_due, remaining_balance, status_id, payment_status_id]
}

export const paymentChecks: Check[] = [
  check('QI-56', async lab => {
    const invoice = await newInvoice(lab, { title: `Fence ${lab.unique()}` })
    const { payment_url } = await readInvoice(lab, invoice.id, '?expand=payment_url')
    that(payment_url.endsWith(`/quickinvoice/?id=${invoice.id}`), `payment_url is ${payment_url}`)
    const page = answered(await openPage(lab, pageOf(invoice.id)), 200)
    that((page.headers.get('content-type') ?? '').startsWith('text/html'), 'the pay page is no HTML')
    that(page.text.includes(invoice.title), 'the pay page does not show the title')
    that(formOf(page.text)?.named.has('cc-number'), 'the pay page has no field for a card number')
    answered(await openPage(lab, pageOf('f0'.repeat(12))), 404)
  }),
  check(['QI-08', 'QI-57', 'QI-83'], async lab => {
    const { id } = await newInvoice(lab, { allow_partial_pay: 1, contact_id: lab.merchant.contact_id })
    await payByCard(lab, pageOf(id), { amount: '4.00' })
    same(await money(lab, id), ['10.00', '6.00', 1, 3], 'due, remaining, status and payment status after 4.00 of 10.00')
    const [payment, ...more] = await paymentsOf(lab, id)
    same(more.length, 0, 'further payments of the invoice')
    same(
      [payment?.transaction_amount, payment?.status_id, payment?.type_id],
      [4, 101, 20],
      'amount, status and type of the payment',
    )
    same([payment.quick_invoice_id, payment.contact_id], [id, lab.merchant.contact_id], 'what the payment refers to')
    await payByCard(lab, pageOf(id), { amount: '6.00' })
    same(await money(lab, id), ['10.00', '0.00', 2, 2], 'due, remaining, status and payment status after 6.00 more')
    same((await paymentsOf(lab, id)).length, 2, 'payments of the invoice')
  }),
  partCheck('QI-83', 'the processor has the payment in its book', async lab => {
    const { id } = await newInvoice(lab, { item_list: { Item: '31.41' } })
    await payByCard(lab, pageOf(id))
    const [payment] = await paymentsOf(lab, id)
    const entries = await lab.ledger(payment?.id)
    same(
      entries.map(({ action, amount }) => [action, amount]),
      [['sale', '31.41']],
      'what the processor booked',
    )
  }),
  partCheck(['QI-08', 'QI-83'], 'a declined payment changes nothing', async lab => {
    const { id } = await newInvoice(lab, { item_list: { Item: '5.00' } })
    const page = await payByCard(lab, pageOf(id))
    that(formOf(page.text) !== null, 'after a declined payment the page has no form any more')
    same(
      await money(lab, id),
      ['5.00', '5.00', 1, 1],
      'due, remaining, status and payment status after a declined payment',
    )
    same(
      (await paymentsOf(lab, id)).map(each => each.status_id),
      [301],
      'the status of the payments',
    )
  }),
  partCheck('QI-83', 'a form is paid once', async lab => {
    const { id } = await newInvoice(lab, { allow_partial_pay: 1 })
    const form = formOf((await openPage(lab, pageOf(id))).text)
    that(form !== null, 'the page has no form')
    const fields = new Map(form.fields)
    for (const [word, value] of [
      ['cc-number', '4111111111111111'],
      ['cc-exp', '12/49'],
      ['cc-csc', '999'],
      ['cc-name', 'Pat Example'],
    ] as const) {
      fields.set(form.named.get(word) ?? word, value)
    }
    fields.set('amount', '4.00')
    const post = () => lab.as({}).send('POST', form.action, new URLSearchParams([...fields]))
    await Promise.all([post(), post()])
    await post()
    same(
      await money(lab, id),
      ['10.00', '6.00', 1, 3],
      'due, remaining, status and payment status after one form was sent three times',
    )
  }),
  check('QI-32', async lab => {
    const whole = await newInvoice(lab, { allow_partial_pay: 0 })
    await payByCard(lab, pageOf(whole.id), { amount: '5.00' })
    same(
      (await paymentsOf(lab, whole.id)).filter(each => each.transaction_amount === 5),
      [],
      'payments of a part that is not allowed',
    )
    const parts = await newInvoice(lab, { allow_partial_pay: 1 })
    await payByCard(lab, pageOf(parts.id), { amount: '7.00' })
    same(await money(lab, parts.id), ['10.00', '3.00', 1, 3], 'due, remaining, status and payment status after a part')
    await payByCard(lab, pageOf(parts.id), { amount: '3.01' })
    same(
      (await readInvoice(lab, parts.id)).remaining_balance,
      '3.00',
      'remaining_balance after more than the rest was tried',
    )
  }),
  check('QI-31', async lab => {
    const open = await newInvoice(lab, { allow_overpayment: 1 })
    await payByCard(lab, pageOf(open.id), { amount: '10.00' })
    same(
      await money(lab, open.id),
      ['10.00', '0.00', 1, 2],
      'due, remaining, status and payment status after the whole',
    )
    await payByCard(lab, pageOf(open.id), { amount: '2.00' })
    same(
      (await paymentsOf(lab, open.id)).map(each => each.transaction_amount).toSorted(),
      [10, 2],
      'the amounts of the payments',
    )
    const strict = await newInvoice(lab, { allow_overpayment: 0 })
    await payByCard(lab, pageOf(strict.id))
    const page = await openPage(lab, pageOf(strict.id))
    same(formOf(page.text), null, 'the form of a paid invoice that takes no more')
    same(await money(lab, strict.id), ['10.00', '0.00', 2, 2], 'due, remaining, status and payment status')
  }),
  partCheck('QI-08', 'void and refund give the balance back', async lab => {
    const { id } = await newInvoice(lab)
    await payByCard(lab, pageOf(id))
    const [payment] = await paymentsOf(lab, id)
    answered(await lab.api.put(`transactions/${payment?.id}`, { transaction: { action: 'void' } }), 200)
    same(
      await money(lab, id),
      ['10.00', '10.00', 2, 1],
      'due, remaining, status and payment status after the payment was voided',
    )
    const second = await newInvoice(lab)
    await payByCard(lab, pageOf(second.id))
    const [sale] = await paymentsOf(lab, second.id)
    const refund = {
      action: 'refund',
      payment_method: 'cc',
      previous_transaction_id: sale?.id,
      transaction_amount: '4.00',
      location_id: lab.merchant.location_id,
    }
    answered(await lab.api.post('transactions', { transaction: refund }), 201)
    same(
      await money(lab, second.id),
      ['10.00', '4.00', 2, 3],
      'due, remaining, status and payment status after 4.00 were refunded',
    )
  }),
]
