import { amount, isApproved, part, payment, type Scenario, together } from './scenario.ts'

/** An invoice that several people pay in parts, on its page and through the API: never more than is due. */
export const invoice: Scenario = async client => {
  const { location_id } = client.merchant
  const { chance } = client
  const due = amount(chance, 4000, 20_000)
  const items = { title: 'Garden work', item_list: { Mowing: due } }
  const notices = { due_date: '2095-01-31', email: 'ADDRESS', send_email: 1, allow_partial_pay: 1 }
  const made = await client.make('invoice', 'quickinvoice', { location_id, ...items, ...notices })
  if (made.state !== 'acknowledged') return
  const { id } = made.answer
  const pay = (percent: number, shown: string) =>
    client.pay('invoice page', `/quickinvoice/?id=${id}`, part(due, percent), shown)
  // What the page of such an invoice carries: limits, balance and what was paid, in cents.
  const page = async () => {
    const { quickinvoice } = await client.read(`/v2/quickinvoices/${id}`)
    const [total, balance] = [cents(quickinvoice.amount_due), cents(quickinvoice.remaining_balance)]
    return `1/${balance}/${balance}/${total - balance}`
  }
  const charge = (percent: number) => payment(client, 'sale', part(due, percent), { quick_invoice_id: id })
  const first = await page()
  await together(pay(60, first), charge(60), pay(30, first))
  const then = await page()
  const paid = await together(charge(40), pay(40, then), pay(10, then))
  const last_page = await page()
  if (chance.oneIn(3)) await together(pay(100, last_page), pay(100, last_page), charge(100))
  const last = paid.findLast(isApproved)
  if (!last || !chance.oneIn(3)) return
  const order = { location_id, previous_transaction_id: last.answer.id, payment_method: 'cc', order_num: 'MARK' }
  const wanted = { action: 'refund', transaction_amount: String(last.answer.transaction_amount), ...order }
  return client.make('refund', 'transaction', wanted, true)
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100)

/** A paylink that three people pay at once: one of them succeeds. */
export const paylink: Scenario = async client => {
  const { location_id } = client.merchant
  const amount_due = amount(client.chance)
  const made = await client.make('paylink', 'paylink', { location_id, amount_due })
  if (made.state !== 'acknowledged') return
  const pay = () => client.pay('paylink page', `/?paylink_id=${made.answer.id}`, amount_due)
  return together(pay(), pay(), pay())
}

/** A contact that changes its city and is deleted. */
export const people: Scenario = async client => {
  const { location_id } = client.merchant
  const made = await client.make('contact', 'contact', { location_id, last_name: 'Example', city: '0' })
  if (made.state !== 'acknowledged') return
  const { id } = made.answer
  const path = `/v2/contacts/${id}`
  for (const city of ['1', '2', '3']) await client.act('move', 'PUT', 'contact', path, id, { contact: { city } })
  if (client.chance.oneIn(2)) await client.act('forget', 'DELETE', 'contact', path, id, null)
}

/** An unpaid invoice, with reminders before, on and after its due date. */
export const forgotten: Scenario = async client => {
  const { location_id } = client.merchant
  const { now } = await client.read('/sandbox/clock')
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
  const reminders = {
    notification_days_before_due_date: 1,
    notification_days_after_due_date: 1,
    notification_on_due_date: 1,
  }
  const due_date = today.add({ days: 2 }).toString()
  const items = { title: 'Forgotten', item_list: { Mowing: amount(client.chance) }, due_date, email: 'ADDRESS' }
  return client.make('forgotten invoice', 'quickinvoice', { location_id, ...items, ...reminders })
}
